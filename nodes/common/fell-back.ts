import type { Fallback } from "../../state/fallback.ts";
import type { Failure, Trouble } from "../../state/outcome.ts";
import { ItemFailed } from "./item-failed.ts";

/** What must never be papered over: a missing key, a denied host, a recording that does not fit, the user's own stop. */
const FATAL: readonly Trouble[] = ["denied", "misconfigured", "replayMiss", "cancelled", "overBudget"];

/**
 * Record that a step left its planned path because a call ended in trouble.
 *
 * In: step, failure, instead (what the run does now). Out: the fallback. Throws ItemFailed for trouble that fails the item.
 */
export function fellBack(step: string, { is, detail }: Failure, instead: string): Fallback {
  if (FATAL.includes(is)) throw new ItemFailed(step, is, detail);
  return { step, code: is, reason: detail, instead };
}

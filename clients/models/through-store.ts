import { z } from "zod";
import { isOutage, TROUBLES } from "../../state/outcome.ts";
import type { Store } from "../store.ts";
import type { Carried, Through } from "./ask-with.ts";

const count = z.number().nonnegative().exactOptional();

/** How a recorded call ended. */
export const CarriedReply: z.ZodType<Carried> = z.object({
  outcome: z.union([
    z.object({ is: z.literal("ok"), value: z.unknown() }),
    z.object({
      is: z.enum(TROUBLES),
      detail: z.string(),
      text: z.string().exactOptional(),
      fits: z.number().min(0).max(1).exactOptional(),
    }),
  ]),
  inputTokens: count,
  outputTokens: count,
  cachedTokens: count,
  reasoningTokens: count,
  retries: count,
  ms: count,
});

/** How calls that ended in trouble are kept: all that the server did, for a replay; or only replies, so that what failed is asked again. */
export type Keeping = "all" | "replies";

/**
 * Let every model call go through a store.
 *
 * In: store, what it keeps. Out: the `through` of askWith. A replayed call costs what the recorded one did; a miss ends in `replayMiss`; a call that
 * the user cut short, that no host was allowed for or that the budget did not cover, is not kept.
 */
export const throughStore =
  (store: Store, keeping: Keeping = "all"): Through =>
  async (request, call) => {
    const ended = await store.exchange(
      {
        kind: "model",
        name: request.prompt,
        request,
        reply: CarriedReply,
        keep: ({ outcome }) => !NOT_MADE.has(outcome.is) && (keeping === "all" || !isOutage(outcome.is)),
      },
      call,
    );
    return ended.is === "ok" ? ended.value : { outcome: ended };
  };

const NOT_MADE: ReadonlySet<string> = new Set(["cancelled", "denied", "misconfigured", "overBudget"]);

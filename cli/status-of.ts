import type { Fallback } from "../state/fallback.ts";
import type { ResultLine } from "./result-line.ts";

/** Codes that tell of a reply mended or looked at again, after which the planned path went on. */
const MENDED: readonly Fallback["code"][] = ["correctedReply"];

/** Name how an item ended. In: whether it failed or abstained, its fallbacks. Out: its status. */
export const statusOf = ({
  failed,
  abstained,
  fallbacks,
}: {
  failed: boolean;
  abstained: boolean;
  fallbacks: readonly Fallback[];
}): ResultLine["status"] => {
  if (failed) return "failed";
  if (abstained) return "abstained";
  return fallbacks.some(({ code }) => !MENDED.includes(code)) ? "fallback" : "ok";
};

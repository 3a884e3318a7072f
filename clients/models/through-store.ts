import { z } from "zod";
import { TROUBLES } from "../../state/outcome.ts";
import type { Store } from "../store.ts";
import type { AskRequest, AskWith, Carried } from "./ask-with.ts";

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

/**
 * Let every model call go through a store.
 *
 * In: store. Out: the `through` of askWith. A replayed call costs what the recorded one did; a miss ends in `replayMiss`; a call that
 * the user cut short, or that no host was allowed for, is not kept.
 */
export const throughStore =
  (store: Store): NonNullable<AskWith["through"]> =>
  async (request: AskRequest, call) => {
    const ended = await store.exchange(
      {
        kind: "model",
        name: request.prompt,
        request,
        reply: CarriedReply,
        keep: ({ outcome }) => !["cancelled", "denied", "misconfigured"].includes(outcome.is),
      },
      call,
    );
    return ended.is === "ok" ? ended.value : { outcome: ended };
  };

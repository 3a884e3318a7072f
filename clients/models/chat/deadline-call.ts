import type { ModelSettings } from "../../../state/settings/models.ts";
import type { Carried } from "../ask-with.ts";
import { openAllowance } from "./allowance.ts";
import type { TokenCounts } from "./chat-reply.ts";
import { type Attempt, retrying } from "./retrying.ts";
import { openSlots } from "./slots.ts";
import { withinDeadline } from "./within-deadline.ts";

/** A finished request: how the call ends, and what it cost. */
export type Ended = Pick<Carried, "outcome"> & { tokens?: TokenCounts };

/** Runs one call: within its deadline, the model's places and its rate limit, repeated while a repeat may mend it. */
export type DeadlineCall = (
  what: string,
  /** Tokens that one request is expected to take, its reply's reserve included. */
  tokens: number,
  /** `charge` counts each further request that an attempt makes, by its tokens. */
  attempt: (signal: AbortSignal, charge: (tokens: number) => void) => Promise<Attempt<Ended>>,
  signal: AbortSignal | undefined,
) => Promise<Carried>;

/**
 * Make the frame in which all calls to one model run.
 *
 * In: settings. Out: the frame; each call ends within its deadline, the waits for a place, for the rate limit and between repeats included. A request that
 * did not end when it was stopped is counted and named as abandoned.
 */
export const deadlineCalls = (settings: ModelSettings): DeadlineCall => {
  const takeSlot = openSlots(settings.mostInFlight);
  const allowance = openAllowance(settings);
  let abandoned = 0;
  return async (what, tokens, attempt, signal) => {
    let free = () => {};
    let asked = 0;
    const work = async (stop: AbortSignal, endsAt: number) => {
      free = await takeSlot(stop);
      const counted = async (): Promise<Attempt<Ended>> => {
        const refused = await allowance.take(tokens, endsAt, stop);
        if (refused !== undefined) return { is: "final", value: { outcome: refused } };
        asked += 1;
        let used = tokens;
        try {
          const result = await attempt(stop, allowance.charge);
          const counted = result.is === "final" ? result.value.tokens : undefined;
          if (counted !== undefined) used = counted.input + counted.output + counted.reasoning;
          return result;
        } finally {
          allowance.settle(tokens, used);
        }
      };
      return retrying(counted, { ...settings, endsAt, signal: stop });
    };
    // The place is freed here and not by the work, which may never end.
    const raced = await withinDeadline(work, { ...settings, signal, what }).finally(() => free());
    if (raced.is === "stopped") {
      const stopped = { retries: Math.max(0, asked - 1) };
      if (!raced.abandoned) return { outcome: raced.failure, ...stopped };
      abandoned += 1;
      const detail = `${raced.failure.detail} Its request did not stop and may still run on the server (abandoned so far: ${abandoned}).`;
      return { outcome: { ...raced.failure, detail }, ...stopped };
    }
    const { ended, retries } = raced.value;
    if (ended.is === "failure") return { outcome: ended.failure, retries };
    const { outcome, tokens: used } = ended.value;
    return { outcome, retries, ...(used === undefined ? {} : carriedCounts(used)) };
  };
};

const carriedCounts = ({ input, output, cached, reasoning }: TokenCounts) => ({
  inputTokens: input,
  outputTokens: output,
  cachedTokens: cached,
  reasoningTokens: reasoning,
});

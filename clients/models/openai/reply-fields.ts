import { z } from "zod";
import { type ChatReply, NO_TOKENS, type TokenCounts } from "../chat/chat-reply.ts";

const count = z.number().int().nonnegative().catch(0);

/** What an OpenAI-compatible server counts; details are null or absent unless it was started with them. */
export const UsageFields = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count }).nullish().catch(null),
  completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
});

export const countsOf = (usage: z.infer<typeof UsageFields> | undefined): TokenCounts =>
  usage === undefined
    ? NO_TOKENS
    : {
        input: usage.prompt_tokens,
        // The protocol counts reasoning among the completion; here each token counts once.
        output: Math.max(0, usage.completion_tokens - (usage.completion_tokens_details?.reasoning_tokens ?? 0)),
        cached: usage.prompt_tokens_details?.cached_tokens ?? 0,
        reasoning: usage.completion_tokens_details?.reasoning_tokens ?? 0,
      };

const FINISHES: ReadonlyMap<string, ChatReply["finish"]> = new Map([
  ["length", "length"],
  ["content_filter", "blocked"],
  ["tool_calls", "toolCall"],
  ["function_call", "toolCall"],
]);

/** Name a finish reason as ours; every other word (stop, eos, a stop string) is a whole text. */
export const finishOf = (said: string): ChatReply["finish"] => FINISHES.get(said) ?? "stop";

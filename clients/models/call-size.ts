import type { ModelSettings } from "../../state/settings/models.ts";
import { type Counting, estimatedTokens } from "./estimated-tokens.ts";
import type { Tokens } from "./prices.ts";

type Sizes = Counting & Pick<ModelSettings, "replyTokens" | "thinkingTokens" | "geminiThinkingTokens">;

/**
 * Say how large a call may become, before it is made.
 *
 * In: prompt, model, settings. Out: tokens: input as on the safe side estimated, output and reasoning the whole reserve.
 */
export const largestCall = (
  prompt: { system: string; user: string },
  model: string,
  { replyTokens, thinkingTokens, geminiThinkingTokens, ...counting }: Sizes,
): Tokens => ({
  input: estimatedTokens(prompt, counting),
  cached: 0,
  output: replyTokens,
  reasoning: model.startsWith("gemini:") ? geminiThinkingTokens : thinkingTokens,
});

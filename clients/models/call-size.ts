import type { ModelSettings } from "../../state/settings/models.ts";
import type { Tokens } from "./prices.ts";

type Sizes = Pick<
  ModelSettings,
  "charactersPerToken" | "templateTokens" | "replyTokens" | "thinkingTokens" | "geminiThinkingTokens"
>;

/**
 * Say how large a call may become, before it is made.
 *
 * In: prompt, model, settings. Out: tokens: input as on the safe side estimated, output and reasoning the whole reserve.
 */
export const largestCall = (
  { system, user }: { system: string; user: string },
  model: string,
  { charactersPerToken, templateTokens, replyTokens, thinkingTokens, geminiThinkingTokens }: Sizes,
): Tokens => ({
  input: Math.ceil((system.length + user.length) / charactersPerToken) + templateTokens,
  cached: 0,
  output: replyTokens,
  reasoning: model.startsWith("gemini:") ? geminiThinkingTokens : thinkingTokens,
});

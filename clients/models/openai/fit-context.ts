import type { PromptLength } from "./count-tokens.ts";

/** Tokens that the reply may use, or why the prompt leaves too few, and the share of it that would not (0-1). */
export type Fit = { is: "fits"; maxTokens: number } | { is: "over"; detail: string; fits: number };

/**
 * Choose the reply's budget so that prompt and reply stay within the model's context.
 *
 * In: prompt (tokens), context (tokens; undefined where the server does not say), wanted and least reserve (tokens).
 * Out: the smaller of what is wanted and what is left; `over` when that is below the least.
 */
export const fitContext = (
  prompt: PromptLength,
  context: number | undefined,
  { wanted, least }: { wanted: number; least: number },
): Fit => {
  if (context === undefined) return { is: "fits", maxTokens: wanted };
  const left = context - prompt.tokens;
  if (left >= Math.min(least, wanted)) return { is: "fits", maxTokens: Math.min(wanted, left) };
  const length = `${prompt.counted ? "" : "about "}${prompt.tokens}`;
  return {
    is: "over",
    fits: fittingShare(prompt.tokens, context, Math.min(least, wanted)),
    detail: `The prompt has ${length} of the model's ${context} tokens; ${Math.min(least, wanted)} must be left for the reply. Ask with less evidence.`,
  };
};

/** The share of a prompt that leaves a reserve in the context. In: tokens, each. Out: 0-1; 1 where all of it does. */
export const fittingShare = (prompt: number, context: number, reserve: number): number =>
  Math.max(0, Math.min(1, (context - reserve) / Math.max(1, prompt)));

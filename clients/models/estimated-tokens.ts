import type { ModelSettings } from "../../state/settings/models.ts";

/** How an uncounted prompt is estimated. */
export type Counting = Pick<ModelSettings, "charactersPerToken" | "templateTokens">;

/** Estimate a prompt's tokens on the safe side, where no tokenizer counts them. In: prompt, settings. Out: tokens, the template's included. */
export const estimatedTokens = (
  { system, user }: { system: string; user: string },
  { charactersPerToken, templateTokens }: Counting,
): number => Math.ceil((system.length + user.length) / charactersPerToken) + templateTokens;

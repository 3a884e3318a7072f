import type { z } from "zod";
import type { Ask, AskOptions } from "../../clients/models/ask.ts";
import type { NumberedSnippet } from "../../prompts/bioasq/numbered-snippets.ts";
import type { Prompt } from "../../prompts/define-prompt.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Runtime } from "../../state/step.ts";
import type { Usage } from "../../state/usage.ts";
import { askCorrected, type Corrected } from "../common/ask-corrected.ts";

/**
 * Ask with snippets, and leave out the lowest-ranked one each time the model's context overflows.
 *
 * In: prompt, its input from the snippets (best first, at least one), options. Out: as askCorrected; a fallback for each snippet dropped.
 * If the model is down, or one snippet alone is too long: its outcome.
 *
 * @cite spec bioasq answer
 */
export const askWithSnippets = async <
  In extends z.ZodType<Record<string, unknown>, Record<string, unknown>>,
  Out extends z.ZodType,
>(
  ask: Ask,
  prompt: Prompt<In, Out>,
  snippets: readonly NumberedSnippet[],
  inputOf: (snippets: NumberedSnippet[]) => z.input<In>,
  options: Omit<AskOptions, "signal"> & { corrections: number },
  runtime: Runtime | undefined,
): Promise<Corrected<z.infer<Out>>> => {
  const usage: Usage[] = [];
  const fallbacks: Fallback[] = [];
  for (let kept = snippets.length; ; kept--) {
    const reply = await askCorrected(ask, prompt, inputOf(snippets.slice(0, kept)), options, runtime);
    usage.push(...reply.usage);
    fallbacks.push(...reply.fallbacks);
    if (reply.outcome.is !== "overContext" || kept <= 1) return { ...reply, usage, fallbacks };
    fallbacks.push({
      step: options.step,
      code: "droppedEvidence",
      reason: reply.outcome.detail,
      instead: `asked again without snippet ${kept}`,
    });
  }
};

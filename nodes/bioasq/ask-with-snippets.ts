import type { z } from "zod";
import type { Ask, AskOptions } from "../../clients/models/ask.ts";
import type { NumberedSnippet } from "../../prompts/bioasq/numbered-snippets.ts";
import type { Prompt } from "../../prompts/define-prompt.ts";
import type { Runtime } from "../../state/step.ts";
import type { Corrected } from "../common/ask-corrected.ts";
import { askFitting } from "../common/ask-fitting.ts";

/**
 * Ask with snippets, and leave out the lowest-ranked ones where the model's context overflows.
 *
 * In: prompt, its input from the snippets (best first), options. Out: as askFitting.
 * If the model is down, or one snippet alone is too long: its outcome.
 *
 * @cite spec bioasq answer
 */
export const askWithSnippets = <In extends z.ZodType<Record<string, unknown>, Record<string, unknown>>, Out extends z.ZodType>(
  ask: Ask,
  prompt: Prompt<In, Out>,
  snippets: readonly NumberedSnippet[],
  inputOf: (snippets: NumberedSnippet[]) => z.input<In>,
  options: Omit<AskOptions, "signal"> & { corrections: number },
  runtime: Runtime | undefined,
): Promise<Corrected<z.infer<Out>>> => askFitting(ask, prompt, { ranked: snippets, inputOf, unit: "snippet" }, options, runtime);

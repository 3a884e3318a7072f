import type { z } from "zod";
import type { Prompt } from "../../../prompts/define-prompt.ts";
import type { Outcome } from "../../../state/outcome.ts";
import type { ExtractiveSettings } from "../../../state/settings/extractive.ts";
import type { Encoder } from "../../encoder/encoder.ts";
import type { Reader } from "../../encoder/reader.ts";

/** What a handler works with: the encoder and its reader, the settings, and which sample of the prompt is wanted (from 0). */
export type Extracting = {
  embed: Encoder["embed"];
  read: Reader["read"];
  settings: ExtractiveSettings;
  sample: number;
  signal: AbortSignal | undefined;
};

/** Carries out one prompt by rules. */
export type Handler = { id: string; answer(input: unknown, extracting: Extracting): Promise<Outcome<unknown>> };

/** Tie a function to the prompt that it carries out. In: the prompt; from its input to its output. Out: the handler. */
export const handles = <In extends z.ZodType, Out extends z.ZodType>(
  prompt: Prompt<In, Out>,
  answer: (input: z.infer<In>, extracting: Extracting) => Promise<Outcome<z.infer<Out>>>,
): Handler => ({ id: prompt.id, answer: (input, extracting) => answer(prompt.input.parse(input), extracting) });

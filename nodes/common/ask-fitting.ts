import type { z } from "zod";
import type { Ask, AskOptions } from "../../clients/models/ask.ts";
import type { Prompt } from "../../prompts/define-prompt.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Runtime } from "../../state/step.ts";
import type { Usage } from "../../state/usage.ts";
import { askCorrected, type Corrected } from "./ask-corrected.ts";

export type Evidence<Item, Input> = {
  /** The most needed first, at least one. */
  ranked: readonly Item[];
  /** The prompt's input with what is kept of it. */
  inputOf(kept: Item[]): Input;
  /** What one is called: snippet, sentence. */
  unit: string;
};

/**
 * Ask with evidence, and leave out the lowest-ranked of it while prompt and reply do not fit the model's context.
 *
 * In: prompt, evidence (best first) and the input that it makes, options. Out: as askCorrected; a fallback for each time that evidence was left
 * out. As much is left out as the overflow asks for, where its size is known; else a tenth at a time, at least one. One is always kept.
 * If the model is down, or the prompt is too long even so: its outcome.
 *
 * @cite spec clients; spec bioasq answer
 */
export const askFitting = async <
  In extends z.ZodType<Record<string, unknown>, Record<string, unknown>>,
  Out extends z.ZodType,
  Item,
>(
  ask: Ask,
  prompt: Prompt<In, Out>,
  { ranked, inputOf, unit }: Evidence<Item, z.input<In>>,
  options: Omit<AskOptions, "signal"> & { corrections: number },
  runtime: Runtime | undefined,
): Promise<Corrected<z.infer<Out>>> => {
  const usage: Usage[] = [];
  const fallbacks: Fallback[] = [];
  const length = (count: number): number => {
    const { system, user } = prompt.render(prompt.input.parse(inputOf(ranked.slice(0, count))));
    return system.length + user.length;
  };
  for (let kept = ranked.length; ; ) {
    const reply = await askCorrected(ask, prompt, inputOf(ranked.slice(0, kept)), options, runtime);
    usage.push(...reply.usage);
    fallbacks.push(...reply.fallbacks);
    const { outcome } = reply;
    if (outcome.is !== "overContext" || kept <= 1) return { ...reply, usage, fallbacks };
    const fewer = fewerThan(kept, outcome.fits, length);
    fallbacks.push({
      step: options.step,
      code: "droppedEvidence",
      reason: outcome.detail,
      instead: `asked again with the best ${fewer} of ${ranked.length} ${unit}s`,
    });
    kept = fewer;
  }
};

// A share of characters comes back a hair below the whole number that it stands for.
const ROUNDING = 1e-6;

/** How many to keep next (count): at least one, at most one fewer; the most whose prompt is within the share that fits. */
const fewerThan = (kept: number, fits: number | undefined, length: (count: number) => number): number => {
  if (fits === undefined) return kept - Math.max(1, Math.floor(kept / 10));
  const room = length(kept) * fits + ROUNDING;
  let [least, most] = [1, kept - 1];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (length(middle) <= room) least = middle;
    else most = middle - 1;
  }
  return least;
};

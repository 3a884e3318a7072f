import type { ExtractiveSettings } from "../../../../state/settings/extractive.ts";
import type { Evidence } from "./evidence.ts";
import { idealSentences } from "./ideal-sentences.ts";

/**
 * Write an ideal answer on one line, for prompts that name no limit.
 * In: evidence, exact answers, settings. Out: at most idealSentences sentences and idealWords words; "" without evidence.
 */
export const idealText = (evidence: Evidence, exact: readonly string[], settings: ExtractiveSettings): string =>
  idealSentences(evidence, exact, { maxWords: settings.idealWords, most: settings.idealSentences }, settings)
    .map(({ text }) => text)
    .join(" ");

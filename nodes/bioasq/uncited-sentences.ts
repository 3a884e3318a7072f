import type { BioasqState } from "../../state/bioasq.ts";
import { oneLine } from "../../text/one-line.ts";
import { splitSentences } from "../../text/split-sentences.ts";

/** Split an ideal answer that came as text into sentences that cite nothing yet. In: any text. Out: its sentences, each on one line. */
export const uncitedSentences = (text: string): BioasqState["ideal"] =>
  splitSentences(text).map((sentence) => ({ text: oneLine(sentence.text), snippets: [] }));

import { createRequire } from "node:module";
import { z } from "zod";
import { inverseDocumentFrequency, tokens } from "../text/content-words.ts";
import { contentForms } from "./lexical-forms.ts";
import { cosine } from "./vectors.ts";

const cues = z
  .object({
    source: z.string(),
    concluding: z.array(z.string()),
    reporting: z.array(z.string()),
    background: z.array(z.string()),
  })
  .parse(createRequire(import.meta.url)("./sentence-cues.json"));

/** A text with its vector from the encoder; undefined where the encoder gave none. */
export type Embedded = { text: string; vector: Float32Array | undefined };

/** What is looked for, and the text in which it is looked for, sentence by sentence in order. */
export type EvidenceQuestion = { claim: Embedded; title: string; sentences: readonly Embedded[] };

/** Features of one sentence by name; most lie in 0-1. */
export type SentenceFeatures = Readonly<Record<string, number>>;

/**
 * Describe each sentence by what it has to do with a claim or question, alone and beside its neighbours.
 *
 * In: claim, title ("" where there is none), sentences in order, each with its vector. Out: features[n] in the order of the sentences:
 * likeness of meaning and of words (weighed by rarity in this text), the same scaled within the text, of the neighbours, and place, length and cues.
 * A missing vector counts as a cosine of 0.
 */
export function sentenceEvidenceFeatures({ claim, title, sentences }: EvidenceQuestion): SentenceFeatures[] {
  const wanted = [...new Set(contentForms(claim.text))];
  const wantedPairs = pairsOf(contentForms(claim.text));
  const forms = sentences.map(({ text }) => contentForms(text));
  const weight = inverseDocumentFrequency(forms);
  const titleForms = new Set(contentForms(title));
  const numbers = numbersIn(claim.text);
  const cosines = sentences.map(({ vector }) =>
    vector === undefined || claim.vector === undefined ? 0 : Math.max(0, cosine(claim.vector, vector)),
  );
  const overlaps = forms.map((own) => shareOf(wanted, new Set(own), weight));
  const pairs = forms.map((own) => share(wantedPairs, new Set(pairsOf(own))));
  const bestCosine = Math.max(0, ...cosines);
  const bestOverlap = Math.max(0, ...overlaps);
  const last = sentences.length - 1;
  return sentences.map(({ text }, at) => {
    const meaning = cosines[at]!; // one a sentence
    const said = overlaps[at]!;
    const place = last === 0 ? 1 : at / last;
    const meaningShare = bestCosine === 0 ? 0 : meaning / bestCosine;
    const saidShare = bestOverlap === 0 ? 0 : said / bestOverlap;
    const ownNumbers = numbersIn(text);
    return {
      cosine: meaning,
      overlap: said,
      pairs: pairs[at]!,
      cosineShare: meaningShare,
      overlapShare: saidShare,
      bothShares: meaningShare * saidShare,
      cosineBest: meaning === bestCosine ? 1 : 0,
      overlapBest: saidShare === 1 ? 1 : 0,
      cosineRank: rankOf(cosines, at),
      overlapRank: rankOf(overlaps, at),
      bestCosine,
      bestOverlap,
      previousCosine: cosines[at - 1] ?? 0,
      nextCosine: cosines[at + 1] ?? 0,
      previousOverlap: overlaps[at - 1] ?? 0,
      nextOverlap: overlaps[at + 1] ?? 0,
      sharedNumbers: share(numbers, new Set(ownNumbers)),
      titleOverlap: share([...titleForms], new Set(forms[at])),
      place,
      placeSquared: place * place,
      first: at === 0 ? 1 : 0,
      last: at === last ? 1 : 0,
      nextToLast: at === last - 1 ? 1 : 0,
      lastAlike: at === last ? meaningShare : 0,
      lateAlike: place * meaningShare,
      length: Math.log1p(tokens(text).length) / 5,
      sentences: Math.log1p(sentences.length) / 5,
      numbers: Math.min(1, ownNumbers.length / 4),
      concluding: says(text, cues.concluding),
      reporting: says(text, cues.reporting),
      background: says(text, cues.background),
    };
  });
}

const numbersIn = (text: string): string[] => tokens(text).filter((token) => /^\p{N}/u.test(token));

const pairsOf = (forms: readonly string[]): string[] => forms.slice(1).map((form, at) => `${forms[at]} ${form}`);

const says = (text: string, phrases: readonly string[]): number => {
  const plain = ` ${tokens(text).join(" ")} `;
  return phrases.some((phrase) => plain.includes(` ${phrase} `)) ? 1 : 0;
};

const share = (wanted: readonly string[], held: ReadonlySet<string>): number => shareOf(wanted, held, () => 1);

function shareOf(wanted: readonly string[], held: ReadonlySet<string>, weight: (form: string) => number): number {
  const all = wanted.reduce((sum, form) => sum + weight(form), 0);
  return all === 0 ? 0 : wanted.reduce((sum, form) => sum + (held.has(form) ? weight(form) : 0), 0) / all;
}

/** Share of the sentences that score higher: 0 for the best. */
function rankOf(scores: readonly number[], at: number): number {
  const own = scores[at]!; // at is a place in scores
  return scores.filter((score) => score > own).length / Math.max(1, scores.length - 1);
}

import { drand48 } from "../statistics/drand48.ts";
import { mean } from "../statistics/mean.ts";
import { countShared, ngrams, tally } from "./tally.ts";

export type PrecisionRecallF = { p: number; r: number; f: number };
export type Rouge155 = { rouge2: PrecisionRecallF; rougeSu4: PrecisionRecallF };

/**
 * Score a text as the Perl script `ROUGE-1.5.5 -c 95 -2 4 -u -x -n 4` does, fed as BioASQ's wrapper feeds it.
 *
 * Formula: R = hits / items of all references; P = hits / (items of the prediction, once a reference); F = PR / (0.5 P + 0.5 R).
 * In: the prediction; one reference or all. Out: ROUGE-2 and ROUGE-SU4, 0-1, P and R rounded to 5 digits before F is formed. Empty text: 0.
 * @cite lin2004rouge §3, §5
 */
export function rouge155(prediction: string, references: readonly string[]): Rouge155 {
  const words = readWords(prediction);
  const referenceWords = references.map(readWords);
  return {
    rouge2: scoreItems(words, referenceWords, (text) => ngrams(text, 2)),
    rougeSu4: scoreItems(words, referenceWords, skipBigrams),
  };
}

/**
 * Reproduce the average that the Perl script prints: the mean of 1,000 bootstrap samples with fixed seeds.
 *
 * In: one value a text, in the order of the submission. Out: 0-1, 5 digits; a plain mean differs (by up to 0.005 seen). Empty: 0.
 * @cite lin2004rouge §6
 */
export function rouge155Average(values: readonly number[]): number {
  if (values.length === 0) return 0;
  // The script walks its texts in string order of their names 1.1, 10.1, 11.1, … 2.1.
  const names = values.map((value, index) => ({ name: `${index + 1}.1`, value }));
  const ordered = names.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ value }) => value);
  const samples = Array.from({ length: SAMPLES }, (_, seed) => {
    const random = drand48(seed);
    return mean(ordered.map(() => ordered[Math.floor(random() * ordered.length)] ?? 0));
  });
  return roundToFive(mean(samples));
}

/**
 * Round as C's `printf("%.5f")`: half to even on an exact tie, which only a multiple of 1/64 can be.
 *
 * In and out: 0-1.
 */
export function roundToFive(value: number): number {
  const isTie = Number.isInteger(value * 64) && (value * 64) % 2 !== 0;
  if (!isTie) return Number(value.toFixed(5));
  const below = Math.floor(value * 100_000);
  return (below % 2 === 0 ? below : below + 1) / 100_000;
}

/** The wrapper drops non-ASCII, writes HTML that the script cuts at the first newline and `<`; the script blanks all but letters and digits. */
function readWords(text: string): string[] {
  const ascii = text.replace(NOT_ASCII, "");
  const line = ascii.slice(0, ascii.search(/[\n<]|$/));
  return line.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/** Pairs with at most four words between, and every word but the last: the script starts a word's unigram with its pairs. */
function skipBigrams(words: readonly string[]): string[] {
  return words
    .slice(0, -1)
    .flatMap((word, place) => [word, ...words.slice(place + 1, place + 2 + GAP).map((later) => `${word} ${later}`)]);
}

function scoreItems(
  prediction: readonly string[],
  references: readonly string[][],
  itemsOf: (words: readonly string[]) => string[],
): PrecisionRecallF {
  const predicted = itemsOf(prediction);
  const predictedCounts = tally(predicted);
  let hits = 0;
  let expected = 0;
  for (const reference of references) {
    const items = itemsOf(reference);
    hits += countShared(tally(items), predictedCounts);
    expected += items.length;
  }
  const stated = predicted.length * references.length;
  const r = expected === 0 ? 0 : roundToFive(hits / expected);
  const p = stated === 0 ? 0 : roundToFive(hits / stated);
  return { p, r, f: p + r === 0 ? 0 : roundToFive((p * r) / (0.5 * p + 0.5 * r)) };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the wrapper encodes to ASCII and ignores the rest, so control characters stay.
const NOT_ASCII = /[^\x00-\x7f]/g;
const GAP = 4;
const SAMPLES = 1000;

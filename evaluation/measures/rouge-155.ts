import { drand48 } from "../statistics/drand48.ts";
import { mean } from "../statistics/mean.ts";
import { countShared, tally } from "./tally.ts";

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
  const places = new Map<string, number>();
  const words = numbered(prediction, places);
  const referenceWords = references.map((reference) => numbered(reference, places));
  return {
    rouge2: scoreItems(words, referenceWords, bigrams),
    rougeSu4: scoreItems(words, referenceWords, skipBigrams),
  };
}

/**
 * Reproduce the averages that the Perl script prints: the mean of 1,000 bootstrap samples with fixed seeds.
 *
 * In: columns of one value a text, all in the order of the submission. Out: one average a column, 0-1, 5 digits; a plain mean differs (by up to 0.005 seen). Empty: 0.
 * @cite lin2004rouge §6
 */
export function rouge155Averages(columns: readonly (readonly number[])[]): number[] {
  const n = columns[0]?.length ?? 0;
  if (n === 0) return columns.map(() => 0);
  // The script walks its texts in string order of their names 1.1, 10.1, 11.1, … 2.1.
  const order = Array.from({ length: n }, (_, index) => ({ name: `${index + 1}.1`, index }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ index }) => index);
  const ordered = columns.map((values) => Float64Array.from(order, (index) => values[index] ?? 0));
  const samples = columns.map(() => new Array<number>(SAMPLES).fill(0));
  const row = new Uint32Array(n);
  for (let seed = 0; seed < SAMPLES; seed += 1) {
    const random = drand48(seed);
    for (let place = 0; place < n; place += 1) row[place] = Math.floor(random() * n);
    ordered.forEach((values, column) => {
      let sum = 0;
      for (let place = 0; place < n; place += 1) sum += values[row[place]!]!; // rows hold indices below n
      samples[column]![seed] = sum / n; // one list a column
    });
  }
  return samples.map((means) => roundToFive(mean(means)));
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

/** Words by the place of their first occurrence, from 1: whole numbers compare faster than text. */
function numbered(text: string, places: Map<string, number>): number[] {
  return readWords(text).map((word) => {
    const known = places.get(word) ?? places.size + 1;
    places.set(word, known);
    return known;
  });
}

function bigrams(words: readonly number[]): number[] {
  return words.slice(1).map((later, place) => pair(words[place] ?? 0, later));
}

/** Pairs with at most four words between, and every word but the last: the script starts a word's unigram with its pairs. */
function skipBigrams(words: readonly number[]): number[] {
  const items: number[] = [];
  for (let place = 0; place < words.length - 1; place += 1) {
    const word = words[place]!; // within the list
    items.push(word);
    for (let later = place + 1; later <= place + 1 + GAP && later < words.length; later += 1)
      items.push(pair(word, words[later]!)); // within
  }
  return items;
}

/** One number for two words; a word alone is below 2^26, every pair above. */
const pair = (word: number, later: number): number => word * MOST_WORDS + later;

function scoreItems(
  prediction: readonly number[],
  references: readonly number[][],
  itemsOf: (words: readonly number[]) => number[],
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
const MOST_WORDS = 2 ** 26;
const SAMPLES = 1000;

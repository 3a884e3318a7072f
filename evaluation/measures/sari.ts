import { mean } from "../statistics/mean.ts";
import { f1 } from "./f1.ts";
import { ngrams, tally } from "./tally.ts";
import { tokenize13a } from "./tokenize-13a.ts";

/**
 * Score a rewriting against its source as evaluate's "sari" does.
 *
 * Formula: mean over n = 1-4 of (keep F1 + delete precision + add F1) / 3, times 100; a precision or recall of 0/0 is 1.
 * In: the source (ArchEHR: the narrative), the prediction, one or more references. Out: 0-100, lower-cased 13a tokens.
 * Empty text: taken as one empty token, so two empty texts score 100.
 * @cite xu2016optimizing §4
 */
export function sari(source: string, prediction: string, references: readonly string[]): number {
  const [from, to] = [sariTokens(source), sariTokens(prediction)];
  const expected = references.map(sariTokens);
  return (
    100 *
    mean(
      [1, 2, 3, 4].map((n) =>
        scoreOrder(
          ngrams(from, n),
          ngrams(to, n),
          expected.flatMap((tokens) => ngrams(tokens, n)),
          expected.length,
        ),
      ),
    )
  );
}

type Counts = ReadonlyMap<string, number>;

function scoreOrder(
  source: readonly string[],
  prediction: readonly string[],
  reference: readonly string[],
  references: number,
): number {
  // Each reference counts once, so the source and the prediction count once a reference too.
  const [from, to, expected] = [tally(source), tally(prediction), tally(reference)];
  for (const counts of [from, to]) for (const [gram, count] of counts) counts.set(gram, count * references);
  return (keepScore(from, to, expected) + deletePrecision(from, to, expected) + addScore(from, to, expected)) / 3;
}

/** Precision averages over kept n-gram types; recall sums counts: the official repair of the paper's formula. */
function keepScore(from: Counts, to: Counts, expected: Counts): number {
  const kept = intersect(from, to);
  const good = intersect(kept, expected);
  const wanted = intersect(from, expected);
  const precision = kept.size === 0 ? 1 : sumShares(good, kept) / kept.size;
  const recall = wanted.size === 0 ? 1 : sum(good) / sum(wanted);
  return f1(precision, recall);
}

function deletePrecision(from: Counts, to: Counts, expected: Counts): number {
  const deleted = subtract(from, to);
  return deleted.size === 0 ? 1 : sumShares(subtract(deleted, expected), deleted) / deleted.size;
}

function addScore(from: Counts, to: Counts, expected: Counts): number {
  const added = [...to.keys()].filter((gram) => !from.has(gram));
  const wanted = [...expected.keys()].filter((gram) => !from.has(gram));
  const good = added.filter((gram) => expected.has(gram)).length;
  return f1(added.length === 0 ? 1 : good / added.length, wanted.length === 0 ? 1 : good / wanted.length);
}

function intersect(a: Counts, b: Counts): Map<string, number> {
  return keepPositive([...a].map(([gram, count]) => [gram, Math.min(count, b.get(gram) ?? 0)]));
}

function subtract(a: Counts, b: Counts): Map<string, number> {
  return keepPositive([...a].map(([gram, count]) => [gram, count - (b.get(gram) ?? 0)]));
}

function keepPositive(entries: [string, number][]): Map<string, number> {
  return new Map(entries.filter(([, count]) => count > 0));
}

function sumShares(part: Counts, whole: Counts): number {
  return sum(new Map([...part].map(([gram, count]) => [gram, count / (whole.get(gram) ?? Number.NaN)])));
}

function sum(counts: Counts): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

function sariTokens(text: string): string[] {
  const tokens = tokenize13a(text.toLowerCase());
  return tokens.length === 0 ? [""] : tokens;
}

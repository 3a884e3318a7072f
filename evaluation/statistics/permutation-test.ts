import { drand48 } from "./drand48.ts";
import { pairedDifferences } from "./paired-differences.ts";

export type PermutationResult = {
  /** Share of sign patterns whose mean is at least the observed one: small when a is better, 0-1. */
  greater: number;
  /** Share whose mean is at most the observed one: small when b is better, 0-1. */
  less: number;
  /** 2 min(greater, less), at most 1. */
  twoSided: number;
  /** Sign patterns counted (count). */
  patterns: number;
  exact: boolean;
};

/**
 * Test whether two systems differ on the same items, by flipping the signs of their differences.
 *
 * Formula: p = share of sign patterns with a sum as extreme as the observed one, ties counted.
 * In: scores of a and b in one order. Out: p values in (0, 1]. All 2^n patterns up to `exactUpTo` items; above it, `samples` random ones and
 * the observed one, so p is never 0. Empty: every p is 1.
 * @cite fisher1935design §21
 */
export function permutationTest(
  a: readonly number[],
  b: readonly number[],
  { exactUpTo = 16, samples = 20_000, seed = 1 }: { exactUpTo?: number; samples?: number; seed?: number } = {},
): PermutationResult {
  const differences = pairedDifferences(a, b);
  const observed = signedSum(differences, () => false);
  // Equal sums in another order differ in the last bits, so a tie needs a tolerance.
  const tie = 1e-12 * Math.max(1, ...differences.map((difference) => Math.abs(difference) * differences.length));
  const exact = differences.length <= exactUpTo;
  const sums = exact ? everyPattern(differences) : [observed, ...randomPatterns(differences, samples, seed)];
  const greater = sums.filter((sum) => sum >= observed - tie).length / sums.length;
  const less = sums.filter((sum) => sum <= observed + tie).length / sums.length;
  return { greater, less, twoSided: Math.min(1, 2 * Math.min(greater, less)), patterns: sums.length, exact };
}

function everyPattern(differences: readonly number[]): number[] {
  return Array.from({ length: 2 ** differences.length }, (_, pattern) =>
    signedSum(differences, (place) => ((pattern >> place) & 1) === 1),
  );
}

function randomPatterns(differences: readonly number[], samples: number, seed: number): number[] {
  const random = drand48(seed);
  return Array.from({ length: samples }, () => signedSum(differences, () => random() < 1 / 2));
}

function signedSum(differences: readonly number[], isFlipped: (place: number) => boolean): number {
  let sum = 0;
  differences.forEach((difference, place) => {
    sum += isFlipped(place) ? -difference : difference;
  });
  return sum;
}

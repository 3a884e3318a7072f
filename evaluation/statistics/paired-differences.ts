/**
 * Subtract b from a, item by item.
 *
 * In: scores of two systems on the same items in one order. Out: a - b, same order. Empty: no differences.
 * If the lengths differ, the scores are of different items: an error, because pairing them would compare nothing.
 */
export function pairedDifferences(a: readonly number[], b: readonly number[]): number[] {
  if (a.length !== b.length) throw new RangeError(`Paired scores must be of the same items: ${a.length} against ${b.length}.`);
  return a.map((score, index) => score - b[index]!); // same length, checked above
}

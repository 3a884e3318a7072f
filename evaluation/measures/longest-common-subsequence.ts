/**
 * Measure the longest common subsequence of two word lists.
 *
 * In: words in order. Out: length (count of words). Empty: 0.
 * @cite lin2004rouge §3.1
 */
export function lcsLength(reference: readonly string[], prediction: readonly string[]): number {
  return lcsTable(reference, prediction)[reference.length]?.[prediction.length] ?? 0;
}

/**
 * Unite what a reference line shares with each prediction line.
 *
 * In: one reference line; prediction lines. Out: the reference words that lie on the LCS with at least one of them, in reference order. Empty: none.
 * @cite lin2004rouge §3.2
 */
export function unionLcs(reference: readonly string[], predictionLines: readonly (readonly string[])[]): string[] {
  const places = new Set(predictionLines.flatMap((line) => lcsPlaces(reference, line)));
  return reference.filter((_, place) => places.has(place));
}

/** Back-track one longest common subsequence; on a tie the reference is shortened, so the earlier reference word is kept. */
function lcsPlaces(reference: readonly string[], prediction: readonly string[]): number[] {
  const table = lcsTable(reference, prediction);
  const places: number[] = [];
  let [i, j] = [reference.length, prediction.length];
  while (i > 0 && j > 0) {
    if (reference[i - 1] === prediction[j - 1]) {
      places.push(i - 1);
      i -= 1;
      j -= 1;
    } else if (table[i]![j - 1]! > table[i - 1]![j]!)
      j -= 1; // i and j are inside the table
    else i -= 1;
  }
  return places;
}

function lcsTable(reference: readonly string[], prediction: readonly string[]): Uint32Array[] {
  const table = Array.from({ length: reference.length + 1 }, () => new Uint32Array(prediction.length + 1));
  reference.forEach((word, row) => {
    const [above, here] = [table[row]!, table[row + 1]!]; // the table has one row more than the reference
    prediction.forEach((other, column) => {
      here[column + 1] = word === other ? above[column]! + 1 : Math.max(above[column + 1]!, here[column]!);
    });
  });
  return table;
}

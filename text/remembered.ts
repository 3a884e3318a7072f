/**
 * Remember what a pure function of a word or a sentence gave, since texts repeat them.
 * In: the function; most words held (count): when it is reached all are forgotten. Out: a function with the same results.
 */
export function remembered<Result>(compute: (word: string) => Result, most: number): (word: string) => Result {
  const known = new Map<string, { result: Result }>();
  return (word) => {
    const held = known.get(word);
    if (held) return held.result;
    if (known.size >= most) known.clear();
    const result = compute(word);
    known.set(word, { result });
    return result;
  };
}

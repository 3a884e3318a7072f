/** Count names. In: names, repeats counted. Out: name to count, by name. */
export const countBy = (names: readonly string[]): Record<string, number> => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

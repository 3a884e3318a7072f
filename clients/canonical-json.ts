/**
 * Write a JSON value with its keys in order, so that equal values give equal bytes.
 *
 * In: any JSON value; undefined members are left out. Out: the text. Throws for what JSON cannot hold.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(ordered(value)) ?? "null";

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, ordered(member)]));
};

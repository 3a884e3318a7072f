import { closest, distance } from "fastest-levenshtein";

/**
 * Suggest the valid name that a mistyped one most likely meant.
 *
 * In: name, valid names; one of several parts (extractive.strictShare) may be meant by its last part. Out: ` Did you mean X?`, or a list of the valid names.
 */
export const nearest = (name: string, valid: readonly string[]): string => {
  if (valid.length === 0) return "";
  const typed = name.toLowerCase();
  // A name as a whole goes before the last part of another one that is as near.
  const spelt = [...valid.map((known) => ({ known, as: known })), ...valid.map((known) => ({ known, as: lastPart(known) }))];
  const guess = closest(
    typed,
    spelt.map(({ as }) => as.toLowerCase()),
  );
  const meant = spelt.find(({ as }) => as.toLowerCase() === guess)?.known;
  const near = meant !== undefined && distance(typed, guess) <= Math.max(2, name.length / 2);
  return near ? ` Did you mean ${meant}?` : ` Known: ${valid.join(", ")}.`;
};

const lastPart = (name: string): string => name.split(".").at(-1) ?? name;

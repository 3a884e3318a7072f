import { closest, distance } from "fastest-levenshtein";

/** Suggest the valid name that a mistyped one most likely meant. In: name, valid names. Out: ` Did you mean X?`, or a list of the valid names. */
export const nearest = (name: string, valid: readonly string[]): string => {
  if (valid.length === 0) return "";
  const guess = closest(
    name.toLowerCase(),
    [...valid].map((known) => known.toLowerCase()),
  );
  const known = valid.find((candidate) => candidate.toLowerCase() === guess);
  const near = known !== undefined && distance(name.toLowerCase(), guess) <= Math.max(2, name.length / 2);
  return near ? ` Did you mean ${known}?` : ` Known: ${valid.join(", ")}.`;
};

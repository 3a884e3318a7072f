import { nameForm } from "../../../../text/term-matcher.ts";
import type { RankedCandidate } from "./rank-candidates.ts";

const NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const ASKED_NUMBER = new RegExp(
  `^\\s*(?:please\\s+)?(?:list|name|give|provide|mention|which|what)\\s+(?:are\\s+)?(?:the\\s+)?(?:at\\s+least\\s+)?(\\d{1,2}|${NUMBER_WORDS.slice(1).join("|")})\\s+\\p{L}`,
  "iu",
);

/** Read how many entries a list question asks for: "Name two drugs …". In: a question. Out: the number, undefined where it names none. */
export function askedNumber(question: string): number | undefined {
  const written = ASKED_NUMBER.exec(question)?.[1]?.toLowerCase();
  if (written === undefined) return undefined;
  const word = NUMBER_WORDS.indexOf(written);
  const number = word >= 0 ? word : Number(written);
  return number > 0 ? number : undefined;
}

export type EntryLimits = { least: number; most: number; within: number };

/**
 * Take the entries of a list: the best candidates that score near the first one, none inside another.
 * In: candidates, best first; least and most (counts), within (log odds below the best one that an entry beyond the least may score).
 * Out: entries in the order of their rank; fewer than the least only where there are no more candidates.
 */
export function pickEntries(ranked: readonly RankedCandidate[], { least, most, within }: EntryLimits): RankedCandidate[] {
  const best = ranked[0]?.score ?? 0;
  const chosen: { candidate: RankedCandidate; form: string }[] = [];
  for (const candidate of ranked) {
    if (chosen.length >= most || (chosen.length >= least && candidate.score < best - within)) break;
    const form = formOf(candidate.key);
    if (!chosen.some((other) => other.form.includes(form) || form.includes(other.form))) chosen.push({ candidate, form });
  }
  return chosen.map(({ candidate }) => candidate);
}

/** Words in comparable form between blanks, so that "in" is not inside "insulin". */
const formOf = (key: string): string =>
  ` ${key
    .split(/[\s/-]+/u)
    .map(nameForm)
    .join(" ")} `;

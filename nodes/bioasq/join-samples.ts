import type { QuestionType } from "../../state/bioasq.ts";
import { oneLine } from "../../text/one-line.ts";

/** What one reply says: its exact answer, best first (yes or no alone for a yes/no question), and the sentences that explain it. */
export type Sample = { exact: readonly string[]; ideal: string };

// What models write when they name nothing. The whole entry must say so: "none of the above genes" stays.
const NAMES_NOTHING =
  /^(?:unknown|none|nothing|n\/?a|not (?:mentioned|specified|stated|provided|available|found|applicable|given|known|determined|reported)(?: in .*)?|no (?:exact )?(?:answer|entity|entities|information|evidence)(?: (?:was |is |were )?(?:found|given|available|provided).*)?|cannot be (?:determined|answered).*|insufficient (?:evidence|information).*)\.?$/iu;

/**
 * Join the exact answers of several replies to one question.
 *
 * In: replies in the order asked, at least one. Out: yes or no by majority (a tie: the earlier one); factoids by reciprocal rank summed
 * over the replies; list entries that at least half of the replies name, in the same order. Entries that name nothing are left out;
 * one spelling each, the first seen.
 *
 * @cite spec bioasq best
 */
export const joinSamples = (
  type: Exclude<QuestionType, "summary">,
  samples: readonly Sample[],
  rankConstant: number,
): string[] => {
  if (type === "yesno") return majority(samples.flatMap(({ exact }) => exact.slice(0, 1)));
  const entries = new Map<string, { text: string; score: number; named: number }>();
  for (const { exact } of samples) {
    for (const [rank, { key, text }] of distinct(exact).entries()) {
      const seen = entries.get(key) ?? { text, score: 0, named: 0 };
      entries.set(key, { ...seen, score: seen.score + 1 / (rankConstant + rank + 1), named: seen.named + 1 });
    }
  }
  const least = type === "list" ? samples.length / 2 : 0;
  return [...entries.values()]
    .filter(({ named }) => named >= least)
    .sort((a, b) => b.score - a.score)
    .map(({ text }) => text);
};

const majority = (votes: readonly string[]): string[] => {
  const count = (vote: string) => votes.filter((other) => other === vote).length;
  const [first, ...others] = votes;
  return first === undefined ? [] : [others.reduce((top, vote) => (count(vote) > count(top) ? vote : top), first)];
};

const distinct = (exact: readonly string[]): { key: string; text: string }[] => {
  const named = exact.map(surfaceForm).filter((text) => text !== "" && !NAMES_NOTHING.test(text));
  const keyed = named.map((text) => ({ key: text.toLowerCase(), text }));
  return keyed.filter(({ key }, at) => keyed.findIndex((other) => other.key === key) === at);
};

/** The name alone: no quotation marks around it, and no period after a whole word (BRCA1., but not U.S.). */
const surfaceForm = (entry: string): string =>
  oneLine(entry)
    .replace(/^["“](.*)["”]$/u, "$1")
    .replace(/(?<=[\p{L}\p{N})]{2})\.$/u, "")
    .trim();

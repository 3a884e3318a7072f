import type { Sentence } from "../../../../state/archehr.ts";
import { type Outcome, ok } from "../../../../state/outcome.ts";
import { shareSaid } from "../common/said-terms.ts";
import { type Support, supportOf } from "../common/support-of.ts";
import type { Extracting } from "../handler.ts";

/**
 * Find the note sentences that support one answer sentence: near the best one in support, few, and none when the best says something else.
 * In: text of the answer sentence, note. Out: ids in the note's order. If the encoder is down: its outcome.
 * @cite spec encoder-measured, Notes
 */
export async function citeSentence(text: string, note: readonly Sentence[], extracting: Extracting): Promise<Outcome<string[]>> {
  const support = await supportOf(text, note, extracting);
  if (support.is !== "ok") return support;
  const { alignShare, alignMost, alignFloor } = extracting.settings;
  const ordered = [...support.value.backing].sort((a, b) => b.support - a.support);
  const enough = Math.max(alignFloor, alignShare * (ordered[0]?.support ?? 0));
  return ok(inOrder(note, ordered.filter(({ support: share }) => share >= enough).slice(0, alignMost)));
}

/**
 * Find further note sentences for an answer sentence: those that hold much of what the sentences found so far do not.
 * In: text, note, found (ids). Out: ids in the note's order, none of `found`; with those found at most alignMost. If the encoder is down: its outcome.
 */
export async function citeMissed(
  text: string,
  note: readonly Sentence[],
  found: readonly string[],
  extracting: Extracting,
): Promise<Outcome<string[]>> {
  const support = await supportOf(text, note, extracting);
  if (support.is !== "ok") return support;
  const { alignMost } = extracting.settings;
  const cited = support.value.backing.filter(({ id }) => found.includes(id));
  const added: Support["backing"] = [];
  while (cited.length + added.length < alignMost) {
    const next = bestOfRest(support.value, [...cited, ...added], extracting);
    if (next === undefined) break;
    added.push(next);
  }
  return ok(inOrder(note, added));
}

function bestOfRest({ backing, terms, weight }: Support, cited: Support["backing"], { settings }: Extracting) {
  const covered = new Set(cited.flatMap((sentence) => [...sentence.known]));
  const open = terms.filter((term) => !covered.has(term));
  const most = terms.reduce((sum, term) => sum + weight(term), 0);
  // What is open must be a real part of the statement, or a passing word would call for a citation.
  if (open.reduce((sum, term) => sum + weight(term), 0) < settings.missedShare * most) return undefined;
  return backing
    .filter((sentence) => !cited.includes(sentence) && sentence.cosine >= settings.alignFloor)
    .map((sentence) => ({ sentence, share: shareSaid(open, sentence.known, weight) }))
    .filter(({ share }) => share >= settings.missedShare)
    .reduce<{ sentence: Support["backing"][number]; share: number } | undefined>(
      (best, next) => (best === undefined || next.share > best.share ? next : best),
      undefined,
    )?.sentence;
}

const inOrder = (note: readonly Sentence[], chosen: readonly { id: string }[]): string[] => {
  const ids = new Set(chosen.map(({ id }) => id));
  return note.map(({ id }) => id).filter((id) => ids.has(id));
};

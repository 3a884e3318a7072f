import type { Sentence } from "../../../../state/archehr.ts";
import { type Outcome, ok } from "../../../../state/outcome.ts";
import { countWords } from "../../../../text/python-whitespace.ts";
import { shareSaid } from "../common/said-terms.ts";
import { type Support, supportOf } from "../common/support-of.ts";
import type { Extracting } from "../handler.ts";

/**
 * Find the note sentences that support one answer sentence: the best one, those near it in support that add words of the statement or are as good,
 * and the best one of each clause that says most of it; none when the best says something else.
 * In: text of the answer sentence, note. Out: ids in the note's order. If the encoder is down: its outcome.
 * @cite spec encoder-measured, Notes
 */
export async function citeSentence(text: string, note: readonly Sentence[], extracting: Extracting): Promise<Outcome<string[]>> {
  const support = await supportOf(text, note, extracting);
  if (support.is !== "ok") return support;
  const chosen = coverOf(support.value, extracting);
  if (chosen.length === 0) return ok([]);
  const { clauseFloor, alignEqual } = extracting.settings;
  for (const clause of clausesOf(text)) {
    const said = await supportOf(clause, note, extracting);
    if (said.is !== "ok") return said;
    const best = strongestFirst(said.value)[0];
    if (best === undefined || best.support < clauseFloor) continue;
    const asGood = said.value.backing.filter(({ support: share }) => share >= alignEqual * best.support);
    if (!asGood.some(({ id }) => chosen.some((sentence) => sentence.id === id))) chosen.push(best);
  }
  return ok(inOrder(note, chosen));
}

/** Chooses greedily, strongest first: a sentence that only repeats what the chosen ones say is no second citation, unless it says it as well as the best. */
function coverOf(support: Support, { settings }: Extracting): Support["backing"] {
  const { alignFloor, alignShare, alignMost, alignGain, alignEqual } = settings;
  const ordered = strongestFirst(support);
  const best = ordered[0]?.support ?? 0;
  const chosen: Support["backing"] = [];
  for (const sentence of ordered) {
    if (chosen.length >= alignMost || sentence.support < Math.max(alignFloor, alignShare * best)) break;
    const covered = new Set(chosen.flatMap(({ known }) => [...known]));
    const added = shareSaid(support.terms, new Set([...sentence.known].filter((term) => !covered.has(term))), support.weight);
    if (chosen.length === 0 || added >= alignGain || sentence.support >= alignEqual * best) chosen.push(sentence);
  }
  return chosen;
}

const strongestFirst = ({ backing }: Support): Support["backing"] => [...backing].sort((a, b) => b.support - a.support);

const CLAUSE_END = /[;:,()]\s*|\s(?:and|but|because|so|although|while|which|then|since)\s/u;
const SHORTEST_CLAUSE = 3;

/** The clauses of a sentence that has several. */
function clausesOf(text: string): string[] {
  const clauses = text
    .split(CLAUSE_END)
    .map((clause) => clause.trim())
    .filter((clause) => countWords(clause) >= SHORTEST_CLAUSE);
  return clauses.length > 1 ? clauses : [];
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

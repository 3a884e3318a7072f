import { createRequire } from "node:module";
import { z } from "zod";

/**
 * A negating cue and the stretch of its sentence that it may negate, `from` to `to` (character offsets, end exclusive).
 * `coreFrom` to `coreTo` is what it surely negates: the part before a preposition (no infection | in the wound).
 */
export type Negation = { cue: string; start: number; end: number; from: number; to: number; coreFrom: number; coreTo: number };

const cues = z
  .object({
    source: z.string(),
    before: z.array(z.string()),
    after: z.array(z.string()),
    subjects: z.array(z.string()),
    lookAlikes: z.array(z.string()),
    scopeEnds: z.array(z.string()),
  })
  .parse(createRequire(import.meta.url)("./negation-cues.json"));

const bounded = (phrases: readonly string[]) => {
  const longestFirst = [...phrases].sort((one, other) => other.length - one.length);
  const spaced = (chosen: string[]) => chosen.map((phrase) => phrase.replaceAll(" ", "\\s+")).join("|");
  // ": denies" and ", on" follow a word directly; one test before all the others is faster than one before each.
  const words = spaced(longestFirst.filter((phrase) => /^\p{L}/u.test(phrase)));
  const marks = longestFirst.filter((phrase) => !/^\p{L}/u.test(phrase));
  const alternatives = [`(?<![\\p{L}\\p{N}-])(?:${words})`, ...(marks.length > 0 ? [spaced(marks)] : [])];
  return new RegExp(`(?:${alternatives.join("|")})(?![\\p{L}\\p{N}])`, "giu");
};

// don't, wasn't, couldn't: the contraction negates what follows and, like "was not", its subject.
const CUE = new RegExp(
  `${bounded([...cues.lookAlikes, ...cues.before, ...cues.after, ...cues.subjects]).source}|\\b\\p{L}+n't\\b`,
  "giu",
);
const SCOPE_END = bounded(cues.scopeEnds);
const VERB = /(?<!\p{L})(?:was|were|is|are|has|have|had|showed|shows|revealed|but|and is)(?!\p{L})/giu;
// "no fever, chills" is a list; after "did not improve," a new thought begins.
const CORE_END = /\S(?=\s+(?:in|at|on|for|from|during|over|within|with|by|to|among|between|under)\s)|[^\s:](?=\s*:)/giu;
const VERB_CORE_END = new RegExp(`${CORE_END.source}|\\S(?=,)`, "giu");
const VERBAL = /n't$|(?:^|\s)(?:not|never|cannot)$/;
const SENTENCE_END = /[.!?;](?=\s|$)|\n\s*\n|\n(?=\s*(?:[-*•]|\d+[.)]))/gu;
const forward = new Set(cues.before);
const backward = new Set(cues.after);
const subjects = new Set(cues.subjects);
const lookAlikes = new Set(cues.lookAlikes);

/**
 * Find what a text negates: each cue with its scope, forward ("no fever or chills"), backward ("pneumonia was ruled out") or both.
 * In: any text. Out: negations in order; a cue that works both ways gives two.
 * @cite chapman2001negex
 */
export function findNegations(text: string): Negation[] {
  const plain = text.replaceAll("’", "'");
  const found = [...plain.matchAll(CUE)].filter(([cue]) => !lookAlikes.has(spelled(cue)));
  if (found.length === 0) return [];
  const sentenceEnds = placesOf(plain, SENTENCE_END);
  const scopeEnds = placesOf(plain, SCOPE_END);
  const ahead = {
    ends: firstPlaces(sentenceEnds, scopeEnds),
    core: firstPlaces(placesOf(plain, CORE_END)),
    verbCore: firstPlaces(placesOf(plain, VERB_CORE_END)),
  };
  const behind = lastEnds(sentenceEnds, scopeEnds, placesOf(plain, VERB));
  return found.flatMap((match) => {
    const cue = spelled(match[0]);
    const span = { cue, start: match.index, end: match.index + match[0].length };
    const verbal = VERBAL.test(cue);
    const after = { from: span.end, to: ahead.ends[atOrAfter(ahead.ends, span.end)] ?? plain.length };
    const before = { from: Math.min(span.start, behind[atOrAfter(behind, span.start + 1) - 1] ?? 0), to: span.start };
    return [
      ...(forward.has(cue) || verbal ? [{ ...span, ...after, ...coreOf(after, verbal ? ahead.verbCore : ahead.core) }] : []),
      ...(backward.has(cue) ? [{ ...span, ...before, ...coreOf(before, ahead.core) }] : []),
      // The subject of "was not given" may or may not be what is negated.
      ...(subjects.has(cue) ? [{ ...span, ...before, coreFrom: before.from, coreTo: before.from }] : []),
    ];
  });
}

/**
 * Prepare to tell how a text states its parts.
 * In: any text; its negations where they are known. Out: a function from a span (start, end exclusive) to negated (in what a cue surely negates), affirmed (outside every scope) or unclear.
 */
export function statesOf(
  text: string,
  negations: readonly Negation[] = findNegations(text),
): (start: number, end: number) => "negated" | "affirmed" | "unclear" {
  const may = new Uint8Array(text.length);
  const surely = new Uint8Array(text.length);
  for (const { from, to, coreFrom, coreTo } of negations) {
    may.fill(1, from, to);
    surely.fill(1, coreFrom, coreTo);
  }
  return (start, end) => {
    if (!surely.subarray(start, end).includes(0)) return "negated";
    return may.subarray(start, end).includes(0) ? "affirmed" : "unclear";
  };
}

const spelled = (cue: string): string => cue.toLowerCase().replace(/\s+/g, " ");

type Place = { start: number; end: number };

const placesOf = (text: string, shape: RegExp): Place[] =>
  [...text.matchAll(shape)].map((match) => ({ start: match.index, end: match.index + match[0].length }));

const firstPlaces = (...all: Place[][]): number[] =>
  all.flatMap((places) => places.map(({ start }) => start)).sort((one, other) => one - other);

const lastEnds = (...all: Place[][]): number[] =>
  all.flatMap((places) => places.map(({ end }) => end)).sort((one, other) => one - other);

/** Index of the first of rising numbers that is at least `least`; their count when none is. */
function atOrAfter(rising: readonly number[], least: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The scope up to the character before its first preposition or colon. */
function coreOf({ from, to }: { from: number; to: number }, ends: readonly number[]): Pick<Negation, "coreFrom" | "coreTo"> {
  const first = ends[atOrAfter(ends, from)];
  return { coreFrom: from, coreTo: first !== undefined && first < to ? first + 1 : to };
}

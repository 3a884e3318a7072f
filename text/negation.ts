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
  const alternatives = [...phrases]
    .sort((one, other) => other.length - one.length)
    // ": denies" and ", on" follow a word directly.
    .map((phrase) => `${/^\p{L}/u.test(phrase) ? "(?<![\\p{L}\\p{N}-])" : ""}${phrase.replaceAll(" ", "\\s+")}`);
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
const before = new Set(cues.before);
const after = new Set(cues.after);
const subjects = new Set(cues.subjects);
const lookAlikes = new Set(cues.lookAlikes);

/**
 * Find what a text negates: each cue with its scope, forward ("no fever or chills"), backward ("pneumonia was ruled out") or both.
 * In: any text. Out: negations in order; a cue that works both ways gives two.
 * @cite chapman2001negex
 */
export function findNegations(text: string): Negation[] {
  const plain = text.replaceAll("’", "'");
  return [...plain.matchAll(CUE)].flatMap((match) => {
    const cue = match[0].toLowerCase().replace(/\s+/g, " ");
    const span = { cue, start: match.index, end: match.index + match[0].length };
    if (lookAlikes.has(cue)) return [];
    const verbal = VERBAL.test(cue);
    const ahead = { from: span.end, to: scopeAfter(plain, span.end) };
    const behind = { from: scopeBefore(plain, span.start), to: span.start };
    return [
      ...(before.has(cue) || verbal ? [{ ...span, ...ahead, ...core(plain, ahead, verbal ? VERB_CORE_END : CORE_END) }] : []),
      ...(after.has(cue) ? [{ ...span, ...behind, ...core(plain, behind, CORE_END) }] : []),
      // The subject of "was not given" may or may not be what is negated.
      ...(subjects.has(cue) ? [{ ...span, ...behind, coreFrom: behind.from, coreTo: behind.from }] : []),
    ];
  });
}

/**
 * Tell how a text states a span: negated (in what a cue surely negates), affirmed (outside every scope) or unclear.
 * In: the text's negations, a span (start, end exclusive). Out: the state.
 */
export function statedAs(negations: readonly Negation[], start: number, end: number): "negated" | "affirmed" | "unclear" {
  if (negations.some(({ coreFrom, coreTo }) => coreFrom <= start && end <= coreTo)) return "negated";
  return negations.some(({ from, to }) => from <= start && end <= to) ? "unclear" : "affirmed";
}

function core(text: string, { from, to }: { from: number; to: number }, end: RegExp): Pick<Negation, "coreFrom" | "coreTo"> {
  const [first] = [...text.slice(from, to).matchAll(end)];
  return { coreFrom: from, coreTo: first ? from + first.index + 1 : to };
}

function scopeAfter(text: string, from: number): number {
  const ends = [SENTENCE_END, SCOPE_END].map((shape) => {
    shape.lastIndex = from;
    return shape.exec(text)?.index ?? text.length;
  });
  return Math.min(...ends);
}

function scopeBefore(text: string, to: number): number {
  const head = text.slice(0, to);
  const starts = [SENTENCE_END, SCOPE_END, VERB].map((shape) => {
    const last = [...head.matchAll(shape)].at(-1);
    return last ? last.index + last[0].length : 0;
  });
  return Math.max(...starts);
}

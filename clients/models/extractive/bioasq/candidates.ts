import type { Evidence, EvidenceSentence } from "./evidence.ts";
import { type Piece, piecesOf } from "./pieces.ts";

/** One place where a candidate stands. */
export type Occurrence = {
  sentence: EvidenceSentence;
  pieces: readonly Piece[];
  /** First and last piece of the candidate. */
  from: number;
  to: number;
  /** The words or marks beside it; ^ and $ at the ends of the sentence. */
  previous: string;
  next: string;
};

/** A stretch of the evidence that may be an answer, with all its places. */
export type Candidate = { key: string; text: string; occurrences: Occurrence[] };

const LONGEST = 6;
const INNER = new Set(["of", "in", "to", "for", "the", "and", "with", "or", "by"]);
const MOST_INNER = 2;
const MOST_PLACES = 40;

/**
 * List what could be an exact answer: every run of up to six words of a sentence that no punctuation cuts and no function word begins or ends.
 * In: evidence. Out: candidates by their lower-case text, in the order of their first place; those that the question holds word for word are left out.
 */
export function candidatesIn({ question, sentences }: Evidence): Candidate[] {
  const asked = ` ${piecesOf(question)
    .map(({ lower }) => lower)
    .join(" ")} `;
  const byKey = new Map<string, Candidate>();
  for (const sentence of sentences) {
    const pieces = piecesOf(sentence.text);
    for (let from = 0; from < pieces.length; from++) {
      for (let to = from; to < Math.min(pieces.length, from + LONGEST); to++) {
        if (to > from && pieces[to]!.gap !== "") break; // to is below the length
        if (!mayAnswer(pieces, from, to)) continue;
        const text = sentence.text.slice(pieces[from]!.start, pieces[to]!.end); // both are below the length
        add(byKey, asked, text, { sentence, pieces, from, to, ...besides(pieces, from, to, sentence.text) });
        if (from === to)
          for (const part of partsOf(text)) add(byKey, asked, part, { sentence, pieces, from, to, previous: "/", next: "/" });
      }
    }
  }
  return [...byKey.values()];
}

function add(byKey: Map<string, Candidate>, asked: string, text: string, occurrence: Occurrence): void {
  const key = text.toLowerCase();
  // A lone letter (n, P, L) is a symbol of a table, not a name.
  if (asked.includes(` ${key} `) || /^\p{L}$/u.test(key)) return;
  const candidate = byKey.get(key) ?? { key, text, occurrences: [] };
  byKey.set(key, candidate);
  if (candidate.occurrences.length < MOST_PLACES) candidate.occurrences.push(occurrence);
}

function mayAnswer(pieces: readonly Piece[], from: number, to: number): boolean {
  if (pieces[from]?.stop || pieces[to]?.stop) return false;
  const inner = pieces.slice(from + 1, to).filter(({ stop }) => stop);
  return inner.length <= MOST_INNER && inner.every(({ lower }) => INNER.has(lower));
}

function besides(pieces: readonly Piece[], from: number, to: number, text: string): Pick<Occurrence, "previous" | "next"> {
  const [before, own, last, after] = [pieces[from - 1], pieces[from], pieces[to], pieces[to + 1]];
  const closing = /^[^\s\p{L}\p{N}]/u.exec(text.slice(last?.end))?.[0];
  return {
    previous: own?.gap ? own.gap.slice(-1) : (before?.lower ?? "^"),
    next: closing ?? (after === undefined ? "$" : after.gap === "" ? after.lower : after.gap.slice(0, 1)),
  };
}

/** PI3K/Akt names two; EGFR-mediated names EGFR. */
function partsOf(text: string): string[] {
  const slashed = text.includes("/") ? text.split("/").filter((part) => /\p{L}.*[\p{L}\p{N}]/u.test(part)) : [];
  const head = /^(.*[\p{L}\p{N}].*)[-–]\p{Ll}{4,}$/u.exec(text)?.[1];
  return [...slashed, ...(head === undefined || head.length < 2 ? [] : [head])];
}

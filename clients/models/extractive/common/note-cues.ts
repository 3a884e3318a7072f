import { createRequire } from "node:module";
import { z } from "zod";
import { isHeading } from "../../../../text/is-heading.ts";

const phrases = z.array(z.string().min(1));
const cues = z
  .object({ source: z.string(), telling: phrases, listing: phrases, reasons: phrases, decisions: phrases, routine: phrases })
  .parse(createRequire(import.meta.url)("./note-cues.json"));

const anyOf = (words: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map((word) => word.replaceAll(" ", "\\s+")).join("|")})(?![\\p{L}\\p{N}])`, "iu");
const TELLING = anyOf(cues.telling);
const LISTING = anyOf(cues.listing);
const CUE = anyOf([...cues.reasons, ...cues.decisions]);
const ROUTINE = anyOf(cues.routine);
const PROBLEM = /^\s*(?:#|\d{1,2}[.)]\s)/u;
const DOSE = /\d\s?(?:mg|mcg|g|units?|ml|mEq|%)(?![\p{L}\p{N}])/iu;
const VERB =
  /(?<!\p{L})(?:was|were|is|are|be|been|has|have|had|will|should|may|must|take|took|received|given|started|stopped|continued?|increased|reduced|held)(?!\p{L})/iu;

/** What a sentence is in its note, beside what it says. */
export type NotePlace = {
  heading: boolean;
  /** Number of the section, from 0; a heading opens one. */
  section: number;
  /** telling: under a heading for findings and decisions; listing: under one for lists. */
  kind: "telling" | "listing" | "other";
  /** It gives a reason or a decision. */
  cue: boolean;
  /** A bare dose line, a denial, a normal finding. */
  routine: boolean;
};

/**
 * Place the sentences of a note: their section, and whether they reason, decide or only record.
 * In: sentences in the note's order. Out: one place a sentence.
 */
export function placesIn(sentences: readonly { text: string }[]): NotePlace[] {
  let section = 0;
  let kind: NotePlace["kind"] = "other";
  return sentences.map(({ text }) => {
    const heading = isHeading(text);
    if (heading) {
      section += 1;
      kind = kindOf(text);
    }
    const doseLine = DOSE.test(text) && !VERB.test(text);
    return { heading, section, kind, cue: !heading && CUE.test(text), routine: !heading && (doseLine || ROUTINE.test(text)) };
  });
}

function kindOf(heading: string): NotePlace["kind"] {
  if (PROBLEM.test(heading)) return "telling";
  if (LISTING.test(heading)) return "listing";
  return TELLING.test(heading) ? "telling" : "other";
}

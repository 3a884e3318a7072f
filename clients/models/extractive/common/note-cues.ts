import { createRequire } from "node:module";
import { z } from "zod";
import { isHeading } from "../../../../text/is-heading.ts";

const phrases = z.array(z.string().min(1));
const cues = z
  .object({ source: z.string(), listing: phrases, reasons: phrases, decisions: phrases, routine: phrases })
  .parse(createRequire(import.meta.url)("./note-cues.json"));

const anyOf = (words: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map((word) => word.replaceAll(" ", "\\s+")).join("|")})(?![\\p{L}\\p{N}])`, "iu");
const LISTING = anyOf(cues.listing);
const REASON = anyOf(cues.reasons);
const DECISION = anyOf(cues.decisions);
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
  /** listing: under a heading for lists, such as an examination or home medicines. */
  kind: "listing" | "other";
  /** It gives a reason. */
  reason: boolean;
  /** It tells what was or will be done. */
  decision: boolean;
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
    return {
      heading,
      section,
      kind,
      reason: !heading && REASON.test(text),
      decision: !heading && DECISION.test(text),
      routine: !heading && (doseLine || ROUTINE.test(text)),
    };
  });
}

const kindOf = (heading: string): NotePlace["kind"] => (!PROBLEM.test(heading) && LISTING.test(heading) ? "listing" : "other");

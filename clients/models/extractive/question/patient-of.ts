import { anyPhrase, QUESTION_WORDS } from "./question-words.ts";

/** Whom a message is about: the writer or one of their kin, and the pronoun to use. */
export type Patient = { is: "writer" | "kin"; pronoun: "he" | "she" | "they" };

const { he, she, they } = QUESTION_WORDS;
const OWNED = "(?:my|our)\\s+(?:\\p{L}+\\s+){0,2}?";
const KIN = { he: owned(he), she: owned(she), they: owned(they) };
const THIRD = /(?<!\p{L})(?:he|she|him|his|her|hers|himself|herself)(?!\p{L})/giu;
const FIRST = /(?<![\p{L}'’])(?:i|me|my|mine|myself)(?!\p{L})/giu;
const OWN_CARE =
  /(?<!\p{L})(?:i\s+(?:\p{L}+\s+)?(?:was|am|had|have|got|went|woke|felt|feel|take|took|need|suffer|fell)|i'm|i've|my\s+(?:doctor|pain|blood|heart|leg|arm|back|head|chest|stomach|surgery|symptoms|wound|legs|feet|kidneys?|lungs?))(?!\p{L})/giu;
const MAN =
  /(?<!\p{L})(?:(?:i(?:'m| am| was)|as) an?\s+(?:\S+\s+){0,4}?(?:man|male|guy)|prostate|my penis|my testicles?)(?!\p{L})/iu;
const WOMAN =
  /(?<!\p{L})(?:(?:i(?:'m| am| was)|as) an?\s+(?:\S+\s+){0,4}?(?:woman|female|girl)|i(?:'m| am| was| got) (?:\S+\s+){0,3}?pregnant|my (?:period|periods|pregnancy|uterus|ovary|ovaries|menopause))(?!\p{L})/iu;

/**
 * Find out whom a message asks about.
 * In: a patient's or relative's message. Out: kin when the message tells more of them than of the writer; they where nothing tells the gender.
 */
export function patientOf(message: string): Patient {
  const counts = { he: count(message, KIN.he), she: count(message, KIN.she), they: count(message, KIN.they) };
  const kin = counts.he + counts.she + counts.they;
  const third = count(message, THIRD);
  // A cousin or a husband named in passing: the writer speaks of themselves far more often than of anyone else.
  const passing = count(message, FIRST) >= 2 * (kin + third);
  if (kin > 0 && !passing && kin + third >= count(message, OWN_CARE)) return { is: "kin", pronoun: ofKin(message, counts) };
  return { is: "writer", pronoun: MAN.test(message) ? "he" : WOMAN.test(message) ? "she" : "they" };
}

function ofKin(message: string, counts: Record<Patient["pronoun"], number>): Patient["pronoun"] {
  if (counts.he !== counts.she) return counts.he > counts.she ? "he" : "she";
  if (counts.he > 0) return firstOf(message, KIN.he) < firstOf(message, KIN.she) ? "he" : "she";
  const [male, female] = [
    count(message, /(?<!\p{L})(?:he|him|his)(?!\p{L})/giu),
    count(message, /(?<!\p{L})(?:she|her)(?!\p{L})/giu),
  ];
  return male === female ? "they" : male > female ? "he" : "she";
}

const count = (text: string, shape: RegExp): number => [...text.matchAll(shape)].length;
const firstOf = (text: string, shape: RegExp): number => [...text.matchAll(shape)][0]?.index ?? text.length;

function owned(kin: readonly string[]): RegExp {
  return anyPhrase(
    kin.map((word) => `${OWNED}${word}`),
    "giu",
  );
}

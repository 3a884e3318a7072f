import { oneLine } from "../../../../text/one-line.ts";
import type { Patient } from "./patient-of.ts";
import { anyPhrase, QUESTION_WORDS } from "./question-words.ts";

type Forms = { subject: string; object: string; owner: string; self: string };
type Rule = readonly [shape: RegExp, wording: (found: string) => string];

const FORMS: Readonly<Record<Patient["pronoun"], Forms>> = {
  he: { subject: "he", object: "him", owner: "his", self: "himself" },
  she: { subject: "she", object: "her", owner: "her", self: "herself" },
  they: { subject: "the patient", object: "the patient", owner: "the patient's", self: "themselves" },
};
const FAMILY: Forms = { subject: "the family", object: "the family", owner: "the family's", self: "themselves" };

const { he, she, they, beforeObject } = QUESTION_WORDS;
const KIN = [...he, ...she, ...they].sort((a, b) => b.length - a.length).join("|");
const OWNED_KIN = new RegExp(`(?<!\\p{L})(?:my|our)\\s+(?:\\p{L}+\\s+){0,2}?(?:${KIN})(?<owner>['’]s|s['’])?(?!\\p{L})`, "giu");
const BEFORE_OBJECT = anyPhrase(beforeObject, "iu");

/**
 * Word a question in the third person.
 * In: a question of a message's writer, whom the message is about. Out: without I, you or we: the patient by pronoun, or as the patient;
 * the writer as the family when kin is ill; clinicians as they.
 */
export function thirdPerson(question: string, patient: Patient): string {
  const kinNamed = question.replace(OWNED_KIN, (found: string, owner: string | undefined, at: number) =>
    kinWording(found, owner, question.slice(0, at), patient),
  );
  return oneLine(rulesFor(patient).reduce((text, [shape, wording]) => text.replace(shape, wording), kinNamed));
}

function kinWording(found: string, owner: string | undefined, before: string, { is, pronoun }: Patient): string {
  const forms = FORMS[pronoun];
  if (is === "writer") return found.replace(/^(?:my|our)/iu, forms.owner);
  if (owner !== undefined) return forms.owner;
  const previous = before.trim().split(/\s+/u).at(-1) ?? "";
  return BEFORE_OBJECT.test(previous) ? forms.object : forms.subject;
}

function rulesFor({ is, pronoun }: Patient): Rule[] {
  const patient = FORMS[pronoun];
  const writer = is === "writer" ? patient : FAMILY;
  return [
    [/(?<!\p{L})am\s+i(?!\p{L})/giu, () => `is ${writer.subject}`],
    [/(?<!\p{L})i(?:\s+am|\s*['’]m)(?!\p{L})/giu, () => `${writer.subject} is`],
    [/(?<!\p{L})have\s+i(?!\p{L})/giu, () => `has ${writer.subject}`],
    [/(?<!\p{L})i(?:['’]ve|\s+have)(?!\p{L})/giu, () => `${writer.subject} has`],
    [/(?<!\p{L})don['’]?t\s+(?:i|we)(?!\p{L})/giu, () => `doesn't ${writer.subject}`],
    [/(?<!\p{L})do\s+(?:i|we)(?!\p{L})/giu, () => `does ${writer.subject}`],
    [/(?<!\p{L})(?:i|we)['’]ll(?!\p{L})/giu, () => `${writer.subject} will`],
    [/(?<!\p{L})(?:i|we)['’]d(?!\p{L})/giu, () => `${writer.subject} would`],
    [/(?<!\p{L})(?:i|we)(?!\p{L}|['’.]\p{L})/giu, () => writer.subject],
    [/(?<!\p{L})(?:me|us)(?!\p{L})/gu, () => writer.object],
    [/(?<!\p{L})(?:my|mine|our|ours)(?!\p{L})/giu, () => writer.owner],
    [/(?<!\p{L})(?:myself|ourselves)(?!\p{L})/giu, () => writer.self],
    [/(?<=(?<!\p{L})(?:did|didn['’]t|have|had|were|would|could)\s+)you(?:\s+guys)?(?!\p{L})/giu, () => "they"],
    [/(?<!\p{L})you(?:\s+(?:guys|all|people|doctors))?(?!\p{L})/giu, () => (is === "writer" ? patient.subject : "they")],
    [/(?<!\p{L})yours?(?!\p{L})/giu, () => "the"],
  ];
}

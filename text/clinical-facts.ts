import { type DateMention, findDates } from "./dates.ts";
import { findEntities } from "./entities.ts";
import type { FactDifference } from "./fact-difference.ts";
import { literalPattern } from "./literal-pattern.ts";
import { dateIsIn } from "./match-dates.ts";
import { negationsDiffer } from "./match-negations.ts";
import { type NumberFact, numberDiffers } from "./match-numbers.ts";
import { DRUG_CLASSES, findMedicalTerms } from "./medical-terms.ts";
import { findQuantities } from "./quantities.ts";

/** What a text says that can be checked literally. Drugs by generic name. */
export type ClinicalFacts = { numbers: NumberFact[]; dates: DateMention[]; drugs: { text: string; canonical: string }[] };

/**
 * Find the numbers with units, times, dates and medicines of a text.
 * In: any text. Out: each in order. Numbers inside names (type 2 diabetes, 5-fluorouracil) and dates are not numbers; classes of drugs are not drugs.
 */
export function findClinicalFacts(text: string): ClinicalFacts {
  const quantities = findQuantities(text);
  const measured = marksOf(
    text,
    quantities.filter(({ unit }) => unit !== undefined),
  );
  const dates = findDates(text).filter(({ start, end }) => !measured.subarray(start, end).includes(1));
  const named = marksOf(text, [...dates, ...findMedicalTerms(text)]);
  const drugs = findEntities(text).filter(({ kind, canonical }) => kind === "drug" && !DRUG_CLASSES.has(canonical));
  return {
    numbers: quantities
      .filter(({ start, end }) => !named.subarray(start, end).includes(1))
      .map((quantity) => ({ ...quantity, counts: countsNoun(text, quantity.end) })),
    dates,
    drugs: drugs.map(({ text: surface, canonical }) => ({ text: surface, canonical })),
  };
}

/**
 * Compare a claim with its evidence literally: every number, unit, date, time and medicine of the claim must be in the evidence, negated or not as there.
 * In: a claim; all its evidence as one text, sentences separated by white space. Out: the differences in that order; empty when all is found.
 * Equal values in other units (0.5 g, 500 mg), number words, brand and generic, and a value to which the evidence writes no unit count as found.
 * @cite spec archehr best 6; field case 67
 */
export function factsDiffer(claim: string, evidence: string): FactDifference[] {
  const wanted = findClinicalFacts(claim);
  const held = findClinicalFacts(evidence);
  return [
    ...wanted.numbers.flatMap((number) => numberDiffers(number, held.numbers, held.dates)),
    ...timesOf(claim).flatMap((time) => (timesOf(evidence).includes(time) ? [] : [missing("number", time)])),
    ...wanted.dates.flatMap((date) => (dateIsIn(date, held.dates, held.numbers) ? [] : [missing("date", date.text)])),
    ...wanted.drugs.flatMap((drug) => (drugIsIn(drug, held.drugs, evidence) ? [] : [missing("drug", drug.text)])),
    ...negationsDiffer(claim, evidence),
  ];
}

const missing = (kind: FactDifference["kind"], value: string): FactDifference => ({
  kind,
  value,
  detail: `the evidence does not hold the ${kind} "${value}"`,
});

/** One mark a character that lies in one of the spans. */
function marksOf(text: string, spans: readonly { start: number; end: number }[]): Uint8Array {
  const marks = new Uint8Array(text.length);
  for (const { start, end } of spans) marks.fill(1, start, end);
  return marks;
}

// "87 patients" counts something; in "EF 35." or "25 daily" the unit is only left out.
const NOUN =
  /\s+(?!(?:and|or|to|with|on|at|in|by|for|from|of|the|per|daily|twice|once|every|each|today|orally|bid|tid|qid|prn|po|iv|then|after|before|is|was|but)\b)\p{Ll}{3,}/uy;

function countsNoun(text: string, end: number): boolean {
  NOUN.lastIndex = end;
  return NOUN.test(text);
}

const timesOf = (text: string): string[] =>
  (text.match(/(?<![\d:.])\d{1,2}:\d{2}(?![\d:])/g) ?? []).map((time) => time.replace(/^0/, ""));

function drugIsIn(drug: ClinicalFacts["drugs"][number], held: ClinicalFacts["drugs"], evidence: string): boolean {
  // A part of a combination is in it: valsartan in sacubitril-valsartan.
  const inList = held.some(({ canonical }) => canonical === drug.canonical || canonical.split("-").includes(drug.canonical));
  return inList || new RegExp(`(?<!\\p{L})${literalPattern(drug.text)}(?!\\p{L})`, "iu").test(evidence);
}

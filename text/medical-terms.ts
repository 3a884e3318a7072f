import { createRequire } from "node:module";
import { z } from "zod";
import { type TermList, termMatcher } from "./term-matcher.ts";

/** What a named entity is. */
export type EntityKind = "drug" | "diagnosis" | "procedure" | "finding" | "gene" | "number" | "test";

const List = z.object({
  source: z.string(),
  kind: z.enum(["drug", "diagnosis", "procedure", "finding", "gene", "test"]),
  terms: z.array(z.array(z.string().min(1)).min(1)),
});
const load = createRequire(import.meta.url);
const list = (file: string): TermList<EntityKind> => List.parse(load(file));

const drugs = list("./drug-names.json");

/** Medicines by name, one row each: generic name first, then other spellings and brands. */
export const DRUG_NAMES: readonly (readonly string[])[] = drugs.terms;

/** Every list of known names, one row a meaning. */
export const MEDICAL_TERMS: readonly TermList<EntityKind>[] = [
  drugs,
  ...["drug-classes", "diagnosis-names", "finding-names", "procedure-names", "test-names", "gene-names"].map((name) =>
    list(`./${name}.json`),
  ),
];

/**
 * Find the known medical names of a text, longest first.
 * In: any text. Out: matches in order without overlap, each with its kind, canonical name and other names.
 */
export const findMedicalTerms = termMatcher(MEDICAL_TERMS);

/**
 * Find the medicines that a text names exactly; classes (a blood thinner) are none.
 * In: any text. Out: matches in order, canonical is the generic name.
 */
export const findDrugNames = termMatcher([drugs]);

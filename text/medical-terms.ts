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
const classes = list("./drug-classes.json");

/** Medicines by name, one row each: generic name first, then other spellings and brands. */
export const DRUG_NAMES: readonly (readonly string[])[] = drugs.terms;

/** Canonical names of the classes of medicines, in lower case: a blood thinner is no medicine of its own. */
export const DRUG_CLASSES: ReadonlySet<string> = new Set(classes.terms.map(([canonical = ""]) => canonical.toLowerCase()));

/** Every list of known names, one row a meaning. */
export const MEDICAL_TERMS: readonly TermList<EntityKind>[] = [
  drugs,
  classes,
  ...["diagnosis-names", "finding-names", "procedure-names", "test-names", "gene-names"].map((name) => list(`./${name}.json`)),
];

/**
 * Find the known medical names of a text, longest first.
 * In: any text. Out: matches in order without overlap, each with its kind, canonical name and other names.
 */
export const findMedicalTerms = termMatcher(MEDICAL_TERMS);

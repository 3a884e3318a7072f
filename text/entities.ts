import { contentWords } from "./content-words.ts";
import { misspeltDrug } from "./drug-spelling.ts";
import { findGeneSymbols } from "./gene-symbols.ts";
import { type EntityKind, findMedicalTerms } from "./medical-terms.ts";
import { findQuantities } from "./quantities.ts";
import { remembered } from "./remembered.ts";
import { nameForm } from "./term-matcher.ts";
import { kindByEnding } from "./word-shape.ts";

/** A thing that a medical text names, with its place (character offsets, end exclusive) and how much it would be missed. */
export type Entity = {
  text: string;
  start: number;
  end: number;
  kind: EntityKind;
  weight: number;
  /** One name for all names of the thing: the generic name of a brand, mi for heart attack; lower case. */
  canonical: string;
  /** The medicine that a misspelt word stands for. */
  misspelt?: string;
};

/** How much losing an entity of each kind counts, in any unit. */
export type EntityWeights = Readonly<Record<EntityKind, number>>;

/** Medicines and diagnoses first: what the paper's short questions lost most (its error analysis). Our choice, not tuned. */
export const ENTITY_WEIGHTS: EntityWeights = {
  drug: 3,
  diagnosis: 3,
  gene: 3,
  procedure: 2.5,
  number: 2,
  finding: 1.5,
  test: 1.5,
};

// Nelson's syndrome, Melkersson-Rosenthal syndrome: a name in capitals before the noun.
const EPONYM =
  /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)*(?:['’]s)?\s(?:syndrome|disease|disorder|anomaly|palsy|ataxia|dystrophy|tumor|tumour|anemia|sarcoma|lymphoma)s?(?!\p{L})/gu;
const WORD = /\p{L}[\p{L}\p{M}\p{N}]*/gu;

/**
 * Find drugs, diagnoses, procedures, findings, tests, genes and quantities without a model: known names, then word endings and spelling, then shapes.
 * In: any text; weights by kind. Out: entities in order without overlap; where two claim a place, the earlier kind of search wins.
 * @cite healthnlp2026 §6; spec archehr best 1
 */
export function findEntities(text: string, weights: EntityWeights = ENTITY_WEIGHTS): Entity[] {
  const taken: Entity[] = [];
  const covered = new Uint8Array(text.length);
  for (const search of [knownNames, eponyms, wordShapes, geneSymbols, quantities]) {
    for (const found of search(text)) {
      if (covered.subarray(found.start, found.end).includes(1)) continue;
      covered.fill(1, found.start, found.end);
      taken.push({ ...found, weight: weights[found.kind] });
    }
  }
  return taken.sort((one, other) => one.start - other.start);
}

type Found = Omit<Entity, "weight">;

function knownNames(text: string): Found[] {
  return findMedicalTerms(text).map(({ text: surface, start, end, kind, canonical }) => ({
    text: surface,
    start,
    end,
    kind,
    canonical: canonical.toLowerCase(),
  }));
}

function eponyms(text: string): Found[] {
  return [...text.matchAll(EPONYM)]
    .filter((match) => contentWords(match[0].split(/\s/)[0] ?? "").length > 0)
    .map((match) => ({
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
      kind: "diagnosis",
      canonical: eponymForm(match[0]),
    }));
}

const eponymForm = (name: string): string =>
  name
    .replace(/['’]s(?=\s)/u, "")
    .split(/\s/)
    .map(nameForm)
    .join(" ");

function wordShapes(text: string): Found[] {
  return [...text.matchAll(WORD)].flatMap((match): Found[] => {
    const shape = shapeOf(match[0]);
    return shape ? [{ text: match[0], start: match.index, end: match.index + match[0].length, ...shape }] : [];
  });
}

const WORDS_REMEMBERED = 20_000;
const shapeOf = remembered((word): Omit<Found, "text" | "start" | "end"> | undefined => {
  const kind = kindByEnding(word);
  // A word with a drug's ending may be a drug we do not list: one wrong letter at most makes it a misspelling.
  const misspelt = kind === undefined || kind === "drug" ? misspeltDrug(word, kind ? 1 : 2) : undefined;
  if (misspelt) return { kind: "drug", canonical: misspelt.toLowerCase(), misspelt };
  return kind ? { kind, canonical: nameForm(word) } : undefined;
}, WORDS_REMEMBERED);

function geneSymbols(text: string): Found[] {
  return findGeneSymbols(text).map((span) => ({ ...span, kind: "gene", canonical: span.text.toLowerCase() }));
}

function quantities(text: string): Found[] {
  return findQuantities(text)
    .filter(({ unit }) => unit !== undefined)
    .map(({ text: surface, start, end, values, unit }) => ({
      text: surface,
      start,
      end,
      kind: "number",
      canonical: `${values.join("-")} ${unit}`,
    }));
}

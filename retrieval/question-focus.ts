import { createRequire } from "node:module";
import { z } from "zod";
import { singular } from "../text/singular.ts";
import { endsPhrase } from "./lexical-forms.ts";

const KINDS = [
  "gene",
  "protein",
  "drug",
  "disease",
  "symptom",
  "organism",
  "person",
  "date",
  "number",
  "procedure",
  "location",
  "pathway",
  "company",
] as const;

/** The kind of thing that answers a question. */
export type FocusKind = (typeof KINDS)[number] | "other";

/** What a question asks for: the kind of its answer and the noun that says so ("" without one). */
export type QuestionFocus = { kind: FocusKind; head: string };

const { kinds } = z
  .object({ source: z.string(), kinds: z.record(z.enum(KINDS), z.array(z.string())) })
  .parse(createRequire(import.meta.url)("./focus-nouns.json"));
const kindOf = new Map(KINDS.flatMap((kind) => kinds[kind].map((noun) => [noun, kind] as const)).reverse());

// Where the noun phrase of the answer begins, and where it ends.
const ASKED =
  /(?:\b(?:which|what)\s+(?:(?:is|are|was|were|does|do|did|can|could|has|have)\s+)?|^(?:please\s+)?(?:list|name|give|provide|mention|enumerate|identify)\s+)(?:the\s+|an?\s+|all\s+|some\s+|at least\s+|other\s+|of\s+the\s+|one\s+|two\s+|three\s+|four\s+|five\s+|\d+\s+|known\s+|main\s+|most\s+|common\s+)*(?<phrase>[^?.,;:]*)/iu;
const PHRASE_END =
  /\s(?:of|for|in|that|which|who|with|by|from|to|on|at|is|are|was|were|has|have|had|can|could|may|does|do|did|should|will|would|used|associated|involved|caused|known|implicated|approved|responsible|targeted|expressed|been|between|under|during|when|while|and|or|after|as|using)\b/iu;
// "types of cancer", "name of the gene": the noun after of is the one that counts.
const EMPTY_HEAD =
  /^(?:type|kind|class|classe|form|name|group|family|list|member|example|category|part|set|component|subtype|series|term|side|brand|generic|common)$/;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*/gu;

const BY_WORDING: readonly { shape: RegExp; kind: FocusKind }[] = [
  { shape: /\bhow (?:many|much|often|long|common|frequent|frequently|old|big|large|high|tall|fast)\b/i, kind: "number" },
  { shape: /\bwhat is the (?:[\p{L}-]+\s)?(?:number|percentage|proportion|size|prevalence|incidence)\b/iu, kind: "number" },
  { shape: /^who\b|\bby whom\b/i, kind: "person" },
  { shape: /^when\b|\bwhat year\b/i, kind: "date" },
  { shape: /^where\b/i, kind: "location" },
  { shape: /\bside effects?\b|\badverse (?:effects?|events?|reactions?)\b/i, kind: "symptom" },
];

/**
 * Tell what kind of thing answers a factoid or list question.
 * In: a question. Out: kind (other when its noun is of no known kind) and the head noun, lower case, singular.
 * @cite spec bioasq best
 */
export function questionFocus(question: string): QuestionFocus {
  const plain = question.trim().replace(/\s+/g, " ");
  const phrase = ASKED.exec(plain)?.groups?.phrase ?? "";
  const head = headOf(phrase);
  const wording = BY_WORDING.find(({ shape }) => shape.test(plain));
  if (wording) return { kind: wording.kind, head: head?.noun ?? "" };
  return { kind: head?.kind ?? "other", head: head?.noun ?? "" };
}

function headOf(phrase: string): { noun: string; kind: FocusKind } | undefined {
  const parts = phrase.split(/\sof\s(?:the\s)?/iu);
  const nouns = parts.map((part) => lastNoun(part)).filter((noun) => noun !== "");
  const noun = nouns.find((each) => !EMPTY_HEAD.test(each)) ?? nouns[0];
  return noun ? { noun, kind: kindByNoun(noun) } : undefined;
}

/** The last known noun before the phrase's end (histone deacetylase inhibitors); without one, the last word before a verb (hypothesis explains). */
function lastNoun(part: string): string {
  const words = (` ${part} `.split(PHRASE_END)[0] ?? "").match(WORD) ?? [];
  const verb = words.findIndex((word, index) => index > 0 && endsPhrase(word));
  const known = words.findLast((word) => kindOf.has(singular(word.toLowerCase())));
  return singular((known ?? words.at(verb > 0 ? verb - 1 : -1) ?? "").toLowerCase());
}

function kindByNoun(noun: string): FocusKind {
  const exact = kindOf.get(noun);
  if (exact) return exact;
  // cyclooxygenase, oncoprotein, microRNAs: the end of the word is its kind.
  if (/(?:ase|protein|receptor|globulin|kine)$/.test(noun)) return "protein";
  if (/(?:virus|bacteria|coccus|bacillus)$/.test(noun)) return "organism";
  return /(?:itis|oma|osis|pathy|emia)$/.test(noun) ? "disease" : "other";
}

import { createRequire } from "node:module";
import { z } from "zod";
import { countWords } from "../../../../text/python-whitespace.ts";

const cues = z
  .object({ source: z.string(), research: z.array(z.string().min(1)), clinical: z.array(z.string().min(1)) })
  .parse(createRequire(import.meta.url)("./text-kind.json"));

const anyOf = (phrases: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases.map((phrase) => escaped(phrase)).join("|")})(?![\\p{L}\\p{N}])`, "giu");
const escaped = (phrase: string) => phrase.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&");
const RESEARCH = anyOf(cues.research);
const CLINICAL = anyOf(cues.clinical);
const CLINICAL_WEIGHT = 2;
const LONGEST_ABSTRACT = 800;

/**
 * Tell a research abstract from a clinical note by its words: an abstract speaks of results and cells, a note of him and of discharge.
 * In: the sentences of a text. Out: abstract where words of research outweigh twice those of the clinic, and the text is of an abstract's length; else note.
 */
export function textKindOf(sentences: readonly { text: string }[]): "abstract" | "note" {
  const text = sentences.map((sentence) => sentence.text).join(" ");
  if (countWords(text) > LONGEST_ABSTRACT) return "note";
  return count(text, RESEARCH) > CLINICAL_WEIGHT * count(text, CLINICAL) ? "abstract" : "note";
}

const count = (text: string, shape: RegExp): number => [...text.matchAll(shape)].length;

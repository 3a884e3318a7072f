import { expect, test } from "vitest";
import { nltkPorterStem } from "../../../evaluation/measures/nltk-porter-stem.ts";
import { type Rouge, rouge } from "../../../evaluation/measures/rouge.ts";
import { rougeTokens } from "../../../evaluation/measures/rouge-tokens.ts";
import { NINE, vector, vectorText } from "../vectors.ts";

type Case = { id: string; references: string[]; prediction: string; expected: { rouge_stemmed: Rouge } };
const harder = vector<{ cases: Case[]; tokens: { text: string; rouge_stemmed: string[] }[] }>("archehr/text-metrics.json");

test("3,000 words have NLTK's stems", () => {
  const words = vectorText("porter-stems.tsv")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
  expect(words).toHaveLength(3000);
  expect(words.filter(([word, nltk]) => nltkPorterStem(word!) !== nltk)).toEqual([]);
});

test("ROUGE with the stemmer equals rouge_score with use_stemmer", () => {
  for (const { id, prediction, references, expected } of harder.cases) {
    const ours = rouge(prediction, references, nltkPorterStem);
    for (const name of ["rouge1", "rouge2", "rougeL", "rougeLsum"] as const)
      for (const part of ["p", "r", "f"] as const)
        expect(ours[name][part], `${id} ${name} ${part}`).toBeCloseTo(expected.rouge_stemmed[name][part], NINE);
  }
  for (const { text, rouge_stemmed } of harder.tokens) expect(rougeTokens(text, nltkPorterStem)).toEqual(rouge_stemmed);
});

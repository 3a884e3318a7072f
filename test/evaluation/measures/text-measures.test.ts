import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bleu } from "../../../evaluation/measures/bleu.ts";
import { type Rouge, rouge } from "../../../evaluation/measures/rouge.ts";
import { rougeTokens } from "../../../evaluation/measures/rouge-tokens.ts";
import { sari } from "../../../evaluation/measures/sari.ts";
import { tokenize13a } from "../../../evaluation/measures/tokenize-13a.ts";
import { firstWords } from "../../../text/python-whitespace.ts";
import { NINE, vector } from "../vectors.ts";

type BleuValue =
  | { error: string }
  | { score: number; precisions: number[]; brevity_penalty: number; prediction_length: number; reference_length: number };
type Case = {
  id: string;
  source: string;
  references: string[];
  prediction: string;
  expected: { rouge: Rouge; rouge_stemmed: Rouge; bleu: BleuValue; sari: number };
};
type Harder = {
  cases: Case[];
  tokens: { text: string; tok13a: string[]; rouge: string[] }[];
  cuts: { limit: number; text: string; scored_as: string }[];
};
type Pair = {
  task: string;
  case_id: string;
  source: string;
  reference: string;
  prediction: string;
  expected: {
    bleu: number;
    rouge1: number;
    rouge2: number;
    rougeL: number;
    rougeLsum: number;
    sari: number;
    tok13a_pred: string[];
  };
};

const harder = vector<Harder>("archehr/text-metrics.json");
const { vectors: pairs } = vector<{ vectors: Pair[] }>("archehr/text_metric_vectors.json");

describe("the harder cases equal rouge_score, evaluate's bleu and evaluate's sari", () => {
  test.each(harder.cases)("$id", ({ source, references, prediction, expected }) => {
    const ours = rouge(prediction, references);
    for (const name of ["rouge1", "rouge2", "rougeL", "rougeLsum"] as const)
      for (const part of ["p", "r", "f"] as const)
        expect(ours[name][part], `${name} ${part}`).toBeCloseTo(expected.rouge[name][part], NINE);
    expect(sari(source, prediction, references)).toBeCloseTo(expected.sari, NINE);
    const blue = bleu(prediction, references);
    if ("error" in expected.bleu) return expect(blue.score).toBe(0);
    expect(blue.score).toBeCloseTo(expected.bleu.score, NINE);
    expect(blue.brevityPenalty).toBeCloseTo(expected.bleu.brevity_penalty, NINE);
    expect([blue.predictionLength, blue.referenceLength]).toEqual([
      expected.bleu.prediction_length,
      expected.bleu.reference_length,
    ]);
    for (const [order, precision] of expected.bleu.precisions.entries())
      expect(blue.precisions[order]).toBeCloseTo(precision, NINE);
  });
});

test.each(pairs)("$task $case_id equals the re-typed formulas", ({ source, reference, prediction, expected }) => {
  const ours = rouge(prediction, [reference]);
  expect(ours.rouge1.f).toBeCloseTo(expected.rouge1, NINE);
  expect(ours.rouge2.f).toBeCloseTo(expected.rouge2, NINE);
  expect(ours.rougeL.f).toBeCloseTo(expected.rougeL, NINE);
  expect(ours.rougeLsum.f).toBeCloseTo(expected.rougeLsum, NINE);
  expect(bleu(prediction, [reference]).score).toBeCloseTo(expected.bleu, NINE);
  expect(sari(source, prediction, [reference])).toBeCloseTo(expected.sari, NINE);
  expect(tokenize13a(prediction)).toEqual(expected.tok13a_pred);
});

test.each(harder.tokens)("both tokenisers split $text as the official ones", ({ text, tok13a, rouge: rougeExpected }) => {
  expect(tokenize13a(text)).toEqual(tok13a);
  expect(rougeTokens(text)).toEqual(rougeExpected);
});

test.each(harder.cuts)("a text over $limit words is scored as the official script cuts it", ({ limit, text, scored_as }) => {
  expect(firstWords(text, limit)).toBe(scored_as);
});

test("without a reference nothing is matched", () => {
  expect(rouge("a b", []).rouge1).toEqual({ p: 0, r: 0, f: 0 });
  expect(bleu("a b c d", []).score).toBe(0);
});

test("a text scores 1 against itself; precision one way is recall the other way; SARI stays within 0 to 100", () => {
  const text = fc
    .array(fc.constantFrom("the", "pill", "__proto__", "10", "was", "stopped"), { minLength: 4, maxLength: 12 })
    .map((words) => words.join(" "));
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(bleu(a, [a]).score).toBeCloseTo(1, NINE);
      expect(rouge(a, [a]).rougeLsum.f).toBe(1);
      const [there, back] = [rouge(a, [b]).rougeL, rouge(b, [a]).rougeL];
      expect(there.p).toBe(back.r);
      expect(sari(a, b, [a])).toBeGreaterThanOrEqual(0);
      expect(sari(a, b, [a])).toBeLessThanOrEqual(100);
    }),
  );
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { answerSentence } from "../../../../../clients/models/extractive/bioasq/answer-sentence.ts";
import { isStrayNumber, shapeOf } from "../../../../../clients/models/extractive/bioasq/candidate-shapes.ts";
import { candidatesIn } from "../../../../../clients/models/extractive/bioasq/candidates.ts";
import { evidenceFor } from "../../../../../clients/models/extractive/bioasq/evidence.ts";
import { askedNumber, pickEntries } from "../../../../../clients/models/extractive/bioasq/pick-entries.ts";
import { piecesOf } from "../../../../../clients/models/extractive/bioasq/pieces.ts";
import { questionTarget } from "../../../../../clients/models/extractive/bioasq/question-target.ts";
import { hasCue, oppositesIn } from "../../../../../clients/models/extractive/bioasq/yesno-cues.ts";
import { yesnoFeatures } from "../../../../../clients/models/extractive/bioasq/yesno-features.ts";
import { LinearWeights, scoreOf } from "../../../../../clients/models/extractive/common/linear-weights.ts";
import { ExtractiveSettings } from "../../../../../state/settings/extractive.ts";
import { wordEmbed } from "../../../../support/bioasq-deps.ts";
import { noReader } from "../word-vectors.ts";

const evidenceOf = async (question: string, ...texts: string[]) => {
  const snippets = texts.map((text, at) => ({ n: at + 1, text }));
  const evidence = await evidenceFor(question, snippets, {
    embed: wordEmbed,
    read: noReader,
    settings: ExtractiveSettings.parse({}),
    sample: 0,
    signal: undefined,
  });
  if (evidence.is !== "ok") throw new Error(evidence.detail);
  return evidence.value;
};
const ranked = (...scores: [string, number][]) =>
  scores.map(([text, score]) => ({ key: text.toLowerCase(), text, score, occurrences: [] }));

test("a sentence that two snippets hold stands once in the evidence, with both numbers", async () => {
  const { sentences } = await evidenceOf("What is gout?", "Gout is painful. It is common.", "Gout is painful.");
  expect(sentences.map(({ text, snippets, place }) => [text, snippets, place])).toEqual([
    ["Gout is painful.", [1, 2], 0],
    ["It is common.", [1], 0],
  ]);
});

test("relevance is the mean of cosine and overlap, and a sentence with the question's words has more of it", async () => {
  const { sentences } = await evidenceOf("Does colchicine treat gout?", "Colchicine treats gout.", "Spain is large.");
  const [near, far] = sentences;
  expect(near!.relevance).toBeCloseTo((near!.cosine + near!.overlap) / 2, 10);
  expect(far!.overlap).toBe(0);
  expect(near!.relevance).toBeGreaterThan(far!.relevance);
});

test("a sentence is cut into pieces, and only the punctuation that is not part of a name is taken off", () => {
  expect(piecesOf("Both (CD8(+) and [18F]FDG), 15%.").map(({ text, gap }) => [text, gap])).toEqual([
    ["Both", ""],
    ["CD8(+)", "("],
    ["and", ""],
    ["[18F]FDG", ""],
    ["15%", "),"],
  ]);
});

test("a candidate crosses no punctuation, begins and ends with a content word, and is not in the question", async () => {
  const texts = candidatesIn(await evidenceOf("Is gout painful?", "Deposits of urate, gout.")).map(({ text }) => text);
  expect(texts).toEqual(["Deposits", "Deposits of urate", "urate"]);
});

test("names joined by a slash and the head of a hyphened word are candidates of their own", async () => {
  const texts = candidatesIn(await evidenceOf("Which?", "PI3K/Akt EGFR-mediated")).map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(["PI3K", "Akt", "EGFR", "PI3K/Akt"]));
});

test("the kind of thing that a question asks for is read from its noun, its question word or its wording", () => {
  const categories = [
    "Which enzyme is inhibited by allopurinol?",
    "What is the most common cause of gout?",
    "Which gene causes Huntington's disease?",
    "List drugs used for gout.",
    "How many chromosomes do humans have?",
    "Where is insulin made?",
    "What does RUNX2 stand for?",
    "What is anophthalmia?",
    "???",
  ].map((question) => questionTarget(question).category);
  expect(categories).toEqual(["enzyme", "process", "gene", "drug", "count", "place", "name", "definition", "other"]);
});

test("a bare number answers how many, but not which gene", () => {
  expect(["46", "15%", "1998", "BRCA1", "5 mg"].map(shapeOf)).toEqual(["number", "percent", "year", "symbol", "amount"]);
  expect(isStrayNumber("46", "gene")).toBe(true);
  expect(isStrayNumber("46", "count")).toBe(false);
  expect(isStrayNumber("BRCA1", "gene")).toBe(false);
});

test("the number of entries is read only where the question asks for so many", () => {
  const numbers = [
    "Name two drugs for gout",
    "List 3 genes",
    "Which are the four nucleobases?",
    "Which drugs treat type 2 diabetes?",
    "List the genes",
  ].map(askedNumber);
  expect(numbers).toEqual([2, 3, 4, undefined, undefined]);
});

test("a list takes the least it must, then what scores near the best, and nothing inside another entry", () => {
  const entries = ranked(["IL-6", 5], ["IL-6 receptor", 4.9], ["insulin", 4], ["in", 3.9], ["urate", 1]);
  const taken = (limits: { least: number; most: number; within: number }) => pickEntries(entries, limits).map(({ text }) => text);
  expect(taken({ least: 1, most: 9, within: 1.5 })).toEqual(["IL-6", "insulin", "in"]);
  expect(taken({ least: 4, most: 9, within: 0 })).toEqual(["IL-6", "insulin", "in", "urate"]);
  expect(taken({ least: 4, most: 2, within: 9 })).toEqual(["IL-6", "insulin"]);
  expect(pickEntries([], { least: 1, most: 5, within: 1 })).toEqual([]);
});

test("cues are found as whole words, in any case", () => {
  expect(hasCue("It DID NOT IMPROVE survival.", "failed")).toBe(true);
  expect(hasCue("Nothing noteworthy happened in Norway.", "nothing")).toBe(false);
  expect(hasCue("A noted finding.", "negation")).toBe(false);
});

test("a sentence that says the opposite of a question's word is noticed, one that says both is not", () => {
  expect(oppositesIn("Does it increase risk?", "It decreased the rate.")).toBe(1);
  expect(oppositesIn("Does it increase risk?", "It increased, then decreased.")).toBe(0);
  expect(oppositesIn("Are coding regions hit?", "Only non-coding regions.")).toBe(1);
  expect(oppositesIn("Is it a typical drug?", "It is atypical.")).toBeGreaterThan(0);
  expect(oppositesIn("Is it methylated?", "It is unmethylated.")).toBe(1);
});

test("an abstract's sentence loses its label, mark-up and leading adverb, and nothing else", () => {
  expect(answerSentence("CONCLUSIONS: However, mTOR <i>in vivo</i> is active")).toBe("mTOR in vivo is active.");
  expect(answerSentence("INTERPRETATION Nerinetide did not help.")).toBe("Nerinetide did not help.");
  expect(answerSentence("DNA methylation was lower (P<0.05).")).toBe("DNA methylation was lower (P less than 0.05).");
  expect(answerSentence("42 %.")).toBe("");
});

test("a linear score adds what has a weight and passes over the rest", () => {
  const weights = LinearWeights.parse({ source: "this test", bias: 1, weights: { a: 2, b: -1 } });
  expect(
    scoreOf(weights, [
      ["a", 3],
      ["b", 4],
      ["c", 100],
    ]),
  ).toBe(1 + 6 - 4);
});

test("every yes/no feature has a weight and every weight a feature", async () => {
  const url = new URL("../../../../../clients/models/extractive/bioasq/yesno-weights.json", import.meta.url);
  const { weights } = LinearWeights.parse(JSON.parse(readFileSync(url, "utf8")));
  expect(Object.keys(yesnoFeatures(await evidenceOf("Is it?", "It is."))).sort()).toEqual([...weights.keys()].sort());
});

test("a question without evidence is measured, not crashed on", async () => {
  for (const measure of Object.values(yesnoFeatures(await evidenceOf("")))) expect(Number.isFinite(measure)).toBe(true);
});

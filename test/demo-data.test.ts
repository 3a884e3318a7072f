import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../clients/env.ts";
import { overlapOfCounts } from "../evaluation/measures/set-overlap.ts";
import { abstractText } from "../formats/abstract-text.ts";
import { readArchehrKey } from "../formats/archehr-key.ts";
import { readArchehrCases } from "../formats/archehr-xml.ts";
import { readBioasqGolden } from "../formats/bioasq-questions.ts";
import { contentWords, inverseDocumentFrequency } from "../text/content-words.ts";

const read = (file: string): string => readFileSync(join(packageRoot(), "data/demo", file), "utf8");
const { cases } = readArchehrCases(read("archehr/archehr-qa.xml"), "cases");
const key = new Map(readArchehrKey(read("archehr/archehr-qa_key.json"), "key").map((one) => [one.caseId, one.relevance]));
const essentialOf = (id: string): string[] =>
  [...(key.get(id) ?? [])].flatMap(([sentence, of]) => (of === "essential" ? [sentence] : []));

test("the demo cases are as many, as long and labelled as their README says", () => {
  const lengths = cases.map(({ sentences }) => sentences.length);
  const labels = [...key.values()].flatMap((relevance) => [...relevance.values()]);
  expect([cases.length, Math.min(...lengths), Math.max(...lengths)]).toEqual([14, 23, 38]);
  expect(labels).toHaveLength(413);
  const counts = ["essential", "supplementary", "not-relevant"].map((name) => labels.filter((one) => one === name).length);
  expect(counts).toEqual([97, 92, 224]);
  expect(cases.filter(({ id }) => essentialOf(id).length === 0).map(({ id }) => id)).toEqual(["D11", "D14"]);
});

/** Micro F1 of sentences chosen in each case against the essential ones. */
const microF1 = (choose: (one: (typeof cases)[number], count: number) => string[]): number => {
  const sum = { shared: 0, predicted: 0, gold: 0 };
  for (const one of cases) {
    const gold = essentialOf(one.id);
    const chosen = choose(one, gold.length);
    sum.shared += chosen.filter((id) => gold.includes(id)).length;
    sum.predicted += chosen.length;
    sum.gold += gold.length;
  }
  return overlapOfCounts(sum).f1;
};

test("neither the first sentences nor the words of the question find the evidence of the demo cases", () => {
  expect(microF1(({ sentences }, count) => sentences.slice(0, count).map(({ id }) => id))).toBeLessThanOrEqual(0.3);
  const weigh = inverseDocumentFrequency(cases.flatMap(({ sentences }) => sentences.map(({ text }) => contentWords(text))));
  const byWords = microF1(({ sentences, clinicianQuestion }) => {
    const asked = new Set(contentWords(clinicianQuestion ?? ""));
    const scored = sentences.map(({ id, text }) => {
      const shared = new Set(contentWords(text).filter((word) => asked.has(word)));
      return { id, score: [...shared].reduce((total, word) => total + weigh(word), 0) };
    });
    const best = scored.toSorted((a, b) => b.score - a.score).slice(0, Math.round(0.28 * sentences.length));
    return best.map(({ id }) => id);
  });
  expect(byWords).toBeLessThanOrEqual(0.5);
});

type Article = { pmid: string; title: string; sections: { text: string }[] };
const corpus = read("bioasq/corpus.jsonl")
  .trim()
  .split("\n")
  .map((line): Article => JSON.parse(line));

test("the demo articles have pmids outside the range in use, each once", () => {
  expect(corpus.map(({ pmid }) => Number(pmid)).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 160 }, (_, at) => 90_000_001 + at),
  );
});

test("the demo questions are of all four types, and each gold snippet stands at its offsets", () => {
  const golden = readBioasqGolden(read("bioasq/golden.json"), "golden");
  const types = ["yesno", "factoid", "list", "summary"].map((type) => golden.filter((one) => one.type === type).length);
  expect(types).toEqual([7, 7, 6, 6]);
  const snippets = golden.flatMap((one) => one.snippets);
  expect(snippets).toHaveLength(147);
  const articles = new Map(corpus.map((article) => [article.pmid, article]));
  for (const { document, text, beginSection, offsetInBeginSection, offsetInEndSection } of snippets) {
    const article = articles.get(document.split("/").at(-1) ?? "");
    const source = beginSection === "title" ? article?.title : abstractText(article?.sections ?? []);
    expect(source?.slice(offsetInBeginSection, offsetInEndSection)).toBe(text);
  }
});

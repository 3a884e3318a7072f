import { expect, test } from "vitest";
import { articlesOfGolden } from "../../evaluation/articles-of-golden.ts";
import type { GoldQuestion } from "../../formats/bioasq-questions.ts";

const url = (pmid: number) => `http://www.ncbi.nlm.nih.gov/pubmed/${pmid}`;
const snippet = (pmid: number, text: string, begin: number, section = "abstract") => ({
  document: url(pmid),
  text,
  offsetInBeginSection: begin,
  offsetInEndSection: begin + text.length,
  beginSection: section,
  endSection: section,
});
const question = (id: string, documents: number[], snippets: GoldQuestion["snippets"]): GoldQuestion => ({
  id,
  type: "summary",
  body: "Why?",
  documents: documents.map(url),
  snippets,
  exactAnswer: null,
  idealAnswers: ["Because."],
});

test("the title ends where the gold offsets say that the abstract starts", () => {
  const text = "Gout. A review. Urate is high. Crystals form.";
  // "Crystals form." stands at 31 of the whole and at 15 of the abstract: the abstract starts at 16.
  const golden = [question("a", [1], [snippet(1, "Crystals form.", 15)])];
  const { articles, questions, counts } = articlesOfGolden([{ pmid: "1", text }], golden);
  expect(articles).toEqual([{ pmid: "1", title: "Gout. A review.", abstract: "Urate is high. Crystals form." }]);
  expect(questions[0]?.snippets).toHaveLength(1);
  expect(counts).toEqual({ documents: 1, withText: 1, resolved: 1, snippets: 1, snippetsResolved: 1 });
});

test("a title snippet is the title, and finds no snippet that stands elsewhere", () => {
  const golden = [question("a", [1], [snippet(1, "Gout.", 0, "title"), snippet(1, "Not there.", 3)])];
  const { articles, questions, counts } = articlesOfGolden([{ pmid: "1", text: "Gout. Urate is high." }], golden);
  expect(articles[0]).toEqual({ pmid: "1", title: "Gout.", abstract: "Urate is high." });
  expect(questions[0]?.snippets.map(({ text }) => text)).toEqual(["Gout."]);
  expect(counts.snippetsResolved).toBe(1);
});

test.each([
  ["offsets that disagree (labels of parts are lost)", [snippet(1, "Urate is high.", 0), snippet(1, "Crystals form.", 27)]],
  ["an offset that would end the title inside a sentence", [snippet(1, "is high.", 0)]],
  ["a snippet before the abstract's start", [snippet(1, "Gout.", 40)]],
])("an article with %s is left out and counted", (_, snippets) => {
  const text = "Gout. Urate is high. Crystals form.";
  const { articles, questions, counts } = articlesOfGolden([{ pmid: "1", text }], [question("a", [1, 2], snippets)]);
  expect([articles, questions]).toEqual([[], []]);
  expect(counts).toMatchObject({ documents: 2, withText: 1, resolved: 0 });
});

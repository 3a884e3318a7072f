import { expect, test } from "vitest";
import { memoryTexts } from "../../../clients/text-store.ts";
import { measureEvidence } from "../../../nodes/bioasq/measure-evidence.ts";
import type { RankedArticle, Snippet } from "../../../state/bioasq.ts";
import { BioasqSettings } from "../../../state/settings/bioasq.ts";
import { downEmbed, listRetriever, wordEmbed } from "../../support/bioasq-deps.ts";

const texts = memoryTexts();
const snippet = (text: string): Snippet => ({
  pmid: "1",
  section: "abstract",
  start: 0,
  end: text.length,
  score: 0,
  similarity: null,
  sha256: texts.put(text),
  excerpt: "",
});
const articles: RankedArticle[] = [{ pmid: "1", score: 1, similarity: 0.1, excerpt: "" }];
const retrievers = [
  listRetriever([{ pmid: "1", title: "Gout.", sections: [{ text: "Allopurinol prevents gout flares." }] }]),
] as never;
const measure = (question: string, snippets: Snippet[], embed = wordEmbed as never) =>
  measureEvidence({ retrievers, embed, texts, step: "s" }, question, { articles, snippets }, BioasqSettings.parse({}), undefined);

test("articles and snippets are measured anew by the question that is given", async () => {
  const held = [snippet("Allopurinol prevents gout flares."), snippet("Weather was mild.")];
  const { relevance } = await measure("Does allopurinol prevent gout flares?", held);
  const other = await measure("Was the weather mild?", held);
  const of = (found: typeof relevance, at: number) => found.snippets[held[at]?.sha256 ?? ""] ?? Number.NaN;
  expect(of(relevance, 0)).toBeGreaterThan(of(relevance, 1));
  expect(of(other.relevance, 1)).toBeGreaterThan(of(other.relevance, 0));
  expect(relevance.articles["1"]).toBeGreaterThan(other.relevance.articles["1"] ?? 1);
});

test("with an encoder that is down snippets count by their words, articles are left out, and that is told once", async () => {
  const held = [snippet("Allopurinol prevents gout flares.")];
  const { relevance, fallbacks } = await measure("Does allopurinol prevent gout flares?", held, downEmbed as never);
  expect(relevance.articles).toEqual({});
  expect(relevance.snippets[held[0]?.sha256 ?? ""]).toBeGreaterThan(0.5);
  expect(fallbacks).toMatchObject([{ step: "s", code: "unavailable" }]);
});

import { expect, test } from "vitest";
import { rerankSearches } from "../../../nodes/bioasq/rerank-searches.ts";
import type { Ranking } from "../../../state/query.ts";
import { BioasqSettings } from "../../../state/settings/bioasq.ts";
import { article, listRetriever, wordEmbed } from "../../support/bioasq-deps.ts";

// No article shares a word with the question, so every cosine is 0 and words decide alone: weight .35.
const articles = ["a", "b"].map((pmid) => article(pmid, `Zebrafish ${pmid}.`));
const list = (query: number, source: Ranking["source"], pmid: string): Ranking => ({
  query,
  source,
  by: "bm25",
  hits: [{ pmid, score: 8 }],
});
const scores = async (searches: Ranking[], settings: object = {}) => {
  const asked = {
    step: "rerankArticles",
    questionId: "q1",
    body: "gout flares",
    searches,
    settings: BioasqSettings.parse(settings),
  };
  const { rankings } = await rerankSearches({ retrievers: [listRetriever(articles)], embed: wordEmbed }, asked, undefined);
  return rankings.map(({ source, hits }) => [source, hits[0]?.score]);
};

test("beside the question's own list the words of an expansion count expansionWeight of theirs", async () => {
  const both = [list(0, "question", "a"), list(1, "synonyms", "b")];
  expect(await scores(both)).toEqual([
    ["question", expect.closeTo(0.35, 9)],
    ["synonyms", expect.closeTo(0.6 * 0.35, 9)],
  ]);
  expect((await scores(both, { fuseBy: "rrf" }))[1]).toEqual(["synonyms", expect.closeTo(0.35, 9)]);
});

test("where the question's own list is empty or was not searched, expansions count whole", async () => {
  expect(await scores([{ ...list(0, "question", "a"), hits: [] }, list(1, "synonyms", "b")])).toEqual([
    ["synonyms", expect.closeTo(0.35, 9)],
  ]);
  expect(await scores([list(3, "semantic", "a")])).toEqual([["semantic", expect.closeTo(0.35, 9)]]);
});

import { expect, test } from "vitest";
import { bestCandidates } from "../../../nodes/bioasq/best-candidates.ts";
import { searchArticles } from "../../../nodes/bioasq/search-articles.ts";
import { BioasqState } from "../../../state/bioasq.ts";
import type { Query, Ranking } from "../../../state/query.ts";
import { BioasqSettings } from "../../../state/settings/bioasq.ts";
import { ARTICLES, article, downEmbed, listRetriever, wordEmbed } from "../../support/bioasq-deps.ts";
import { runStep } from "../../support/run-step.ts";

const query = (text: string, source: Query["source"] = "question", added: string[] = []): Query => ({ text, source, added });
const search = (
  retrievers: ReturnType<typeof listRetriever>[],
  queries: Query[],
  settings: object = {},
  embed: typeof wordEmbed = wordEmbed,
) =>
  runStep(
    searchArticles(retrievers, embed),
    { questionId: "q1", queries, settings: BioasqSettings.parse(settings) },
    BioasqState,
  );

test("each query is put to each source, the question by meaning too", async () => {
  const local = listRetriever(ARTICLES);
  const pubmed = { ...listRetriever(ARTICLES, { name: "pubmed" }), searchVector: undefined } as never;
  const { searches } = await search([local, pubmed], [query("gout flares"), query("allopurinol", "keyTerms")]);
  expect(searches?.map(({ query, by }) => [query, by])).toEqual([
    [0, "bm25"],
    [0, "dense"],
    [1, "bm25"],
    [0, "pubmed"],
    [1, "pubmed"],
  ]);
});

test("an index without vectors is searched by words, and that is no trouble", async () => {
  const bare = {
    ...listRetriever(ARTICLES),
    vectors: async () => ({ is: "misconfigured" as const, detail: "no vectors" }),
    searchVector: async () => ({ is: "misconfigured" as const, detail: "no vectors" }),
  };
  const { searches, fallbacks } = await search([bare], [query("gout flares")]);
  expect(searches?.map(({ by }) => by)).toEqual(["bm25"]);
  expect(fallbacks).toEqual([]);
});

test("only the best candidates of all lists stay, each counted once", async () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ pmid: String(at + 1), title: "gout", sections: [] }));
  const { searches } = await search([listRetriever(many)], [query("gout")], { candidates: 10 });
  const kept = new Set(searches?.flatMap(({ hits }) => hits.map(({ pmid }) => pmid)));
  expect(kept.size).toBe(10);
});

const list = (number: number, source: Query["source"], pmids: string[]): Ranking => ({
  query: number,
  source,
  by: "bm25",
  hits: pmids.map((pmid, at) => ({ pmid, score: 100 - at })),
});
const keptOf = (searches: readonly Ranking[], settings: object) => [
  ...new Set(bestCandidates(searches, BioasqSettings.parse(settings)).flatMap(({ hits }) => hits.map(({ pmid }) => pmid))),
];
const numbered = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at + 1}`);

test("three lists that agree push no article of the question's own list out; they add 0.3 of the candidates", () => {
  const own = numbered("own", 12);
  const others = ["keyTerms", "synonyms", "relations"].map((source, at) => list(at + 1, source as never, numbered("new", 12)));
  const searches = [list(0, "question", own), ...others];
  expect(keptOf(searches, { candidates: 10 }).sort()).toEqual([...own.slice(0, 10), "new1", "new2", "new3"].sort());
  // Without the share each list counts alike: new1 to new9 have three lists, own1 only one.
  expect(keptOf(searches, { candidates: 10, questionShare: 0 })).toEqual(numbered("new", 10));
});

test("where the question finds little, its expansions fill the places", () => {
  const searches = [list(0, "question", ["own1"]), list(1, "synonyms", numbered("new", 12))];
  expect(keptOf(searches, { candidates: 10 })).toEqual(["own1", ...numbered("new", 9)]);
  expect(keptOf([list(1, "synonyms", numbered("new", 12))], { candidates: 10 })).toEqual(numbered("new", 10));
});

test("a query without hits is relaxed step by step, and the looser query is recorded", async () => {
  // PubMed wants every word; the stand-in finds a text only when it holds them all.
  const every = listRetriever(ARTICLES, { name: "pubmed" });
  const strict = {
    ...every,
    searchVector: undefined,
    searchWords: async (asked: { text: string }, options: never) =>
      /zebra/.test(asked.text) ? listRetriever([]).searchWords(asked, options) : every.searchWords(asked, options),
  } as never;
  const queries = [query("zebra allopurinol", "synonyms", ["zebra"]), query("allopurinol zebra", "relations", ["zebra"])];
  const update = await search([strict], queries);
  // "allopurinol zebra" less its added term is "allopurinol"; in the other the added term stands first and is kept as a term.
  expect(update.queries?.slice(0, 2)).toEqual(queries);
  expect(update.queries?.slice(2).map(({ source }) => source)).toContain("relaxed");
  expect(update.searches?.some(({ source, hits }) => source === "relaxed" && hits.length > 0)).toBe(true);
  const off = await search([strict], queries, { relaxQueries: false });
  expect(off).not.toHaveProperty("queries");
});

test("the cutoff date and the wish about retracted articles reach the source", async () => {
  const local = listRetriever(ARTICLES);
  await search([local], [query("gout")], { dateTo: "2020-01-31", excludeRetracted: false, candidates: 50 });
  expect(local.searches[0]?.options).toMatchObject({ dateTo: "2020-01-31", retracted: "keep", limit: 50 });
});

test("with the encoder down it searches by words alone, and says so", async () => {
  const { searches, fallbacks } = await search([listRetriever(ARTICLES)], [query("gout")], {}, downEmbed);
  expect(searches?.map(({ by }) => by)).toEqual(["bm25"]);
  expect(fallbacks).toMatchObject([{ code: "unavailable", instead: "searched by words alone" }]);
});

test("no hits are an empty list, not trouble", async () => {
  const { searches, fallbacks } = await search([listRetriever(ARTICLES)], [query("xylitol")], { denseSearch: false });
  expect(searches).toEqual([{ query: 0, source: "question", by: "bm25", hits: [] }]);
  expect(fallbacks).toEqual([]);
});

test("a retracted article is named only where it would have been among the first articles", async () => {
  const near = { ...article("51", "Gout flares and gout", "Gout flares."), retracted: true };
  const far = { ...article("52", "A note that names gout"), retracted: true };
  // Twelve hold all three words of the first question, and go before the two that are retracted.
  const sound = Array.from({ length: 12 }, (_, at) => article(String(at + 1), "Allopurinol for gout flares"));
  const ranked = listRetriever([...sound, near, far]);
  // A source names those that would have been among its hits, as many as were asked for.
  const source = {
    ...ranked,
    searchVector: undefined,
    searchWords: async (asked: { text: string }, options: { limit: number }) => {
      const all = await ranked.searchWords(asked, { ...options, limit: 100, retracted: "keep" });
      if (all.is !== "ok") return all;
      const first = all.value.hits.slice(0, options.limit).map(({ pmid }) => pmid);
      return {
        is: "ok",
        value: {
          ...all.value,
          hits: all.value.hits.filter(({ pmid }) => first.includes(pmid) && Number(pmid) < 50),
          retracted: first.filter((pmid) => Number(pmid) > 50),
        },
      };
    },
  } as never;
  const told = async (question: string) => (await search([source], [query(question)])).fallbacks;
  expect(await told("allopurinol gout flares")).toEqual([]);
  expect(await told("note names gout")).toMatchObject([{ code: "retractedEvidence", reason: "retracted: 52" }]);
});

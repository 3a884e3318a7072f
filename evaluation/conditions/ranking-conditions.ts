import { type Condition, TOLERANCE } from "../condition.ts";
import { OTHER_MODELS } from "./other-models.ts";
import { against, COLLECTIONS, ONCE, RANKING, WHOLE } from "./ranking-common.ts";

/** BM25 with k1 0.9, b 0.4 and Porter stems of another program; MiniLM rerankings of its 100 best. */
const REFERENCES: Record<string, string> = {
  "bioasq-snippets-dev/bm25": "nDCG@10 .713, MAP@10 .632, R@100 .925 [encoder-measured]",
  "bioasq-snippets-dev/rrf": "nDCG@10 .768 on BM25's 100 best [encoder-measured]",
  "bioasq-snippets-dev/mix": "nDCG@10 .788 on BM25's 100 best [encoder-measured]",
  "scifact-test/bm25": "nDCG@10 .678, R@100 .925 [encoder-measured]",
  "scifact-test/rrf": "nDCG@10 .706 on BM25's 100 best [encoder-measured]",
  "scifact-test/mix": "nDCG@10 .727 on the union of both [encoder-measured]",
  "medlars/bm25": "nDCG@10 .664, R@100 .764 [encoder-measured]",
  "medlars/rrf": "nDCG@10 .770 on BM25's 100 best [encoder-measured]",
  "medlars/mix": "nDCG@10 .807 on the union of both [encoder-measured]",
};
const RANKER_ABOUT = {
  bm25: "BM25 alone, the question as it stands",
  dense: "MiniLM alone: the 100 articles nearest to the question",
  rrf: "reciprocal rank fusion of BM25 and MiniLM",
  mix: "scaled mix of cosine and BM25",
  feedback: "the mix, once more with the question moved towards its first articles, as the graph ranks one query (profile best)",
  heuristics: "MiniLM with title overlap, key phrases and entities, as the graph ranks one query (profile paper)",
} as const;

const searches: Condition[] = COLLECTIONS.flatMap(({ name, data, ...files }) =>
  (["bm25", "dense", "rrf", "mix"] as const).map((ranker) => ({
    name: `${name}/${ranker}`,
    about: RANKER_ABOUT[ranker],
    data,
    task: "ranking",
    settings: { ranker, ...files, ...(ranker === "mix" ? ONCE : {}) },
    measures: RANKING,
    tolerance: ranker === "bm25" ? TOLERANCE.words : TOLERANCE.vectors,
    ...(REFERENCES[`${name}/${ranker}`] === undefined ? {} : { reference: REFERENCES[`${name}/${ranker}`] }),
    ...(ranker === "bm25" ? {} : { against: [against(`${name}/bm25`)] }),
  })),
);

const feedback: Condition[] = COLLECTIONS.map(({ name, data, ...files }) => ({
  name: `${name}/feedback`,
  about: RANKER_ABOUT.feedback,
  data,
  task: "ranking",
  settings: { ranker: "mix", ...files },
  measures: RANKING,
  tolerance: TOLERANCE.vectors,
  against: [against(`${name}/mix`)],
}));

const titles: Condition[] = [
  { name: "scifact-test/heuristics", settings: {} },
  { name: "scifact-test/heuristics-without-title", settings: { weightTitle: 0 } },
].map(({ name, settings }) => ({
  name,
  about: `${RANKER_ABOUT.heuristics}${name.endsWith("title") ? "; title overlap off" : ""}`,
  data: "scifact",
  task: "ranking",
  settings: { ranker: "heuristics", ...ONCE, queries: "queries.test.jsonl", qrels: "qrels.test.tsv", ...settings },
  measures: RANKING,
  tolerance: TOLERANCE.vectors,
  ...(name.endsWith("title")
    ? {}
    : {
        against: [{ condition: "scifact-test/heuristics-without-title", items: ["ndcg_cut_10"], missingIsZero: true } as const],
      }),
}));

/** Each stage is compared with what stands before it: the query as it stands, ranked by the mix with feedback, then with expansion and fusion, then with the rescue; the whole with BM25 too. */
const GRAPHS = [
  {
    way: "graph-best",
    about: `${WHOLE}, profile best: expansion, search, ranking, fusion, rescue`,
    own: {},
    before: ["bm25", "graph-without-rescue"],
  },
  {
    way: "graph-without-rescue",
    about: `${WHOLE}, profile best, without the rescue: what expansion and fusion add to the mix with feedback`,
    own: { rescue: false },
    before: ["feedback"],
  },
  { way: "graph-paper", about: `${WHOLE}, profile paper`, own: { profile: "paper" }, before: ["bm25"] },
  {
    way: "graph-with-lexicon",
    about: `${WHOLE}, profile best, with a lexicon of MeSH and HGNC`,
    own: {},
    lexicon: "vocabulary",
    before: ["graph-best"],
  },
] as const;

const graphs: Condition[] = COLLECTIONS.flatMap(({ name, data, ...files }) =>
  GRAPHS.map(({ way, about, own, before, ...given }) => ({
    name: `${name}/${way}`,
    about,
    data,
    task: "ranking",
    settings: { ranker: "graph", ...files, ...own },
    ...given,
    measures: RANKING,
    tolerance: TOLERANCE.vectors,
    against: before.map((way) => against(`${name}/${way}`)),
  })),
);

/** Ranking articles for a query: each search alone, both fused, the graph's ways to rank, the whole graph, other models and other candidates. */
export const RANKING_CONDITIONS: readonly Condition[] = COLLECTIONS.flatMap(({ name }) =>
  [...searches, ...feedback, ...titles, ...graphs, ...OTHER_MODELS].filter((condition) => condition.name.startsWith(`${name}/`)),
);

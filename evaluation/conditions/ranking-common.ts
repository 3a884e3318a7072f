/** Over all judged queries: one for which a ranker finds nothing counts 0. */
export const RANKING = ["ndcg_cut_10_complete", "map_cut_10_of_10_complete", "recall_100_complete"];

/** The collections that articles are ranked in. */
export const COLLECTIONS = [
  { name: "bioasq-snippets-dev", data: "bioasq-snippets", queries: "queries.dev.jsonl", qrels: "qrels.dev.tsv" },
  { name: "scifact-test", data: "scifact", queries: "queries.test.jsonl", qrels: "qrels.test.tsv" },
  { name: "medlars", data: "medlars", queries: "queries.jsonl", qrels: "qrels.tsv" },
];

/** Ranked once: no feedback from the first articles. */
export const ONCE = { feedbackArticles: 0 };

/** What the conditions of the whole graph say first of themselves. */
export const WHOLE = "the bioasq graph's whole retrieval";

/** Compare with another condition, item by item. In: its name. Out: what a condition keeps of it; an item that one side lacks counts 0. */
export const against = (condition: string) =>
  ({ condition, items: ["ndcg_cut_10", "map_cut_10_of_10"], missingIsZero: true }) as const;

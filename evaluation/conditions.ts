import { createRequire } from "node:module";
import { z } from "zod";
import type { TaskName } from "./task.ts";

/** A named run whose score is known: what anyone with the data can repeat. */
export type Condition = {
  name: string;
  about: string;
  /** A data set of datasets.ts, or "demo", which is in the package. */
  data: string;
  task: TaskName;
  /** What differs from the defaults of profile best. */
  settings: Readonly<Record<string, unknown>>;
  /** Measures that are shown and judged, the main one first. */
  measures: readonly string[];
  /** Most by which a measure may differ from the expected one to be OK, in its own unit; up to three times as much is OKish. */
  tolerance: number;
  /** What others report for it, where there is something. */
  reference?: string;
};

/** Over all judged queries: one for which a ranker finds nothing counts 0. */
const RANKING = ["ndcg_cut_10_complete", "map_cut_10_of_10_complete", "recall_100_complete"];
/** Words are counted alike everywhere; int8 vectors differ a little between processors and batch mates. */
const TOLERANCE = { words: 0.0005, vectors: 0.005, demo: 0.05, demoPercent: 5, percent: 0.5 };

const COLLECTIONS = [
  { name: "bioasq-snippets-dev", data: "bioasq-snippets", queries: "queries.dev.jsonl", qrels: "qrels.dev.tsv" },
  { name: "scifact-test", data: "scifact", queries: "queries.test.jsonl", qrels: "qrels.test.tsv" },
  { name: "medlars", data: "medlars", queries: "queries.jsonl", qrels: "qrels.tsv" },
];
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
  mix: "scaled mix of cosine and BM25, as the graph ranks one query (profile best)",
  heuristics: "MiniLM with title overlap, key phrases and entities, as the graph ranks one query (profile paper)",
} as const;

const rankings: Condition[] = COLLECTIONS.flatMap(({ name, data, ...files }) =>
  (["bm25", "dense", "rrf", "mix"] as const).map((ranker) => ({
    name: `${name}/${ranker}`,
    about: RANKER_ABOUT[ranker],
    data,
    task: "ranking",
    settings: { ranker, ...files },
    measures: RANKING,
    tolerance: ranker === "bm25" ? TOLERANCE.words : TOLERANCE.vectors,
    ...(REFERENCES[`${name}/${ranker}`] === undefined ? {} : { reference: REFERENCES[`${name}/${ranker}`] }),
  })),
);

const scifactTitles: Condition[] = [
  { name: "scifact-test/heuristics", settings: {} },
  { name: "scifact-test/heuristics-without-title", settings: { weightTitle: 0 } },
].map(({ name, settings }) => ({
  name,
  about: `${RANKER_ABOUT.heuristics}${name.endsWith("title") ? "; title overlap off" : ""}`,
  data: "scifact",
  task: "ranking",
  settings: { ranker: "heuristics", queries: "queries.test.jsonl", qrels: "qrels.test.tsv", ...settings },
  measures: RANKING,
  tolerance: TOLERANCE.vectors,
}));

const graphs: Condition[] = COLLECTIONS.filter(({ name }) => name !== "scifact-test").flatMap(({ name, data, ...files }) =>
  (["best", "paper"] as const).map((profile) => ({
    name: `${name}/graph-${profile}`,
    about: `the bioasq graph's whole retrieval, profile ${profile}: expansion, search, ranking, fusion, rescue`,
    data,
    task: "ranking",
    settings: { ranker: "graph", ...files, ...(profile === "paper" ? { profile } : {}) },
    measures: RANKING,
    tolerance: TOLERANCE.vectors,
  })),
);

const DEMO_CASES = { cases: "archehr/archehr-qa-subtask4.xml", key: "archehr/archehr-qa_key.json" };
const CASE_MEASURES = [
  "subtask_2_strict_micro_f1",
  "subtask_1_rougeL",
  "subtask_3_rougeL",
  "subtask_3_sari",
  "subtask_4_micro_f1",
];
const demoCases: Condition[] = [
  { name: "demo-archehr/best", about: "the embedded default, profile best", settings: {} },
  { name: "demo-archehr/paper", about: "the embedded model, profile paper", settings: { profile: "paper" } },
  { name: "demo-archehr/shots-0", about: "Table 2: no worked example", settings: { profile: "paper", interpretShots: 0 } },
  { name: "demo-archehr/shots-3", about: "Table 2: three worked examples", settings: { profile: "paper", interpretShots: 3 } },
  ...(["interpretation", "clinicianQuestion", "narrative"] as const).map((scoreAnchor) => ({
    name: `demo-archehr/anchor-${scoreAnchor}`,
    about: `Table 2: sentences scored against the ${scoreAnchor}`,
    settings: { profile: "paper", scoreAnchor },
  })),
].map((condition) => ({
  ...condition,
  data: "demo",
  task: "archehr",
  settings: { ...DEMO_CASES, ...condition.settings },
  measures: CASE_MEASURES,
  tolerance: TOLERANCE.demoPercent,
}));

const DEMO_QUESTIONS = { golden: "bioasq/golden.json", articles: "bioasq/corpus.jsonl", phase: "A+" };
const QUESTION_MEASURES = [
  "honest_documents_map",
  "honest_snippets_mean_f1",
  "honest_yesno_macro_f1",
  "honest_factoid_mrr",
  "honest_list_f1",
  "honest_rouge_su4_f1",
];
const demoQuestions: Condition[] = (["best", "paper"] as const).map((profile) => ({
  name: `demo-bioasq/${profile}`,
  about: `the embedded ${profile === "best" ? "default" : "model"}, profile ${profile}, phase A+ over the demo corpus`,
  data: "demo",
  task: "bioasq",
  settings: { ...DEMO_QUESTIONS, ...(profile === "paper" ? { profile } : {}) },
  measures: QUESTION_MEASURES,
  tolerance: TOLERANCE.demo,
}));

/** Every condition, in the order of the results page. Demo items are examples, no benchmark. */
export const CONDITIONS: readonly Condition[] = [
  ...rankings,
  ...scifactTitles,
  ...graphs,
  {
    name: "snippet-coverage",
    about: "share of an ideal answer's words that the first 1 to 10 gold snippets hold (the paper's Figure 2)",
    data: "bioasq",
    task: "coverage",
    settings: {},
    measures: ["coverage_1", "coverage_2", "coverage_3", "coverage_5", "coverage_10"],
    tolerance: TOLERANCE.words,
    reference: "gains diminish after about two snippets [dsgt2026 §4.2, Figure 2]",
  },
  {
    name: "scifact-test/evidence",
    about: "evidence sentences of a claim in its gold abstract, by the archehr steps",
    data: "scifact",
    task: "sentences",
    settings: { claims: "queries.test.jsonl" },
    measures: ["micro_f1", "micro_precision", "micro_recall", "map", "last_two_micro_f1"],
    tolerance: TOLERANCE.vectors,
    reference: "micro F1 .466 by idf word overlap, .445 by MiniLM cosine, rules tuned on train [encoder-measured]",
  },
  ...[
    { name: "meqsum/interpretation", data: "meqsum", messages: "meqsum.first500.jsonl" },
    { name: "mediqa2021/interpretation", data: "mediqa2021", messages: "qs_validation.jsonl" },
  ].map(
    ({ name, data, messages }): Condition => ({
      name,
      about: "consumer health messages to one question, by the archehr step",
      data,
      task: "interpretation",
      settings: { messages },
      measures: ["rougeL", "rouge1", "rouge2", "first_question_rougeL", "first_question_rouge1"],
      tolerance: TOLERANCE.percent,
    }),
  ),
  ...demoCases,
  ...demoQuestions,
];

const Expected = z.object({ source: z.string(), scores: z.record(z.string(), z.record(z.string(), z.number())) });

/** The score that each condition had when it was measured: condition -> measure -> value. */
export const EXPECTED_SCORES = Expected.parse(createRequire(import.meta.url)("./expected-scores.json")).scores;

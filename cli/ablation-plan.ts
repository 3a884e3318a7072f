import { join } from "node:path";
import { packageRoot, readEnv } from "../clients/env.ts";
import { DataMissing, findData } from "../evaluation/find-data.ts";
import type { TaskResult, TaskRun } from "../evaluation/task.ts";
import { answerCases } from "../evaluation/tasks/answer-cases.ts";
import { answerQuestions } from "../evaluation/tasks/answer-questions.ts";
import { interpretMessages } from "../evaluation/tasks/interpret-messages.ts";
import { rankCollection } from "../evaluation/tasks/rank-collection.ts";
import { selectSentences } from "../evaluation/tasks/select-sentences.ts";
import { missing, wrong } from "./command-fault.ts";
import type { AblateOptions } from "./commands/ablate.ts";
import type { Work } from "./reads-notes.ts";

/** Data, the task that runs and scores it, and the item measures that are compared unless others are named. */
export type Plan = {
  folder: string;
  /** Public data set; the user's own file has none. */
  set?: string;
  task: (run: TaskRun) => Promise<TaskResult>;
  given: Record<string, unknown>;
  measures: readonly string[];
  public: boolean;
};

const RANKING_MEASURES = ["ndcg_cut_10", "map_cut_10_of_10", "recall_100"];
const CASE_MEASURES = ["subtask_1_rougeL", "subtask_2_strict_f1", "subtask_3_rougeL", "subtask_4_f1"];
const QUESTION_MEASURES = ["honest_documents_ap", "honest_snippets_f1", "ideal_coverage", "honest_rouge_su4_f1"];

/**
 * Choose data, task and measures of an ablation.
 *
 * In: --graph, --data and what goes with it. Out: the plan. A file without its key or index is a CommandFault (exit 2); absent public data are one of exit 3 that says how to get them.
 */
export const ablationPlan = (options: AblateOptions): Plan => {
  const { graph, data } = options;
  if (graph === "archehr") {
    const task = { task: answerCases, measures: CASE_MEASURES };
    const demo = { cases: "archehr/archehr-qa-subtask4.xml", key: "archehr/archehr-qa_key.json" };
    if (data === "demo") return { ...task, folder: join(packageRoot(), "data", "demo"), set: "demo", given: demo, public: true };
    const alone = STEPS_ALONE[data];
    if (alone !== undefined) {
      return { ...alone, folder: found(alone.set), public: true };
    }
    if (options.key === undefined)
      throw wrong(`--data ${data}: --key FILE is missing; it holds the gold labels of the cases. Or take --data demo.`);
    return { ...task, folder: "", given: { cases: data, key: options.key }, public: false };
  }
  const questions = { task: answerQuestions, measures: QUESTION_MEASURES, public: true };
  const { phase } = options;
  if (data === "demo") {
    const given = { golden: "bioasq/golden.json", articles: "bioasq/corpus.jsonl", phase };
    return { ...questions, folder: join(packageRoot(), "data", "demo"), set: "demo", given };
  }
  if (data === ABSTRACTS)
    return { ...questions, folder: found(data), set: data, given: { golden: "golden.json", articles: "docs.jsonl", phase } };
  const collection = COLLECTIONS[data];
  if (collection !== undefined) {
    const { set, ...files } = collection;
    return {
      folder: found(set),
      set,
      task: rankCollection,
      measures: RANKING_MEASURES,
      given: { ranker: "graph", ...files },
      public: true,
    };
  }
  if (options.index === undefined)
    throw wrong(
      `--data ${data}: it is none of demo, ${[ABSTRACTS, ...Object.keys(COLLECTIONS)].join(", ")}; a golden file needs --index FILE.`,
    );
  return { ...questions, folder: "", given: { golden: data, articles: "", phase } };
};

const ABSTRACTS = "bioasq-11B-abstracts";

/** Steps of the archehr graph that can be measured on public data without the graph around them. */
const STEPS_ALONE: Readonly<Record<string, Omit<Plan, "folder" | "public"> & { set: string }>> = {
  "scifact-test": {
    set: "scifact",
    task: selectSentences,
    given: { claims: "queries.test.jsonl" },
    measures: ["f1", "average_precision"],
  },
  meqsum: {
    set: "meqsum",
    task: interpretMessages,
    given: { messages: "meqsum.first500.jsonl" },
    measures: ["rougeL", "names_kept"],
  },
  mediqa2021: {
    set: "mediqa2021",
    task: interpretMessages,
    given: { messages: "qs_validation.jsonl" },
    measures: ["rougeL", "names_kept"],
  },
};

/** Name what an ablation runs: a whole graph, or the interpretation of messages alone. In: the graph as named, the public data set or undefined. */
export const workOf = (graph: string, set: string | undefined): Work => {
  if (graph !== "archehr") return "bioasq";
  const alone = Object.values(STEPS_ALONE).find((step) => step.set === set);
  return alone?.task === interpretMessages ? "interpretation" : "archehr";
};

const COLLECTIONS: Readonly<Record<string, { set: string; queries: string; qrels: string }>> = {
  "bioasq-snippets-dev": { set: "bioasq-snippets", queries: "queries.dev.jsonl", qrels: "qrels.dev.tsv" },
  "scifact-test": { set: "scifact", queries: "queries.test.jsonl", qrels: "qrels.test.tsv" },
  medlars: { set: "medlars", queries: "queries.jsonl", qrels: "qrels.tsv" },
};

const found = (set: string): string => {
  try {
    return findData(set, readEnv().EVIGRAPH_DATA).folder;
  } catch (error) {
    if (error instanceof DataMissing) throw missing(error.message);
    throw error;
  }
};

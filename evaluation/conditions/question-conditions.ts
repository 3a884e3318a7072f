import { type Condition, TOLERANCE } from "../condition.ts";

const goldenOf = (...batches: string[]) => batches.map((batch) => `golden/${batch}_golden.json`);
/** 11B is kept for reports; what was learned or tuned was learned and tuned on the others. */
const BATCHES = {
  "11B": goldenOf("11B1", "11B2", "11B3", "11B4"),
  "10B": goldenOf("10B1", "10B2", "10B3", "10B4", "10B5", "10B6"),
  "9B": goldenOf("9B1", "9B2", "9B3", "9B4", "9B5"),
  "8B": goldenOf("8B1", "8B2", "8B3", "8B4", "8B5"),
  "7B": goldenOf("7B1", "7B2", "7B3", "7B4", "7B5"),
} as const;
const ANSWER_MEASURES = [
  "honest_yesno_macro_f1",
  "honest_factoid_mrr",
  "honest_list_f1",
  "honest_rouge2_f1",
  "honest_rouge_su4_f1",
];
const ANSWER_ITEMS = ["honest_yesno_accuracy", "honest_factoid_mrr", "honest_list_f1", "honest_rouge_su4_f1"];
const answers: Condition[] = Object.entries(BATCHES).flatMap(([year, golden]) => [
  ...(year === "11B" ? (["best", "paper"] as const) : (["best"] as const)).map((profile) => ({
    name: `bioasq-${year}/phase-B-${profile}`,
    about: `answers from the given gold snippets by the embedded model, profile ${profile}${year === "11B" ? "" : "; tuned on these questions"}`,
    data: "bioasq",
    task: "bioasq" as const,
    settings: { golden, phase: "B", ...(profile === "paper" ? { profile } : {}) },
    measures: ANSWER_MEASURES,
    tolerance: TOLERANCE.vectors,
    against: [
      { condition: `bioasq-${year}/phase-B-trivial-short`, items: ANSWER_ITEMS },
      { condition: `bioasq-${year}/phase-B-trivial-long`, items: ["honest_rouge_su4_f1"] },
    ],
  })),
  ...(["words", "sentences"] as const).map((ideal) => ({
    name: `bioasq-${year}/phase-B-trivial-${ideal === "words" ? "long" : "short"}`,
    about: `baseline without a model: yes; the 5 most frequent names; the snippets' ${ideal === "words" ? "first 200 words" : "first 3 sentences"}`,
    data: "bioasq",
    task: "trivial" as const,
    settings: { golden, ideal },
    measures: ANSWER_MEASURES,
    tolerance: TOLERANCE.words,
  })),
]);

const ABSTRACTS = { golden: "golden.json", articles: "docs.jsonl" };
const SNIPPET_MEASURES = [
  "snippets_f1",
  "first_two_f1",
  "f1_over_first_two",
  "pruned_f1",
  "pruning_f1_gain",
  "snippets_ideal_coverage",
  "pruned_ideal_coverage",
];
const snippetsOf = (name: string, profile: string, own: Record<string, unknown>): Condition => ({
  name: `bioasq-11B-abstracts/snippets-${name}`,
  about: `snippets from the gold articles, ${profile}; beside the first two sentences of each abstract; before and after pruning`,
  data: "bioasq-11B-abstracts",
  task: "snippets",
  settings: { ...ABSTRACTS, ...own },
  measures: SNIPPET_MEASURES,
  tolerance: TOLERANCE.vectors,
});
const WITHOUT_MODEL = "best-without-evidence-model";
const snippets: Condition[] = [
  {
    ...snippetsOf("best", "profile best", {}),
    against: [{ condition: `bioasq-11B-abstracts/snippets-${WITHOUT_MODEL}`, items: ["snippets_f1", "pruned_f1"] }],
  },
  snippetsOf(WITHOUT_MODEL, "profile best without the sentence evidence model", { snippetEvidence: 0 }),
  snippetsOf("paper", "profile paper", { profile: "paper" }),
];

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

/** Answers and snippets of the bioasq graph, each beside something trivial on the same questions. */
export const QUESTION_CONDITIONS: readonly Condition[] = [...answers, ...snippets, ...demoQuestions];

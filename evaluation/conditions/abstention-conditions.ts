import { type Condition, TOLERANCE } from "../condition.ts";

const SCIFACT = { queries: "queries.test.jsonl" };
/** Articles (count) of each search: margin and agreement look at the first ten. */
const DEPTH = { rerankDepth: 20 };
const MEASURES = [
  "risk_all",
  "aurc",
  "aurc_support",
  "aurc_best",
  "auroc",
  "ece",
  "coverage",
  "answered_wrong",
  "abstained_right",
];

/** When not to answer: a confidence fitted on SciFact's train claims alone, beside answering everything and beside the support alone. */
export const ABSTENTION_CONDITIONS: readonly Condition[] = [
  {
    name: "scifact-test/abstention",
    about: "is there evidence for the claim in 5,183 abstracts? 112 of 300 have none",
    data: "scifact",
    settings: { of: "evidence", ...SCIFACT, ...DEPTH },
    measures: MEASURES,
  },
  {
    name: "scifact-test/verdict-abstention",
    about: "is the embedded model's yes or no to the claim right? Without evidence it never is",
    data: "scifact",
    settings: { of: "verdict", ...SCIFACT, ...DEPTH },
    measures: MEASURES,
  },
  {
    name: "pubmedqa-dev/abstention",
    about: "is its yes or no to the question right? To maybe it never is; the fit is SciFact's",
    data: "pubmedqa",
    settings: { of: "verdict", queries: "queries.dev.jsonl", ...DEPTH },
    measures: MEASURES,
  },
].map((condition) => ({ ...condition, task: "abstention", tolerance: 2 * TOLERANCE.vectors }));

import { type Condition, TOLERANCE } from "../condition.ts";
import { SIMPLE } from "../simple-evidence.ts";
import { simpleConditions } from "./simple-conditions.ts";

const DEMO_CASES = { cases: "archehr/archehr-qa-subtask4.xml", key: "archehr/archehr-qa_key.json" };
const CASE_MEASURES = [
  "subtask_2_strict_micro_f1",
  "subtask_1_rougeL",
  "subtask_3_rougeL",
  "subtask_3_sari",
  "subtask_4_micro_f1",
];
const GRAPH_CONDITIONS: readonly Condition[] = [
  {
    name: "demo-archehr/best",
    about: "the embedded default, profile best",
    settings: {},
    against: [
      { condition: "demo-archehr/best-without-reader", items: ["subtask_2_strict_f1"] },
      ...SIMPLE.map((by) => ({
        condition: `demo-archehr/baseline-${by}`,
        items: ["subtask_2_strict_f1", "subtask_3_rougeL", "subtask_3_sari", "subtask_4_f1"],
      })),
    ],
  },
  {
    name: "demo-archehr/best-without-reader",
    about: "the embedded model, profile best, without the reader of notes (extractive.readerWeight 0)",
    settings: {},
    extractive: { readerWeight: 0 },
  },
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
  task: "archehr" as const,
  settings: { ...DEMO_CASES, ...condition.settings },
  measures: CASE_MEASURES,
  tolerance: TOLERANCE.demoPercent,
}));

/** The archehr graph on the demo cases, the paper's Table 2 among them, and what simple rules find there. */
export const CASE_CONDITIONS: readonly Condition[] = [
  ...GRAPH_CONDITIONS,
  ...simpleConditions({
    prefix: "demo-archehr/baseline",
    data: "demo",
    task: "simpleCases",
    settings: DEMO_CASES,
    measures: CASE_MEASURES,
    tolerance: TOLERANCE.demoPercent,
  }),
];

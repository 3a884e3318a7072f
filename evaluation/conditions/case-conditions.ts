import { type Condition, TOLERANCE } from "../condition.ts";

const DEMO_CASES = { cases: "archehr/archehr-qa-subtask4.xml", key: "archehr/archehr-qa_key.json" };
const CASE_MEASURES = [
  "subtask_2_strict_micro_f1",
  "subtask_1_rougeL",
  "subtask_3_rougeL",
  "subtask_3_sari",
  "subtask_4_micro_f1",
];
/** The archehr graph on the demo cases; the paper's Table 2 among them. */
export const CASE_CONDITIONS: readonly Condition[] = [
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

import { createRequire } from "node:module";
import { z } from "zod";
import { type Condition, TOLERANCE } from "./condition.ts";
import { ABSTENTION_CONDITIONS } from "./conditions/abstention-conditions.ts";
import { CASE_CONDITIONS } from "./conditions/case-conditions.ts";
import { QUESTION_CONDITIONS } from "./conditions/question-conditions.ts";
import { RANKING_CONDITIONS } from "./conditions/ranking-conditions.ts";
import { withSmallModel } from "./conditions/small-model-conditions.ts";
import { TEXT_CONDITIONS } from "./conditions/text-conditions.ts";

const EMBEDDED: readonly Condition[] = [
  ...RANKING_CONDITIONS,
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
  ...TEXT_CONDITIONS,
  ...QUESTION_CONDITIONS,
  ...ABSTENTION_CONDITIONS,
  ...CASE_CONDITIONS,
];

/** Every condition, in the order of the results page. Demo items are examples, no benchmark. */
export const CONDITIONS: readonly Condition[] = [...EMBEDDED, ...withSmallModel(EMBEDDED)];

const Expected = z.object({ source: z.string(), scores: z.record(z.string(), z.record(z.string(), z.number())) });

/** The score that each condition had when it was measured: condition -> measure -> value. */
export const EXPECTED_SCORES = Expected.parse(createRequire(import.meta.url)("./expected-scores.json")).scores;

import { createRequire } from "node:module";
import { z } from "zod";
import { type Condition, TOLERANCE } from "./condition.ts";
import { ABSTENTION_CONDITIONS } from "./conditions/abstention-conditions.ts";
import { CASE_CONDITIONS } from "./conditions/case-conditions.ts";
import { QUESTION_CONDITIONS } from "./conditions/question-conditions.ts";
import { RANKING_CONDITIONS } from "./conditions/ranking-conditions.ts";

/** Every condition, in the order of the results page. Demo items are examples, no benchmark. */
export const CONDITIONS: readonly Condition[] = [
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
      measures: [
        "rougeL",
        "first_question_rougeL",
        "rougeL_over_first_question",
        "names_kept",
        "first_question_names_kept",
        "names_kept_over_first_question",
      ],
      tolerance: TOLERANCE.percent,
    }),
  ),
  ...QUESTION_CONDITIONS,
  ...ABSTENTION_CONDITIONS,
  ...CASE_CONDITIONS,
];

const Expected = z.object({ source: z.string(), scores: z.record(z.string(), z.record(z.string(), z.number())) });

/** The score that each condition had when it was measured: condition -> measure -> value. */
export const EXPECTED_SCORES = Expected.parse(createRequire(import.meta.url)("./expected-scores.json")).scores;

import { type Condition, TOLERANCE } from "../condition.ts";
import { SIMPLE } from "../simple-evidence.ts";
import { simpleConditions } from "./simple-conditions.ts";

/** Steps of the archehr graph on public texts of other kinds. */
export const TEXT_CONDITIONS: readonly Condition[] = [
  {
    name: "scifact-test/evidence",
    about: "evidence sentences of a claim in its gold abstract, by the archehr steps",
    data: "scifact",
    task: "sentences",
    settings: { claims: "queries.test.jsonl" },
    measures: ["micro_f1", "micro_precision", "micro_recall", "map", "last_two_micro_f1"],
    tolerance: TOLERANCE.vectors,
    reference: "micro F1 .466 by idf word overlap, .445 by MiniLM cosine, rules tuned on train [encoder-measured]",
    against: SIMPLE.map((by) => ({ condition: `scifact-test/baseline-${by}`, items: ["f1"] })),
  },
  ...simpleConditions({
    prefix: "scifact-test/baseline",
    data: "scifact",
    task: "simple",
    settings: { claims: "queries.test.jsonl" },
    measures: ["micro_f1", "micro_precision", "micro_recall"],
    tolerance: TOLERANCE.vectors,
  }),
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
];

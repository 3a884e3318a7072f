import type { Condition } from "../condition.ts";
import { SIMPLE, type Simple } from "../simple-evidence.ts";

const ABOUT: Readonly<Record<Simple, string>> = {
  first: "the first sentences",
  words: "the sentences with most of the question's words, weighed by idf",
  cosine: "the sentences nearest to the question by MiniLM",
  mean: "the sentences best by the mean of words and MiniLM",
};

/** Make the conditions of simple rules on a data set. In: what they share. Out: one a rule, named prefix-rule. */
export const simpleConditions = ({
  prefix,
  settings,
  ...shared
}: Pick<Condition, "data" | "task" | "settings" | "measures" | "tolerance"> & { prefix: string }): Condition[] =>
  SIMPLE.map((by) => ({
    name: `${prefix}-${by}`,
    about: `baseline: ${ABOUT[by]}; ${shared.task === "simpleCases" ? "cuts, and message or clinician's question, as" : "cut as"} it does best on these very items: an upper bound`,
    settings: { ...settings, by },
    ...shared,
  }));

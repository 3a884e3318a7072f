import { z } from "zod";
import { InputFault } from "../../formats/input-fault.ts";
import { parseJsonText } from "../../formats/json-text.ts";
import { type Converter, jsonLines, publishedText } from "./converter.ts";

const Labelled = z.record(
  z.string(),
  z.object({
    QUESTION: z.string(),
    CONTEXTS: z.array(z.string()),
    LABELS: z.array(z.string()),
    MESHES: z.array(z.string()),
    YEAR: z.string().nullable(),
    reasoning_required_pred: z.string(),
    reasoning_free_pred: z.string(),
    final_decision: z.enum(["yes", "no", "maybe"]),
    LONG_ANSWER: z.string(),
  }),
);
const Truth = z.record(z.string(), z.string());

/**
 * Convert PubMedQA's labelled questions (`data/ori_pqal.json`, `data/test_ground_truth.json`).
 *
 * Out: the dev half, which is every question whose pmid is not in the truth of test: queries.dev.jsonl, and docs.jsonl of their abstracts less the conclusion, by section. In the published order.
 */
export const pubmedqa: Converter = {
  reads: ["ori_pqal.json", "test_ground_truth.json"],
  convert(published) {
    const source = publishedText(published, "ori_pqal.json");
    const labelled = read(Labelled, source, "ori_pqal.json");
    const test = read(Truth, publishedText(published, "test_ground_truth.json"), "test_ground_truth.json");
    // JSON.parse puts keys that are numbers in numerical order; the published one is in the text alone.
    const order = [...source.matchAll(/"(\d+)"\s*:\s*\{/gu)].map(([, pmid = ""]) => pmid);
    const dev = order.flatMap((id) => {
      const item = labelled[id];
      return item === undefined || Object.hasOwn(test, id) ? [] : [{ id, item }];
    });
    const documents = dev.map(({ id, item: { CONTEXTS, LABELS, MESHES, YEAR } }) => ({
      id,
      title: "",
      text: CONTEXTS.join(" "),
      sections: CONTEXTS.map((text, at) => ({ label: LABELS[at] ?? "", text })),
      mesh: MESHES,
      year: YEAR,
    }));
    const queries = dev.map(({ id, item }) => ({
      id,
      text: item.QUESTION,
      answer: item.final_decision,
      long_answer: item.LONG_ANSWER,
      reasoning_required_pred: item.reasoning_required_pred,
      reasoning_free_pred: item.reasoning_free_pred,
      split: "dev",
    }));
    return {
      files: { "docs.jsonl": jsonLines(documents), "queries.dev.jsonl": jsonLines(queries) },
      made: `${queries.length} of ${Object.keys(labelled).length} questions (the others are test)`,
    };
  },
};

const read = <Value>(schema: z.ZodType<Value>, text: string, file: string): Value => {
  const parsed = schema.safeParse(parseJsonText(text, file));
  if (parsed.success) return parsed.data;
  const [first = "", ...rest] = parsed.error.issues[0]?.path ?? [];
  throw new InputFault({
    file,
    where: `pmid ${String(first)}`,
    field: rest.join(".") || "entry",
    expected: `PubMedQA's form (${parsed.error.issues[0]?.message ?? ""})`,
  });
};

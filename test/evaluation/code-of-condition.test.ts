import { expect, test } from "vitest";
import { codeOfCondition } from "../../evaluation/code-of-condition.ts";
import { CONDITIONS } from "../../evaluation/conditions.ts";

const codeOf = (name: string) => codeOfCondition(CONDITIONS.find((condition) => condition.name === name)!);

test("a condition's code is what its task imports, word lists and models among it", () => {
  const graph = codeOf("medlars/graph-best");
  expect(graph).toContain("graphs/bioasq.ts");
  expect(graph).toContain("nodes/bioasq/check-coverage.ts");
  expect(graph).toContain("retrieval/synonyms.json");
  expect(graph).toContain("clients/models/extractive/bioasq/yesno-weights.json");
  expect(graph).toContain("clients/encoder/embed-worker.mjs");
});

test("a change of the other graph leaves a condition current", () => {
  expect(codeOf("medlars/graph-best").filter((file) => /archehr/.test(file) && !file.startsWith("prompts/"))).toEqual([]);
  expect(codeOf("demo-archehr/best").filter((file) => /^(?:nodes|graphs)\/bioasq/.test(file))).toEqual([]);
  expect(codeOf("demo-archehr/best")).toContain("nodes/archehr/select-evidence.ts");
});

test("what needs no model does not depend on one", () => {
  expect(codeOf("snippet-coverage").filter((file) => file.startsWith("clients/encoder"))).toEqual([]);
  expect(codeOf("bioasq-11B/phase-B-trivial-long").filter((file) => file.startsWith("nodes/"))).toEqual([]);
});

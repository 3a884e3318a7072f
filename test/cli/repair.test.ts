import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "../support/run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-repair-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const questions = file("test.json", JSON.stringify({ questions: [{ id: "a", type: "yesno", body: "Is it?" }] }));
const out = join(folder, "mended", "out.json");
const repair = (content: string, ...more: string[]) =>
  runCommand("repair", "--as", "bioasq", "--questions", questions, file("s.json", content), "--out", out, ...more);

const answered = { id: "a", type: "yesno", body: "Is it?", snippets: [], ideal_answer: "It is." };

test("what has one right reading is mended, each change is listed, and the result is valid", async () => {
  const { code, stdout } = await repair(
    JSON.stringify({ questions: [{ ...answered, documents: ["12345"], exact_answer: ["Yes"] }] }),
  );
  expect(code).toBe(0);
  expect(JSON.parse(readFileSync(out, "utf8")).questions[0]).toMatchObject({
    documents: ["http://www.ncbi.nlm.nih.gov/pubmed/12345"],
    exact_answer: "yes",
  });
  expect(stdout).toContain("changed: a, exact_answer");
  expect(stdout).toContain("2 changes; valid");
  const valid = await runCommand("validate", "--as", "bioasq", "--questions", questions, out);
  expect(valid.code).toBe(0);
});

test("--json lists changes and what is left; a fault on which the evaluator stops ends with 1", async () => {
  const { code, stdout } = await repair(
    JSON.stringify({ questions: [{ ...answered, documents: [], exact_answer: { a: 1 } }] }),
    "--json",
  );
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ out, changes: [], problems: [{ item: "a", field: "exact_answer", is: "fatal" }] });
});

test.each([
  ["an empty file", ""],
  ["no JSON", "{"],
  ["no questions", "{}"],
])("%s cannot be mended: exit 2, and nothing is written", async (_, content) => {
  rmSync(out, { force: true });
  const { code, stderr } = await repair(content);
  expect(code).toBe(2);
  expect(stderr).toContain("s.json");
  expect(existsSync(out)).toBe(false);
});

import { expect, test } from "vitest";
import { readScoredQuestions } from "../../evaluation/read-scored-questions.ts";

const read = (questions: unknown[], repeated: "refuse" | "keep" = "refuse") =>
  readScoredQuestions(JSON.stringify({ questions }), "run.json", repeated);

test("a value that no evaluator reads is named in plain words, with its question and field", () => {
  const fault = () => read([{ id: "q1", documents: "12345" }]);
  expect(fault).toThrow(/run\.json/);
  expect(fault).toThrow(/q1/);
  expect(fault).toThrow(/documents/);
  expect(fault).not.toThrow(/Invalid input/);
});

test("a second question of one id is refused in a submission and kept in an old training file", () => {
  const twice = [
    { id: "q1", documents: [] },
    { id: "q1", documents: [] },
  ];
  expect(() => read(twice)).toThrow(/q1/);
  expect(read(twice, "keep")).toHaveLength(2);
});

test("a file without questions is refused", () => {
  expect(() => read([])).toThrow(/at least one question/);
});

test.each([
  ["null", null],
  ["absent", undefined],
  ["no number", "start"],
  ["between two characters", 1.5],
])("a snippet's offset that is %s is refused with its question, not counted as 0", (_, offsetInBeginSection) => {
  const snippet = {
    document: "1",
    offsetInBeginSection,
    offsetInEndSection: 9,
    beginSection: "abstract",
    endSection: "abstract",
  };
  const fault = () => read([{ id: "q1", snippets: [snippet] }]);
  expect(fault).toThrow(/question "q1", snippets\.0\.offsetInBeginSection/);
  expect(fault).not.toThrow(/Invalid input/);
});

test("an offset written as text is read as the number that it is", () => {
  const snippet = {
    document: "1",
    offsetInBeginSection: "12",
    offsetInEndSection: 20.0,
    beginSection: "abstract",
    endSection: "abstract",
  };
  expect(read([{ id: "q1", snippets: [snippet] }])[0]?.snippets).toMatchObject([{ begin: 12, end: 20 }]);
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readBioasqGolden, readBioasqQuestions } from "../../formats/bioasq-questions.ts";

const file = (...questions: object[]) => JSON.stringify({ questions });
const body = "Is p53 (TP53) a tumour suppressor?";

describe("a test set", () => {
  test("a question needs id, type and body; other keys are ignored, ids of any length kept", () => {
    const id = "6402c910201352f04a00000c1";
    expect(readBioasqQuestions(`\ufeff${file({ id, type: "YesNo", body, _body: 1, concepts: [] })}`, "t.json")).toEqual([
      { id, type: "yesno", body, documents: [], snippets: [] },
    ]);
  });

  test("a bare list and a number as id are read", () => {
    expect(readBioasqQuestions(JSON.stringify([{ id: 7, type: "list", body }]), "t.json")[0]?.id).toBe("7");
  });

  test("documents and snippets of phase B are kept as they are", () => {
    const snippet = {
      document: "http://x/1",
      text: "a",
      offsetInBeginSection: 0,
      offsetInEndSection: 1,
      beginSection: "sections.0",
      endSection: "sections.0",
    };
    expect(
      readBioasqQuestions(file({ id: "1", type: "list", body, documents: ["http://x/1"], snippets: [snippet] }), "t.json")[0],
    ).toMatchObject({
      documents: ["http://x/1"],
      snippets: [snippet],
    });
  });

  test.each([
    [
      "an unknown type",
      file({ id: "9", type: "essay", body }),
      't.json, question "9", type: expected yesno, factoid, list or summary, found "essay"',
    ],
    ["no type", file({ id: "9", body }), 'question "9", type'],
    ["no body", file({ id: "9", type: "list" }), 'question "9", body: expected the question, found nothing'],
    ["a blank body", file({ id: "9", type: "list", body: " " }), 'question "9", body'],
    ["no id", file({ type: "list", body }), "question number 1, id"],
    [
      "a repeated id",
      file({ id: "9", type: "list", body }, { id: "9", type: "list", body }),
      'question "9", id: expected every id once',
    ],
    [
      "a snippet without text",
      file({ id: "9", type: "list", body, snippets: [{ document: "d", text: null }] }),
      'question "9", snippets.0.text',
    ],
    ["no questions", "{}", "questions"],
    ["an empty list", "[]", "at least one question"],
    ["no JSON", '{"questions": [\n1,\n]}', "line 3"],
  ])("%s is refused by name", (_, text, message) => {
    expect(() => readBioasqQuestions(text, "t.json")).toThrow(message);
  });

  test("the first of repeated questions is kept when asked for", () => {
    const text = file({ id: "9", type: "list", body }, { id: "9", type: "list", body: "again" });
    expect(readBioasqQuestions(text, "t.json", { repeatedIds: "keepFirst" })).toHaveLength(1);
  });
});

describe("gold answers come in one form", () => {
  const exact = (type: string, exact_answer: unknown) =>
    readBioasqGolden(file({ id: "1", type, body, exact_answer }), "g.json")[0]?.exactAnswer;

  test.each([
    ["yesno", "yes", "yes"],
    ["yesno", "Yes.", "yes"],
    ["yesno", "No", "no"],
    ["factoid", [["TP53", "p53"]], [["TP53", "p53"]]],
    ["factoid", ["10 nanometers", "10 nm"], [["10 nanometers", "10 nm"]]],
    ["factoid", "naloxone", [["naloxone"]]],
    ["list", [["a", "b"], ["c"]], [["a", "b"], ["c"]]],
    ["list", ["a", "c"], [["a"], ["c"]]],
    ["summary", "n/a", null],
    ["factoid", undefined, null],
  ])("%s %j", (type, given, expected) => {
    expect(exact(type, given)).toEqual(expected);
  });

  test("ideal answers are a list, whether the file has one or several", () => {
    const ideal = (ideal_answer: unknown) =>
      readBioasqGolden(file({ id: "1", type: "summary", body, ideal_answer }), "g.json")[0]?.idealAnswers;
    expect([ideal("a"), ideal(["a", "b"]), ideal(undefined)]).toEqual([["a"], ["a", "b"], []]);
  });

  test("an answer of no known form is refused by name", () => {
    expect(() => exact("yesno", ["yes"])).toThrow(
      'question "1", exact_answer: expected the answer of a yesno question, found a list of 1',
    );
    expect(() => exact("list", 5)).toThrow("exact_answer");
  });

  test("the toy file of the official evaluator is read", () => {
    const golden = readBioasqGolden(
      readFileSync(new URL("../fixtures/vectors/bioasq/golden.json", import.meta.url), "utf8"),
      "golden.json",
    );
    expect(golden).toHaveLength(8);
    expect(golden[7]).toMatchObject({ id: "000000000000000000000008", type: "summary", exactAnswer: null });
  });
});

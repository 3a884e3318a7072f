import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readArchehrKey, readCitations } from "../../formats/archehr-key.ts";

const fixture = (name: string) => readFileSync(new URL(`../fixtures/vectors/archehr/${name}`, import.meta.url), "utf8");

test("keys with citations as lists and as strings say the same", () => {
  const lists = readArchehrKey(fixture("synthetic-archehr-qa_key.list-citations.json"), "k.json");
  const texts = readArchehrKey(fixture("synthetic-archehr-qa_key.string-citations.json"), "k.json");
  const without = (key: typeof texts) => JSON.stringify(key, (name, value) => (name === "citationText" ? undefined : value));
  expect(without(texts)).toEqual(JSON.stringify(lists));
  expect(texts.map(({ relevance }) => relevance)).toEqual(lists.map(({ relevance }) => relevance));
  expect(texts[0]?.answerSentences.map(({ citationText }) => citationText)).toEqual(["5", "4,9", "", "12"]);
  expect(lists[0]?.caseId).toBe("S1");
  expect(lists[0]?.relevance.get("4")).toBe("essential");
  expect(lists[0]?.relevance.get("2")).toBe("supplementary");
  expect(lists[0]?.answerSentences.map(({ citations }) => citations)).toEqual([["5"], ["4", "9"], [], ["12"]]);
});

describe("citations occur in many forms", () => {
  test.each([
    [
      ["1", 5],
      ["1", "5"],
    ],
    ["1,5", ["1", "5"]],
    ["1, 5; 7", ["1", "5", "7"]],
    ["19-22", ["19", "20", "21", "22"]],
    ["2, 19 – 20", ["2", "19", "20"]],
    ["[4, 9]", ["4", "9"]],
    [7, ["7"]],
    [0, ["0"]],
    ["", []],
    [null, []],
    [undefined, []],
    [[], []],
    [
      ["3-4", "3"],
      ["3", "4"],
    ],
  ])("%j", (form, ids) => {
    expect(readCitations(form)).toEqual(ids);
  });

  test.each([["5-2"], [1.5], [-1], [{}], [true], ["1-900000"], [[null]]])("%j is none of them", (form) => {
    expect(readCitations(form)).toBeUndefined();
  });
});

describe("a fault names the case and the field", () => {
  const key = (one: object) => JSON.stringify([{ case_id: "3", ...one }]);

  test.each([
    ["not JSON", "[\n{,]", /k\.json, line 2, file: expected JSON/],
    ["an empty file", "\ufeff ", /k\.json, line 1, file: expected JSON, found an empty file/],
    ["a file cut off", '[\n{"case_id":', /line 2/],
    ["an unknown relevance", key({ answers: [{ sentence_id: "1", relevance: "vital" }] }), /case "3", answers\.0\.relevance/],
    ["a missing case id", "[{}]", /case number 1, case_id/],
    [
      "odd citations",
      key({ clinician_answer_sentences: [{ id: "2", text: "a", citations: {} }] }),
      /case "3", clinician_answer_sentences "2" citations/,
    ],
    ["a repeated sentence", key({ answers: Array(2).fill({ sentence_id: 1, relevance: "essential" }) }), /case "3", answers/],
    ["a repeated case", '[{"case_id":"3"},{"case_id":3}]', /case "3", case_id/],
  ])("%s", (_, text, message) => {
    expect(() => readArchehrKey(text, "k.json")).toThrow(message);
  });
});

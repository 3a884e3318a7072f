import { readFileSync } from "node:fs";
import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import type { ArchehrCase } from "../../formats/archehr-case.ts";
import { type ArchehrPredictions, UNANSWERED, writeArchehr } from "../../formats/archehr-submission.ts";
import { validateArchehr } from "../../formats/archehr-validate.ts";
import { readArchehrCases } from "../../formats/archehr-xml.ts";
import { submissionZip } from "../../formats/submission-zip.ts";

const { cases } = readArchehrCases(
  readFileSync(new URL("../fixtures/vectors/archehr/synthetic-archehr-qa.xml", import.meta.url), "utf8"),
  "synthetic.xml",
);
const one: ArchehrCase = {
  id: "1",
  narrative: "My mother fell. Why was the very small blue water pill of the early morning stopped by them at all? Thanks.",
  questionPhrases: [],
  sentences: [
    { id: "0", text: "Course:" },
    { id: "1", text: "Furosemide was held." },
  ],
  sentencesAre: "given",
  answerSentences: [
    { id: "1", text: "It was held." },
    { id: "2", text: "She is well." },
  ],
};
const written = (predictions: ArchehrPredictions, given = [one]) => {
  const { text, padded, changes } = writeArchehr(given, predictions);
  return { entries: JSON.parse(text), padded, changes };
};

describe("padding of a case without a result", () => {
  test("1: the first question of the message, cut to 15 words", () => {
    // "Why was the very small blue water pill of the early morning stopped by them" has 15 words.
    expect(written({ subtask: "1", texts: new Map([["1", " \u0085 "]]) })).toEqual({
      entries: [{ case_id: "1", prediction: "Why was the very small blue water pill of the early morning stopped by them" }],
      padded: ["1"],
      changes: [],
    });
  });

  test("2: no ids; 3: the fixed answer; 4: no evidence for each answer sentence", () => {
    expect(written({ subtask: "2", evidence: new Map() }).entries).toEqual([{ case_id: "1", prediction: [] }]);
    expect(written({ subtask: "3", texts: new Map() }).entries).toEqual([{ case_id: "1", prediction: UNANSWERED }]);
    expect(written({ subtask: "4", alignments: new Map() }).entries).toEqual([
      {
        case_id: "1",
        prediction: [
          { answer_id: "1", evidence_id: [] },
          { answer_id: "2", evidence_id: [] },
        ],
      },
    ]);
  });

  test("an empty selection is a result, not padding", () => {
    expect(written({ subtask: "2", evidence: new Map([["1", []]]) }).padded).toEqual([]);
  });
});

describe("what the scorer would refuse is never written", () => {
  test("ids that the case does not have are left out, and listed", () => {
    const { entries, changes } = written({ subtask: "2", evidence: new Map([["1", ["1", "99", "1", "0"]]]) });
    expect(entries[0].prediction).toEqual(["1", "0"]);
    expect(changes).toEqual([{ item: "1", field: "prediction", was: "99", is: "left out: the case has no such sentence" }]);
  });

  test("given answer sentences stand in their order, each once", () => {
    const alignments = new Map([
      [
        "1",
        [
          { answerId: "2", evidenceIds: ["1"] },
          { answerId: "9", evidenceIds: [] },
        ],
      ],
    ]);
    const { entries, changes } = written({ subtask: "4", alignments });
    expect(entries[0].prediction).toEqual([
      { answer_id: "1", evidence_id: [] },
      { answer_id: "2", evidence_id: ["1"] },
    ]);
    expect(changes).toHaveLength(1);
  });

  test("without given answer sentences our own are aligned", () => {
    const alignments = new Map([
      [
        "1",
        [
          { answerId: "1", evidenceIds: ["1"] },
          { answerId: "2", evidenceIds: [] },
        ],
      ],
    ]);
    expect(written({ subtask: "4", alignments }, [{ ...one, answerSentences: [] }]).entries[0].prediction).toEqual([
      { answer_id: "1", evidence_id: ["1"] },
      { answer_id: "2", evidence_id: [] },
    ]);
  });

  test("whatever was found, the file has no fatal fault", () => {
    const ids = fc.array(fc.constantFrom("0", "1", "2", "12", "x", ""), { maxLength: 6 });
    const byCase = <T>(value: fc.Arbitrary<T>) =>
      fc.array(fc.tuple(fc.constantFrom("S1", "S2", "S3", "S9"), value)).map((pairs) => new Map(pairs));
    const predictions: fc.Arbitrary<ArchehrPredictions> = fc.oneof(
      fc.record({ subtask: fc.constantFrom("1" as const, "3" as const), texts: byCase(fc.string({ unit: "binary" })) }),
      fc.record({ subtask: fc.constant("2" as const), evidence: byCase(ids) }),
      fc.record({
        subtask: fc.constant("4" as const),
        alignments: byCase(fc.array(fc.record({ answerId: fc.constantFrom("1", "2", "x"), evidenceIds: ids }))),
      }),
    );
    fc.assert(
      fc.property(predictions, (given) => {
        const { problems } = validateArchehr(given.subtask, cases, JSON.parse(writeArchehr(cases, given).text));
        expect(problems.filter(({ is }) => is === "fatal")).toEqual([]);
      }),
    );
  });
});

describe("the validator", () => {
  const problems = (subtask: "1" | "2" | "3" | "4", submission: unknown) =>
    validateArchehr(subtask, [one], submission).problems.map(({ item, field, is, found }) => `${is} ${item}/${field}: ${found}`);

  test.each([
    ["another form", "2", {}, ["fatal /file: an object with 0 keys"]],
    ["a number as case id", "2", [{ case_id: 1, prediction: [] }], ["fatal entry 1/case_id: 1", "fatal 1/case_id: none"]],
    ["an unknown case", "2", [{ case_id: "7", prediction: [] }], ['fatal 7/case_id: "7"', "fatal 1/case_id: none"]],
    ["a case twice", "2", Array(2).fill({ case_id: "1", prediction: ["1"] }), ["fatal 1/case_id: a second entry"]],
    ["a missing case", "3", [], ["fatal 1/case_id: none"]],
    ["no object", "3", [null], ["fatal entry 1/entry: null", "fatal 1/case_id: none"]],
    ["an empty text", "3", [{ case_id: "1", prediction: " \u001c" }], ["fatal 1/prediction: an empty one"]],
    ["a list for a text", "1", [{ case_id: "1", prediction: ["a"] }], ["fatal 1/prediction: a list of 1"]],
    ["16 words", "1", [{ case_id: "1", prediction: "a ".repeat(16) }], ["rule 1/prediction: 16 words"]],
    [
      "every odd id",
      "2",
      [{ case_id: "1", prediction: ["1", 1, "9", "1", null] }],
      ["fatal 1/prediction: 1", 'fatal 1/prediction: "9"', 'rule 1/prediction: "1" again', "fatal 1/prediction: null"],
    ],
    ["a text for ids", "2", [{ case_id: "1", prediction: "1,2" }], ['fatal 1/prediction: "1,2"']],
    ["an extra key", "3", [{ case_id: "1", prediction: "a", note: 1 }], ["rule 1/note: an extra key"]],
    [
      "odd alignments",
      "4",
      [
        {
          case_id: "1",
          prediction: [{ answer_id: "1", evidence_id: ["9"] }, { answer_id: 2, evidence_id: [] }, 5, { answer_id: "8" }],
        },
      ],
      [
        'fatal 1/evidence_id of "1": "9"',
        "fatal 1/answer_id: 2",
        "fatal 1/prediction: 5",
        'fatal 1/answer_id: "8"',
        'fatal 1/evidence_id of "8": nothing',
        'rule 1/answer_id: none for "2"',
      ],
    ],
  ] as const)("%s", (_, subtask, submission, expected) => {
    expect(problems(subtask, submission)).toEqual(expected);
  });

  test("a padded file is valid and every item of it incomplete", () => {
    for (const given of [
      { subtask: "1", texts: new Map() },
      { subtask: "2", evidence: new Map() },
      { subtask: "3", texts: new Map() },
      { subtask: "4", alignments: new Map() },
    ] satisfies ArchehrPredictions[]) {
      const { problems: found, incomplete } = validateArchehr(given.subtask, cases, JSON.parse(writeArchehr(cases, given).text));
      expect(found).toEqual([]);
      expect(incomplete.map(({ item }) => item)).toEqual(["S1", "S2", "S3"]);
    }
  });
});

test("the zip holds exactly submission.json, dated 1 January 1980 whatever the clock and the time zone", () => {
  const bytes = submissionZip("[]\n");
  expect(Object.entries(unzipSync(bytes)).map(([name, data]) => [name, strFromU8(data)])).toEqual([["submission.json", "[]\n"]]);
  // The local header's time (0:00) and date (year 1980 + 0, month 1 << 5, day 1), little-endian, at byte 10.
  expect([...bytes.slice(10, 14)]).toEqual([0, 0, 0x21, 0]);
});

import { XMLParser } from "fast-xml-parser";
import { describe, expect, test } from "vitest";
import type { Subtask } from "../../evaluation/archehr-faults.ts";
import { type ArchehrOptions, type ScoredCase, scoreArchehr } from "../../evaluation/archehr-scorer.ts";
import type { TextPlugIn } from "../../evaluation/archehr-texts.ts";
import { readArchehrSubmission } from "../../evaluation/read-archehr-submission.ts";
import { ScoringFault } from "../../evaluation/scoring-fault.ts";
import { readArchehrKey } from "../../formats/archehr-key.ts";
import { NINE, vector, vectorText } from "./vectors.ts";

type Scored = { submission: unknown; expected: Record<string, number> };
type Official = {
  subtask_2: Record<string, Scored>;
  subtask_4: Record<string, Scored>;
  errors: Record<string, { submission: unknown; message: string }>;
  subtask_4_string_citation_key_bug: { expected: Record<string, number> };
};
type Pair = {
  task: string;
  case_id: string;
  prediction: string;
  reference: string;
  source: string;
  expected: Record<string, number>;
};

const official = vector<Official>("archehr/st2_st4_vectors.official-script.json");
const listKey = vector("archehr/synthetic-archehr-qa_key.list-citations.json");
const stringKey = vector("archehr/synthetic-archehr-qa_key.string-citations.json");
const xml = new XMLParser({ ignoreAttributes: false, parseTagValue: false }).parse(
  vectorText("archehr/synthetic-archehr-qa.xml"),
) as {
  annotations: { case: { "@_id": string; patient_narrative: string; clinician_question: string }[] };
};
const cases: ScoredCase[] = xml.annotations.case.map((c) => ({
  id: c["@_id"],
  narrative: c.patient_narrative,
  clinicianQuestion: c.clinician_question,
}));
const pairs = vector<{ vectors: Pair[] }>("archehr/text_metric_vectors.json").vectors;

const keyOf = (key: unknown) => readArchehrKey(JSON.stringify(key), "key.json");
const submissionOf = (submission: unknown) => readArchehrSubmission(JSON.stringify(submission), "submission.json");
const score = async (subtask: Subtask, submission: unknown, key: unknown = listKey, options: ArchehrOptions = {}) =>
  scoreArchehr(subtask, { cases, key: keyOf(key), submission: submissionOf(submission) }, options);

describe.each([2, 4] as const)("subtask %i equals the organisers' script", (subtask) => {
  test.each(Object.entries(official[`subtask_${subtask}`]))("%s", async (_, { submission, expected }) => {
    const { measures } = await score(subtask, submission);
    for (const [name, value] of Object.entries(expected)) expect(measures[name]?.mean, name).toBeCloseTo(value, NINE);
  });
});

describe("a file that the script refuses is refused with its words", () => {
  test.each(Object.entries(official.errors))("%s", async (name, { submission, message }) => {
    const refused = score(name.startsWith("st2") ? 2 : 4, submission);
    await expect(refused).rejects.toThrow(ScoringFault);
    await expect(refused).rejects.toThrow(message);
    await refused.catch((fault: ScoringFault) => expect(fault.message).toBe(message));
  });

  test.each([
    [3, [{ case_id: "S1", prediction: " \t" }], "[case S1]: Empty prediction."],
    [1, [{ case_id: "S1", prediction: ["text"] }], "[case S1]: Prediction must be a string."],
    [
      2,
      [
        { case_id: "S1", prediction: [] },
        { case_id: "S1", prediction: [] },
      ],
      "[case S1]: The case is in the submission twice.",
    ],
    [
      2,
      [{ case_id: 1, prediction: [] }],
      "Case IDs in key but not in submission: ['S1', 'S2', 'S3']\nCase IDs in submission but not in key: [1]",
    ],
    [4, [{ case_id: "S1", prediction: [null] }], "[case S1]: Each alignment must be an object."],
    [4, [{ case_id: "S1", prediction: [{ answer_id: 1, evidence_id: [] }] }], "[case S1]: 'answer_id' must be a string."],
    [4, [{ case_id: "S1", prediction: [{ answer_id: "1", evidence_id: "4" }] }], "[case S1]: 'evidence_id' must be a list."],
  ] as const)("subtask %i: %j", async (subtask, submission, message) => {
    await expect(score(subtask, submission)).rejects.toThrow(message);
  });
});

describe("lenient scoring of both years stands under its own name", () => {
  // Key S1: essential 4 5 9 12, supplementary 2 6 8. Predicted 4, 2 and the irrelevant 7; the other cases are right.
  const submission = [
    { case_id: "S1", prediction: ["4", "2", "7"] },
    { case_id: "S2", prediction: ["3", "4", "5"] },
    { case_id: "S3", prediction: [] },
  ];

  test("2026 forgives a supplementary sentence, 2025 wants it", async () => {
    const { perItem, measures } = await score(2, submission);
    expect(perItem.S1?.strict_precision).toBeCloseTo(100 / 3, NINE); // 4 of 4, 2, 7
    expect(perItem.S1?.lenient_2026_precision).toBe(50); // 4 of 4, 7
    expect(perItem.S1?.lenient_2025_precision).toBeCloseTo(200 / 3, NINE); // 4 and 2 of 4, 2, 7
    expect(perItem.S1?.lenient_2025_recall).toBeCloseTo(200 / 7, NINE); // 2 of 7 essential or supplementary
    expect(perItem.S3?.lenient_2026_f1).toBe(100); // empty on both sides
    expect(perItem.S3?.lenient_2025_f1).toBe(0); // 2025's gold for S3 is the supplementary sentence 2
    expect(measures.lenient_micro_f1).toEqual(measures.lenient_2026_micro_f1);
  });

  test("the year chooses what the plain name means", async () => {
    const { measures } = await score(2, submission, listKey, { year: 2025 });
    expect(measures.lenient_micro_f1).toEqual(measures.lenient_2025_micro_f1);
    expect(measures.lenient_micro_f1).not.toEqual(measures.lenient_2026_micro_f1);
  });
});

describe("citations that the key writes as texts", () => {
  const perfect = official.subtask_4.perfect!;

  test("are sentence ids: the perfect submission is perfect, and the difference to the script is said", async () => {
    const sheet = await score(4, perfect.submission, stringKey);
    for (const [name, value] of Object.entries(perfect.expected))
      expect(sheet.measures[name]?.mean, name).toBeCloseTo(value, NINE);
    expect(sheet.notes[0]).toContain("scores lower");
  });

  test("can be read as the official script does, a character an id", async () => {
    const { measures } = await score(4, perfect.submission, stringKey, { citations: "characters" });
    for (const [name, value] of Object.entries(official.subtask_4_string_citation_key_bug.expected))
      expect(measures[name]?.mean, name).toBeCloseTo(value, NINE);
  });
});

describe("texts of subtasks 1 and 3", () => {
  const textsOf = (subtask: 1 | 3) =>
    pairs.filter(({ task }) => task === `subtask_${subtask}`).map(({ case_id, prediction }) => ({ case_id, prediction }));

  test.each([1, 3] as const)("subtask %i: every case equals the official tools, times 100", async (subtask) => {
    const sheet = await score(subtask, textsOf(subtask));
    for (const { case_id, expected } of pairs.filter(({ task }) => task === `subtask_${subtask}`)) {
      for (const name of ["rouge1", "rouge2", "rougeL", "rougeLsum"])
        expect(sheet.perItem[case_id]?.[name], name).toBeCloseTo(100 * expected[name]!, 7);
      if (subtask === 1) continue;
      expect(sheet.perItem[case_id]?.bleu).toBeCloseTo(100 * expected.bleu!, 7);
      expect(sheet.perItem[case_id]?.sari).toBeCloseTo(expected.sari!, NINE);
    }
    expect(sheet.measures.rougeLsum?.n).toBe(3);
  });

  test("what needs weights or a licence is not computed, and neither is the overall score", async () => {
    const sheet = await score(3, textsOf(3));
    expect(Object.keys(sheet.notComputed)).toEqual(["bertscore", "alignscore", "medcon", "overall_score"]);
    expect(sheet.notComputed.overall_score).toContain("needs bertscore, alignscore, medcon");
    expect(sheet.measures).not.toHaveProperty("overall_score");
  });

  test("with all plug-ins the overall score is the mean of the official set", async () => {
    const half: TextPlugIn = async (given) => given.map(() => 0.5);
    const plugIns = { bertscore: half, alignscore: half, medcon: half };
    const { measures, notComputed } = await score(1, textsOf(1), listKey, { plugIns });
    expect(notComputed).toEqual({});
    expect(measures.medcon?.mean).toBe(50);
    expect(measures.overall_score?.mean).toBeCloseTo((measures.rougeLsum!.mean + 150) / 4, NINE);
  });

  test("a plug-in that loses a pair is a bug, not a score", async () => {
    await expect(score(1, textsOf(1), listKey, { plugIns: { medcon: async () => [1] } })).rejects.toThrow(RangeError);
  });

  test("words after the limit do not count", async () => {
    const reference = cases[0]!.clinicianQuestion!.trim();
    const filler = Array.from({ length: 15 }, () => "x").join(" ");
    const others = textsOf(1).slice(1);
    const late = await score(1, [{ case_id: "S1", prediction: `${filler} ${reference}` }, ...others]);
    expect(late.perItem.S1?.rouge1).toBe(0);
    const early = await score(1, [{ case_id: "S1", prediction: `${reference} ${filler}` }, ...others]);
    expect(early.perItem.S1?.rouge1).toBeGreaterThan(50);
  });

  test("gold that lacks the reference is named", async () => {
    await expect(score(3, textsOf(3), [{ case_id: "S1" }, { case_id: "S2" }, { case_id: "S3" }])).rejects.toThrow(
      "[case S1]: The key has no clinician_answer",
    );
    const bare = {
      cases: [{ id: "S1", narrative: "n" }],
      key: [],
      submission: submissionOf([{ case_id: "S1", prediction: "why" }]),
    };
    await expect(scoreArchehr(1, bare)).rejects.toThrow("[case S1]: The cases file has no clinician_question");
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BIOASQ_VERSIONS, BioasqQuestions, type BioasqVersion } from "../../evaluation/bioasq-questions.ts";
import { scoreBioasq } from "../../evaluation/bioasq-scorer.ts";
import { NINE, vector } from "./vectors.ts";

type Values = Record<string, number>;
type Expected = {
  phaseA: Record<string, Record<"phaseA" | "phaseA_missing1", Values>>;
  phaseB: Record<string, { phaseB: Values; phaseB_missing1: Values | { raw: string } }>;
  rouge: { first: string; all: string };
};
type PerQuestion = Record<string, Record<"2" | "su4", { r: number; p: number; f: number }>>;
type RougeCases = {
  toy: Record<"first" | "all", { per_question: PerQuestion; mean: Record<"2" | "su4", { r: number; p: number; f: number }> }>;
};

const expected = vector<Expected>("bioasq/expected.json");
const read = (name: string) => BioasqQuestions.parse(vector(`bioasq/${name}.json`));
const gold = read("golden");
const questions = (list: object[]) => BioasqQuestions.parse({ questions: list });
const means = (sheet: ReturnType<typeof scoreBioasq>) =>
  Object.fromEntries(Object.entries(sheet.measures).map(([name, { mean }]) => [name, mean]));

describe.each(BIOASQ_VERSIONS)("version %i equals the organisers' evaluator", (version: BioasqVersion) => {
  test.each(["phaseA", "phaseA_missing1"] as const)("documents and snippets of %s", (file) => {
    const ours = means(scoreBioasq(gold, read(file), { version }));
    for (const [name, value] of Object.entries(expected.phaseA[`v${version}`]![file]))
      expect(ours[name], name).toBeCloseTo(value, NINE);
  });

  test.each(["phaseB", "phaseB_missing1"] as const)("exact answers of %s", (file) => {
    const sheet = scoreBioasq(gold, read(file), { version });
    const values = expected.phaseB[`v${version}`]![file];
    if ("raw" in values) {
      expect(sheet.measures).not.toHaveProperty("yesno_accuracy");
      expect(sheet.notComputed.yesno_accuracy).toContain("question 000000000000000000000001 is not in the submission");
      return;
    }
    for (const [name, value] of Object.entries(values)) expect(sheet.measures[name]?.mean, name).toBeCloseTo(value, NINE);
  });
});

describe("ideal answers equal ROUGE-1.5.5", () => {
  const sheet = scoreBioasq(gold, read("phaseB"));
  const toy = vector<RougeCases>("bioasq/rouge-cases.json").toy;

  test.each(["first", "all"] as const)("with %s references: the printed averages to the last digit", (kind) => {
    const printed = expected.rouge[kind].split(" ").map(Number);
    const names = ["rouge2", "rouge_su4"].flatMap((rouge) =>
      ["recall", "precision", "f1"].map((part) => `${rouge}_${kind}_${part}`),
    );
    expect(names.map((name) => sheet.measures[name]?.mean)).toEqual(printed);
    expect(sheet.measures[`rouge2_${kind}_f1_plain_mean`]?.mean).toBeCloseTo(toy[kind].mean["2"].f, NINE);
    expect(sheet.measures[`rouge_su4_${kind}_recall_plain_mean`]?.mean).toBeCloseTo(toy[kind].mean.su4.r, NINE);
  });

  test("every question's values to the last digit", () => {
    for (const kind of ["first", "all"] as const)
      for (const [id, values] of Object.entries(toy[kind].per_question)) {
        expect(sheet.perItem[id]?.[`rouge2_${kind}_f1`]).toBe(values["2"].f);
        expect(sheet.perItem[id]?.[`rouge_su4_${kind}_precision`]).toBe(values.su4.p);
        expect(sheet.perItem[id]?.[`rouge_su4_${kind}_f1`]).toBe(values.su4.f);
      }
  });
});

describe("honest measures stand beside the official ones", () => {
  test("a missing question counts 0 and is named", () => {
    const sheet = scoreBioasq(gold, read("phaseA_missing1"));
    expect(sheet.missing).toEqual(["000000000000000000000008"]);
    expect(sheet.notes[0]).toContain("1 of 8 questions are missing");
    // The file has question 8 perfectly right in phaseA.json: official F1 over 7 answered questions, honest F1 over all 8.
    const official = sheet.measures.documents_mean_f1!;
    const honest = sheet.measures.honest_documents_mean_f1!;
    expect([official.n, honest.n]).toEqual([7, 8]);
    expect(honest.mean).toBeCloseTo((official.mean * 7) / 8, NINE);
  });

  test("documents after the tenth do not count, for the evaluator they do", () => {
    const url = (pmid: number) => `http://www.ncbi.nlm.nih.gov/pubmed/${pmid}`;
    const twelve = Array.from({ length: 12 }, (_, index) => url(index));
    const sheet = scoreBioasq(
      questions([{ id: "a", type: "summary", documents: [url(11)] }]),
      questions([{ id: "a", documents: twelve }]),
    );
    expect(sheet.measures.documents_mean_recall?.mean).toBe(1);
    expect(sheet.measures.honest_documents_mean_recall?.mean).toBe(0);
  });

  test("the official snippet average precision can exceed 1, the honest one cannot", () => {
    const document = "http://www.ncbi.nlm.nih.gov/pubmed/1";
    const snippet = (begin: number, end: number) => ({
      document,
      offsetInBeginSection: begin,
      offsetInEndSection: end,
      beginSection: "abstract",
      endSection: "abstract",
      text: "",
    });
    const three = [snippet(0, 9), snippet(20, 29), snippet(40, 49)];
    const sheet = scoreBioasq(
      questions([{ id: "a", type: "summary", documents: [document], snippets: [snippet(0, 99)] }]),
      questions([{ id: "a", snippets: three }]),
    );
    // Each of the three lies inside the gold snippet: precision 1 three times, divided by one gold snippet.
    expect(sheet.measures.snippets_map?.mean).toBe(3);
    expect(sheet.measures.honest_snippets_map?.mean).toBe(1);
  });

  test("'unknown' is no for the evaluator and wrong for us; 'yes and no' is yes for it and wrong for us", () => {
    const file = (answers: string[]) =>
      questions(answers.map((exact_answer, index) => ({ id: String(index), type: "yesno", exact_answer })));
    const sheet = scoreBioasq(file(["no", "yes"]), file(["unknown", "yes and no"]));
    expect(sheet.measures.yesno_accuracy?.mean).toBe(1);
    expect(sheet.measures.honest_yesno_accuracy?.mean).toBe(0);
    expect(sheet.measures.honest_yesno_macro_f1?.mean).toBe(0);
  });

  test("a factoid's sixth guess does not count", () => {
    const guesses = ["a", "b", "c", "d", "e", "right"].map((guess) => [guess]);
    const sheet = scoreBioasq(
      questions([{ id: "a", type: "factoid", exact_answer: [["right"]] }]),
      questions([{ id: "a", exact_answer: guesses }]),
    );
    expect(sheet.measures.factoid_mrr?.mean).toBeCloseTo(1 / 6, NINE);
    expect(sheet.measures.honest_factoid_mrr?.mean).toBe(0);
  });
});

describe("files that stray", () => {
  test("flat lists are read as one entry a name and reported; in version 2 they are the format", () => {
    const [golden, submission] = [
      questions([{ id: "a", type: "factoid", exact_answer: ["BRCA1", "breast cancer 1"] }]),
      questions([{ id: "a", exact_answer: ["TP53", "brca1"] }]),
    ];
    const sheet = scoreBioasq(golden, submission);
    expect(sheet.measures.factoid_mrr?.mean).toBe(0.5);
    expect(sheet.notes.join()).toContain("flat lists");
    const old = scoreBioasq(golden, submission, { version: 2 });
    expect(old.measures.factoid_mrr?.mean).toBe(0.5);
    expect(old.measures.factoid_strict?.mean).toBe(0);
    expect(old.notes.join()).not.toContain("flat lists");
  });

  test("a yes/no question answered with a list stops the evaluator: its measures have no value, ours do", () => {
    const sheet = scoreBioasq(
      questions([{ id: "a", type: "yesno", exact_answer: "yes" }]),
      questions([{ id: "a", exact_answer: [["yes"]] }]),
    );
    expect(sheet.notComputed.yesno_accuracy).toContain("answered with a list");
    expect(sheet.measures.honest_yesno_accuracy?.mean).toBe(0);
  });

  test("before version 5 a submitted entry may list synonyms, since then only its first name counts", () => {
    const [golden, submission] = [
      questions([{ id: "a", type: "list", exact_answer: [["x"]] }]),
      questions([{ id: "a", exact_answer: [["ex", "x"]] }]),
    ];
    expect(scoreBioasq(golden, submission, { version: 3 }).measures.list_f1?.mean).toBe(1);
    expect(scoreBioasq(golden, submission, { version: 5 }).measures.list_f1?.mean).toBe(0);
  });

  test("a gold question that repeats is scored each time; a submitted one counts once, the first", () => {
    const golden = questions([
      { id: "a", documents: ["x"] },
      { id: "a", documents: ["y"] },
    ]);
    const sheet = scoreBioasq(
      golden,
      questions([
        { id: "a", documents: ["x"] },
        { id: "a", documents: ["y"] },
      ]),
    );
    expect(sheet.measures.documents_map).toMatchObject({ mean: 0.5, n: 2 });
    expect(Object.keys(sheet.perItem)).toEqual(["a", "a#2"]);
    expect(sheet.notes.join()).toContain("Gold holds questions twice");
  });

  test("loose fields are read: an ideal answer as a list, offsets as texts, a number as an answer", () => {
    const snippet = {
      document: "d/1",
      beginSection: "sections.0",
      endSection: "sections.0",
      offsetInBeginSection: "0",
      offsetInEndSection: 9,
      extra: true,
    };
    const gold = {
      document: "d/1",
      beginSection: "abstract",
      endSection: "abstract",
      offsetInBeginSection: 0,
      offsetInEndSection: 9,
    };
    const sheet = scoreBioasq(
      questions([
        {
          id: "a",
          type: "factoid",
          documents: ["d/1"],
          snippets: [gold],
          exact_answer: [["46"]],
          ideal_answer: ["Forty six chromosomes."],
        },
      ]),
      questions([
        {
          id: "a",
          documents: null,
          snippets: [snippet],
          exact_answer: [[46]],
          ideal_answer: ["Forty six chromosomes.", "ignored"],
        },
      ]),
    );
    expect(sheet.measures.snippets_mean_f1?.mean).toBe(1);
    expect(sheet.measures.factoid_strict?.mean).toBe(1);
    expect(sheet.measures.rouge2_first_f1?.mean).toBe(1);
  });

  test("nothing to score is said, not scored 0", () => {
    expect(() => scoreBioasq([], gold)).toThrow("no questions");
    expect(() => scoreBioasq(gold, questions([{ id: "a" }]))).toThrow("neither documents");
    const sheet = scoreBioasq(gold, questions([{ id: "elsewhere", documents: ["x"] }]));
    expect(sheet.notComputed.documents_map).toBe("no item to measure");
    expect(sheet.measures.honest_documents_map?.mean).toBe(0);
    expect(sheet.notes.join()).toContain("not scored): elsewhere");
  });
});

test("honest values stay within 0 to 1, and the order of gold questions changes none", () => {
  const id = fc.constantFrom("1", "2", "3", "__proto__");
  const question = fc.record({
    id,
    type: fc.constantFrom("yesno", "summary"),
    documents: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 1 }),
    exact_answer: fc.constantFrom("yes", "no"),
  });
  const file = fc.uniqueArray(question, { selector: (q) => q.id, minLength: 1 });
  fc.assert(
    fc.property(file, file, (golden, submission) => {
      const sheet = scoreBioasq(questions(golden), questions(submission));
      const turned = scoreBioasq(questions(golden.toReversed()), questions(submission));
      for (const [name, { mean }] of Object.entries(sheet.measures).filter(([measure]) => measure.startsWith("honest"))) {
        expect(mean).toBeGreaterThanOrEqual(0);
        expect(mean).toBeLessThanOrEqual(1 + 1e-4); // GMAP adds 0.00001 to each value
        expect(turned.measures[name]?.mean).toBeCloseTo(mean, NINE);
      }
    }),
    { numRuns: 30 },
  );
});

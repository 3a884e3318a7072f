import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BioasqQuestion } from "../../formats/bioasq-questions.ts";
import { repairBioasq } from "../../formats/bioasq-repair.ts";
import { BIOASQ_LIMITS, NO_EVIDENCE_ANSWER } from "../../formats/bioasq-rules.ts";
import { type BioasqAnswer, writeBioasq } from "../../formats/bioasq-submission.ts";
import { floatOffsets, validateBioasq } from "../../formats/bioasq-validate.ts";
import { oneLineAnswer } from "../../formats/one-line-answer.ts";
import { isPubmedUrl, pmidOf, pubmedUrl } from "../../formats/pubmed-url.ts";

const questions: BioasqQuestion[] = (["yesno", "factoid", "list", "summary"] as const).map((type, index) => ({
  id: `q${index + 1}`,
  type,
  body: `A ${type} question?`,
  documents: [],
  snippets: [],
}));
const [yesno, factoid, list, summary] = questions as [BioasqQuestion, BioasqQuestion, BioasqQuestion, BioasqQuestion];
const url = pubmedUrl("123");
const snippet = {
  document: url,
  text: "abc",
  offsetInBeginSection: 4,
  offsetInEndSection: 7,
  beginSection: "abstract",
  endSection: "abstract",
};
const whole = (question: BioasqQuestion, more: object) => ({
  questions: [{ id: question.id, documents: [url], snippets: [snippet], ...more }],
});
const found = (question: BioasqQuestion, more: object) =>
  validateBioasq([question], whole(question, more)).problems.map(({ field, is, found: what }) => `${is} ${field}: ${what}`);
const mended = (question: BioasqQuestion, more: object) => {
  const { submission, changes, problems } = repairBioasq([question], whole(question, more));
  const [one] = (submission as { questions: Record<string, unknown>[] }).questions;
  return { one, changes: changes.map(({ field }) => field), problems: problems.map(({ field }) => field) };
};

describe("the URL of an article", () => {
  test.each([
    "https://pubmed.ncbi.nlm.nih.gov/123",
    "https://pubmed.ncbi.nlm.nih.gov/123/?from=x",
    "https://www.ncbi.nlm.nih.gov/pubmed/123/",
    "123",
    "PMID: 123",
    "0123",
    url,
  ])("%s names PMID 123", (text) => {
    expect(pmidOf(text)).toBe("123");
  });

  test("anything else names no article", () => {
    for (const text of ["", "0", "PMC123", "https://example.org/123", "12a", "10.1000/123"]) expect(pmidOf(text)).toBeUndefined();
    expect(isPubmedUrl(url)).toBe(true);
    for (const text of [`${url}/`, ` ${url}`, `${url}\n`, "http://www.ncbi.nlm.nih.gov/pubmed/0", url.replace("http:", "https:")])
      expect(isPubmedUrl(text)).toBe(false);
  });
});

describe("the validator knows what crashes the evaluator", () => {
  test.each([
    ["a flat list for a factoid", factoid, { exact_answer: ["a"] }, ['fatal exact_answer[0]: "a"']],
    ["a text for a list", list, { exact_answer: "a" }, ['fatal exact_answer: "a"']],
    ["yes in a list", yesno, { exact_answer: ["yes"] }, ["fatal exact_answer: a list of 1"]],
    ["true for yes", yesno, { exact_answer: true }, ["fatal exact_answer: true"]],
    ["null as exact answer", factoid, { exact_answer: null }, ["fatal exact_answer: null"]],
    ["a number in a group", list, { exact_answer: [["a"], [5]] }, ["fatal exact_answer[1]: 5"]],
    ["null as ideal answer", summary, { ideal_answer: null }, ["fatal ideal_answer: null"]],
    [
      "a float offset",
      summary,
      { snippets: [{ ...snippet, offsetInEndSection: 7.5 }] },
      ["fatal snippets[0].offsetInEndSection: 7.5", "rule snippets[0].text: 3 characters"],
    ],
    [
      "an offset as text",
      summary,
      { snippets: [{ ...snippet, offsetInBeginSection: "4" }] },
      ['fatal snippets[0].offsetInBeginSection: "4"'],
    ],
    ["null as text", summary, { snippets: [{ ...snippet, text: null }] }, ["fatal snippets[0].text: null"]],
    ["an extra snippet key", summary, { snippets: [{ ...snippet, score: 1 }] }, ["fatal snippets[0].score: an extra key"]],
    ["null in documents", summary, { documents: [null] }, ["fatal documents[0]: null"]],
    ["null as snippets", summary, { snippets: null }, ["fatal snippets: null"]],
  ])("%s", (_, question, more, problems) => {
    expect(found(question, more)).toEqual(problems);
  });

  test("offsets such as 12.0 are seen in the text, since a parsed number hides them", () => {
    const source = '{"questions":\n[{"snippets":[{"offsetInBeginSection": 12.0,\n"offsetInEndSection":1e2, "x": 3.0}]}]}';
    expect(floatOffsets(source)).toEqual([
      { line: 2, found: "12.0" },
      { line: 3, found: "1e2" },
    ]);
    expect(floatOffsets(JSON.stringify({ offsetInBeginSection: 120 }))).toEqual([]);
    expect(validateBioasq([], { questions: [] }, { source }).problems.map(({ is }) => is)).toEqual(["fatal", "fatal"]);
  });

  test("files and questions of another form", () => {
    expect(validateBioasq([], []).problems).toMatchObject([{ is: "fatal", field: "file" }]);
    expect(validateBioasq([], { questions: [5, {}] }).problems).toMatchObject([
      { item: "question number 1", field: "id", found: "5" },
      { item: "question number 2", field: "id", found: "nothing" },
    ]);
  });
});

describe("the validator knows every rule", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => pubmedUrl(String(index + 1)));

  test.each([
    ["another URL", summary, { documents: ["https://pubmed.ncbi.nlm.nih.gov/1"] }, ["documents[0]"]],
    ["11 documents", summary, { documents: many(11) }, ["documents"]],
    ["10 documents", summary, { documents: many(10) }, []],
    ["a document twice", summary, { documents: [url, url] }, ["documents[1]"]],
    ["11 snippets", summary, { snippets: Array(11).fill(snippet) }, ["snippets"]],
    [
      "another section",
      summary,
      { snippets: [{ ...snippet, beginSection: "sections.0", endSection: "sections.0" }] },
      ["snippets[0].beginSection", "snippets[0].endSection"],
    ],
    ["two sections", summary, { snippets: [{ ...snippet, endSection: "title" }] }, ["snippets[0].endSection"]],
    [
      "an end before its begin",
      summary,
      { snippets: [{ ...snippet, offsetInEndSection: 4 }] },
      ["snippets[0].offsetInEndSection"],
    ],
    [
      "a negative offset",
      summary,
      { snippets: [{ ...snippet, offsetInBeginSection: -1, offsetInEndSection: 2 }] },
      ["snippets[0].offsetInBeginSection"],
    ],
    ["a text that its offsets do not span", summary, { snippets: [{ ...snippet, text: "abcd" }] }, ["snippets[0].text"]],
    ["Yes with a capital", yesno, { exact_answer: "Yes" }, ["exact_answer"]],
    ["maybe", yesno, { exact_answer: "maybe" }, ["exact_answer"]],
    ["six factoids", factoid, { exact_answer: ["a", "b", "c", "d", "e", "f"].map((one) => [one]) }, ["exact_answer"]],
    ["101 entries", list, { exact_answer: many(101).map((one) => [one]) }, ["exact_answer"]],
    ["an entry of 101 characters", list, { exact_answer: [["a".repeat(101)]] }, ["exact_answer[0]"]],
    ["synonyms in one group", list, { exact_answer: [["a", "b"]] }, ["exact_answer[0]"]],
    ["a stray space", list, { exact_answer: [["a "]] }, ["exact_answer[0]"]],
    ["an entry twice, in other capitals", list, { exact_answer: [["a"], ["A"]] }, ["exact_answer[1]"]],
    ["an empty entry", list, { exact_answer: [[""]] }, ["exact_answer[0]"]],
    ["an exact answer of a summary", summary, { exact_answer: "n/a" }, ["exact_answer"]],
    ["201 words", summary, { ideal_answer: "a ".repeat(201) }, ["ideal_answer"]],
    ["200 words", summary, { ideal_answer: "a ".repeat(200) }, []],
    ["a line end and a <", summary, { ideal_answer: "a\nb < c" }, ["ideal_answer", "ideal_answer"]],
    ["an ideal answer in a list", summary, { ideal_answer: ["a"] }, ["ideal_answer"]],
    ["another type than the test set's", summary, { type: "list" }, ["type"]],
  ])("%s", (_, question, more, fields) => {
    const { problems } = validateBioasq([question], whole(question, more));
    expect(problems.map(({ field }) => field)).toEqual(fields);
    expect(problems.filter(({ is }) => is === "fatal")).toEqual([]);
  });

  test("missing, unknown and repeated questions are named", () => {
    const one = whole(yesno, {}).questions[0];
    expect(validateBioasq([yesno, list], { questions: [one, one, { ...one, id: "zz" }] }).problems).toMatchObject([
      { item: "q1", field: "id", found: "a second entry" },
      { item: "zz", field: "id", expected: "a question of the test set" },
      { item: "q3", field: "id", found: "none" },
    ]);
  });

  test("parts that the phase wants and padding are incomplete, not invalid", () => {
    const { problems, incomplete } = validateBioasq(
      [factoid],
      whole(factoid, { documents: [], ideal_answer: NO_EVIDENCE_ANSWER }),
      { phase: "A+" },
    );
    expect(problems).toEqual([]);
    expect(incomplete.map(({ field }) => field)).toEqual(["documents", "ideal_answer", "exact_answer"]);
    expect(validateBioasq([factoid], whole(factoid, { exact_answer: [], ideal_answer: "" }))).toEqual({
      problems: [],
      incomplete: [
        { item: "q2", field: "ideal_answer", why: "no answer" },
        { item: "q2", field: "exact_answer", why: "no entries" },
      ],
    });
  });
});

describe("repair mends what has one right reading, and lists it", () => {
  test.each([
    [
      "other URLs",
      summary,
      { documents: ["https://pubmed.ncbi.nlm.nih.gov/5", "PMID:6", 7] },
      { documents: ["5", "6", "7"].map(pubmedUrl) },
    ],
    ["repeats", summary, { documents: [url, "123", pubmedUrl("4")] }, { documents: [url, pubmedUrl("4")] }],
    ["yes in a list", yesno, { exact_answer: ["Yes"] }, { exact_answer: "yes" }],
    ["true and false", yesno, { exact_answer: false }, { exact_answer: "no" }],
    ["yes with more", yesno, { exact_answer: "Yes, it does." }, { exact_answer: "yes" }],
    ["a flat list", factoid, { exact_answer: ["a", 5] }, { exact_answer: [["a"], ["5"]] }],
    ["a text", list, { exact_answer: "a" }, { exact_answer: [["a"]] }],
    ["spaces, repeats, empties", list, { exact_answer: [[" a"], ["A "], [""], [], ["b"]] }, { exact_answer: [["a"], ["b"]] }],
    ["the ideal answer in a list", summary, { ideal_answer: ["a"] }, { ideal_answer: "a" }],
    [
      "line ends, tags and numbers",
      summary,
      { ideal_answer: " a <b>b</b>\r\n c (p<0.05; n <= 5)." },
      { ideal_answer: "a b c (p less than 0.05; n less than or equal to 5)." },
    ],
    ["an extra snippet key", summary, { snippets: [{ ...snippet, score: 1 }] }, { snippets: [snippet] }],
    [
      "snippet keys in snake case",
      summary,
      {
        snippets: [
          {
            document: "123",
            text: "abc",
            offset_in_begin_section: "4",
            offset_in_end_section: 7,
            begin_section: "Abstract",
            end_section: "abstract",
          },
        ],
      },
      { snippets: [snippet] },
    ],
    ["null as a snippet's text", summary, { snippets: [{ ...snippet, text: null }] }, { snippets: [{ ...snippet, text: "" }] }],
    [
      "11 documents",
      summary,
      { documents: Array.from({ length: 11 }, (_, index) => pubmedUrl(String(index + 1))) },
      { documents: Array.from({ length: 10 }, (_, index) => pubmedUrl(String(index + 1))) },
    ],
    [
      "six factoids",
      factoid,
      { exact_answer: ["a", "b", "c", "d", "e", "f"].map((one) => [one]) },
      { exact_answer: ["a", "b", "c", "d", "e"].map((one) => [one]) },
    ],
    [
      "an entry of 104 characters",
      list,
      { exact_answer: [[`${"word ".repeat(19)}and, morewords`]] },
      { exact_answer: [[`${"word ".repeat(19)}and`]] },
    ],
    ["an entry of one endless word", list, { exact_answer: [["x".repeat(150)]] }, { exact_answer: [["x".repeat(100)]] }],
    [
      "an ideal answer of 201 words in two sentences",
      summary,
      { ideal_answer: `${"one ".repeat(149)}end. ${"Two ".repeat(50)}end.` },
      { ideal_answer: `${"one ".repeat(149)}end.` },
    ],
    [
      "a snippet whose text was trimmed after its offsets were found",
      summary,
      { snippets: [{ ...snippet, offsetInEndSection: 9 }] },
      { snippets: [{ ...snippet, offsetInEndSection: 7 }] },
    ],
    ["missing lists", summary, { documents: null, snippets: undefined }, { documents: [], snippets: [] }],
  ])("%s", (_, question, more, expected) => {
    const { one, changes } = mended(question, more);
    expect(one).toMatchObject(expected);
    expect(changes).not.toEqual([]);
  });

  test("the exact answer of a summary, and null, are left out with a note", () => {
    expect(mended(summary, { exact_answer: "n/a" })).toMatchObject({ changes: ["exact_answer"], problems: [] });
    expect(mended(list, { exact_answer: null }).one).not.toHaveProperty("exact_answer");
  });

  test.each([
    ["maybe", yesno, { exact_answer: "maybe" }, "exact_answer"],
    ["yes and no", yesno, { exact_answer: "yes and no" }, "exact_answer"],
    ["synonyms in one group", list, { exact_answer: [["a", "b"]] }, "exact_answer[0]"],
    ["two ideal answers", summary, { ideal_answer: ["a", "b"] }, "ideal_answer"],
    ["a < of another meaning", summary, { ideal_answer: "a <- b" }, "ideal_answer"],
    ["a text far from its offsets", summary, { snippets: [{ ...snippet, text: "abcdefghijk" }] }, "snippets[0].text"],
    [
      "an offset between characters",
      summary,
      { snippets: [{ ...snippet, offsetInBeginSection: 4.5 }] },
      "snippets[0].offsetInBeginSection",
    ],
    ["an unknown document", summary, { documents: ["10.1000/1"] }, "documents[0]"],
  ])("%s has no one reading: it stays, and is named", (_, question, more, field) => {
    const { one, changes, problems } = mended(question, more);
    expect(one).toMatchObject(more);
    expect(changes).toEqual([]);
    expect(problems).toContain(field);
  });

  test("a valid submission is not changed", () => {
    const valid = whole(list, { type: "list", body: "b", exact_answer: [["a"], ["b"]], ideal_answer: "One line." });
    expect(repairBioasq([list], valid)).toEqual({ submission: valid, changes: [], problems: [], incomplete: [] });
  });

  test("no question, document or answer is lost or moved, whatever the file holds", () => {
    const junk = fc.oneof(
      fc.constantFrom(null, true, 1.5, "", "yes", "PMID 5", "a < b\n"),
      fc.array(fc.oneof(fc.string(), fc.constant(null), fc.array(fc.string())), { maxLength: 4 }),
      fc.dictionary(fc.string(), fc.string()),
    );
    const entry = fc.oneof(
      fc.record(
        {
          id: fc.constantFrom("q1", "q2", "q3", "q4", "x", 5),
          documents: junk,
          snippets: junk,
          exact_answer: junk,
          ideal_answer: junk,
        },
        { requiredKeys: [] },
      ),
      junk,
    );
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const { submission } = repairBioasq(questions, { questions: entries });
        const again = (submission as { questions: unknown[] }).questions;
        const idOf = (one: unknown) =>
          typeof one === "object" && one !== null && !Array.isArray(one) && "id" in one ? String(one.id) : typeof one;
        expect(again.map(idOf)).toEqual(entries.map(idOf));
        // Mending twice changes nothing more.
        expect(repairBioasq(questions, submission).changes).toEqual([]);
      }),
    );
  });
});

describe("the writer", () => {
  const answer: BioasqAnswer = {
    pmids: ["5", "6", "5"],
    snippets: [
      { pmid: "5", section: "abstract", start: 2, end: 5, text: "abc" },
      { pmid: "5", section: "title", start: -1, end: -1, text: "abc" },
    ],
    exactAnswer: null,
    idealAnswer: "One\nline.",
  };
  const write = (given: Partial<BioasqAnswer>, question: BioasqQuestion, phase: "A" | "A+" | "B" = "A+") => {
    const { text, padded, changes } = writeBioasq([question], new Map([[question.id, { ...answer, ...given }]]), phase);
    return { one: JSON.parse(text).questions[0], padded, changes: changes.map(({ field }) => field) };
  };

  test("documents are unique official URLs, snippets have exactly the official keys", () => {
    const { one, changes } = write({}, summary);
    expect(one).toEqual({
      id: "q4",
      type: "summary",
      body: "A summary question?",
      documents: [pubmedUrl("5"), pubmedUrl("6")],
      snippets: [
        {
          document: pubmedUrl("5"),
          text: "abc",
          offsetInBeginSection: 2,
          offsetInEndSection: 5,
          beginSection: "abstract",
          endSection: "abstract",
        },
      ],
      ideal_answer: "One line.",
    });
    expect(changes).toEqual(["snippets[1]", "documents[2]", "ideal_answer"]);
  });

  test("phase A holds no answers", () => {
    expect(Object.keys(write({ exactAnswer: "yes" }, yesno, "A").one)).toEqual(["id", "type", "body", "documents", "snippets"]);
  });

  test("lists are cut to their limits, best first, and the cut is listed", () => {
    const letters = [..."abcdefghijkl"];
    const { one, changes } = write(
      { exactAnswer: letters.map((letter) => [letter]), pmids: letters.map((_, index) => String(index + 1)) },
      factoid,
    );
    expect(one.exact_answer).toEqual([["a"], ["b"], ["c"], ["d"], ["e"]]);
    expect(one.documents).toHaveLength(BIOASQ_LIMITS.documents);
    expect(changes).toEqual(expect.arrayContaining(["documents", "exact_answer"]));
  });

  test("a long ideal answer ends at its last whole sentence of at most 200 words", () => {
    const sentence = `Word${" word".repeat(89)}.`; // 90 words
    expect(write({ idealAnswer: `${sentence} ${sentence} ${sentence}` }, summary).one.ideal_answer).toBe(
      `${sentence} ${sentence}`,
    );
  });

  test("an answer that the type does not allow is left out and listed", () => {
    const { one, changes } = write({ exactAnswer: "maybe" }, yesno);
    expect(one).not.toHaveProperty("exact_answer");
    expect(changes).toContain("exact_answer");
  });

  test("a question without a result is padded", () => {
    const { text, padded } = writeBioasq([yesno], new Map(), "B");
    expect(padded).toEqual(["q1"]);
    expect(JSON.parse(text).questions).toEqual([
      { id: "q1", type: "yesno", body: "A yesno question?", documents: [], snippets: [], ideal_answer: NO_EVIDENCE_ANSWER },
    ]);
  });

  test("whatever was found, every question stands in its place and no rule is broken", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("yes", "No.", "a < b", "x\ny", "a".repeat(120), "w ".repeat(250)),
    );
    const anyAnswer = fc.record({
      pmids: fc.array(fc.constantFrom("1", "2", "33", "abc", "0", "12"), { maxLength: 14 }),
      snippets: fc.array(
        fc
          .record({
            pmid: fc.constantFrom("1", "x"),
            section: fc.constantFrom("title" as const, "abstract" as const),
            start: fc.integer({ min: -1, max: 5 }),
            text: fc.string(),
          })
          .map((one) => ({ ...one, end: one.start + one.text.length })),
        { maxLength: 14 },
      ),
      exactAnswer: fc.oneof(fc.constant(null), text, fc.array(fc.array(text, { maxLength: 2 }), { maxLength: 8 })),
      idealAnswer: text,
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom("q1", "q2", "q3", "q4"), anyAnswer)),
        fc.constantFrom("A" as const, "A+" as const, "B" as const),
        (pairs, phase) => {
          const { text: written } = writeBioasq(questions, new Map(pairs), phase);
          const submission = JSON.parse(written);
          expect(submission.questions.map(({ id }: { id: string }) => id)).toEqual(["q1", "q2", "q3", "q4"]);
          expect(validateBioasq(questions, submission, { phase, source: written }).problems).toEqual([]);
        },
      ),
    );
  });
});

test("an ideal answer on one line holds no line end and no tag", () => {
  expect(oneLineAnswer("a<br/>b\u2028c <i>in vitro</i> H<sub>2</sub>O <p>d</p>")).toBe("a b c in vitro H2O d");
});

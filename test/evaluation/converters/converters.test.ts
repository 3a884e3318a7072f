import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import type { Converter } from "../../../evaluation/converters/converter.ts";
import { mediqa2021 } from "../../../evaluation/converters/mediqa2021.ts";
import { medlars } from "../../../evaluation/converters/medlars.ts";
import { meqsum } from "../../../evaluation/converters/meqsum.ts";
import { pubmedqa } from "../../../evaluation/converters/pubmedqa.ts";
import { scifact } from "../../../evaluation/converters/scifact.ts";
import { InputFault } from "../../../formats/input-fault.ts";

const convert = (converter: Converter, published: Record<string, string | Uint8Array>) =>
  converter.convert(
    new Map(Object.entries(published).map(([file, content]) => [file, typeof content === "string" ? strToU8(content) : content])),
  );
const lines = (text = "") =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

test("SciFact's release becomes abstracts by sentence, claims with their rationales, and the cited documents as relevant", () => {
  const { files, made } = convert(scifact, {
    "corpus.jsonl": '{"doc_id": 7, "title": "T", "abstract": ["One.", "Two."], "structured": false}\n',
    "claims_train.jsonl": '{"id": 2, "claim": "C", "evidence": {}, "cited_doc_ids": [7]}\n',
    "claims_dev.jsonl":
      '{"id": 9, "claim": "D", "evidence": {"7": [{"sentences": [0], "label": "CONTRADICT"}, {"sentences": [1], "label": "CONTRADICT"}]}, "cited_doc_ids": [7, 8]}\n' +
      '{"id": 3, "claim": "E", "evidence": {}, "cited_doc_ids": [7]}\n',
  });
  expect(lines(files["docs.jsonl"])).toEqual([{ id: "7", title: "T", sentences: ["One.", "Two."] }]);
  // The release's dev is the test, in the order of the numbers.
  expect(lines(files["queries.test.jsonl"])).toEqual([
    { id: "3", text: "E", evidence: {} },
    { id: "9", text: "D", evidence: { 7: { label: "CONTRADICT", sentences: [[0], [1]] } } },
  ]);
  expect(files["qrels.test.tsv"]).toBe("query-id\tcorpus-id\tscore\n3\t7\t1\n9\t7\t1\n9\t8\t1\n");
  expect(files["qrels.train.tsv"]).toBe("query-id\tcorpus-id\tscore\n2\t7\t1\n");
  expect(made).toBe("1 abstracts, 1 train and 2 test claims");
});

test("a claim in another form than SciFact's is refused with its line", () => {
  const published = {
    "corpus.jsonl": '{"doc_id": 7, "title": "T", "abstract": ["One."]}\n',
    "claims_train.jsonl":
      '\n{"id": 2, "claim": "C", "evidence": {"7": [{"sentences": [0], "label": "MAYBE"}]}, "cited_doc_ids": [7]}',
    "claims_dev.jsonl": "",
  };
  expect(() => convert(scifact, published)).toThrow(InputFault);
  expect(() => convert(scifact, published)).toThrow(/claims_train\.jsonl, line 2, evidence\.7\.0\.label/);
});

test("MEDLARS in SMART's form becomes documents, queries and judgements, with Windows line ends and with documents named MED-n", () => {
  const { files } = convert(medlars, {
    "MED.ALL": ".I 1\n.W\nlens proteins .   \n  of the rat .\n.I 2\r\n.W\r\nfatty\r\nacids\r\n",
    "MED.QRY": ".I 1\n.W\nthe crystalline lens\nin vertebrates.\n",
    "MED.REL": "1 0 1 1\n1 0 MED-2 1\n",
  });
  expect(lines(files["docs.jsonl"])).toEqual([
    { id: "1", title: "", text: "lens proteins . of the rat ." },
    { id: "2", title: "", text: "fatty acids" },
  ]);
  expect(lines(files["queries.jsonl"])).toEqual([{ id: "1", text: "the crystalline lens in vertebrates." }]);
  expect(files["qrels.tsv"]).toBe("query-id\tcorpus-id\tscore\n1\t1\t1\n1\t2\t1\n");
});

test("a SMART file without records is refused, not read as an empty collection", () => {
  expect(() => convert(medlars, { "MED.ALL": "<html>moved</html>", "MED.QRY": "", "MED.REL": "" })).toThrow(/MED\.ALL.*\.I/);
});

test("PubMedQA's labelled questions that are not test become the dev half, in the published order", () => {
  const item = (question: string) => ({
    QUESTION: question,
    CONTEXTS: ["Aim.", "Found."],
    LABELS: ["AIM", "RESULTS"],
    MESHES: ["Humans"],
    YEAR: "2000",
    reasoning_required_pred: "yes",
    reasoning_free_pred: "no",
    final_decision: "maybe",
    LONG_ANSWER: "Perhaps.",
  });
  // 30 stands before 4: an object of numbers would be read as 4, 30.
  const published = `{"30": ${JSON.stringify(item("Is it?"))}, "5": ${JSON.stringify(item("Test?"))}, "4": ${JSON.stringify(item("Was it?"))}}`;
  const { files, made } = convert(pubmedqa, { "ori_pqal.json": published, "test_ground_truth.json": '{"5": "maybe"}' });
  expect(lines(files["queries.dev.jsonl"]).map(({ id, text }) => [id, text])).toEqual([
    ["30", "Is it?"],
    ["4", "Was it?"],
  ]);
  expect(lines(files["queries.dev.jsonl"])[0]).toMatchObject({ answer: "maybe", long_answer: "Perhaps.", split: "dev" });
  expect(lines(files["docs.jsonl"])[0]).toEqual({
    id: "30",
    title: "",
    text: "Aim. Found.",
    sections: [
      { label: "AIM", text: "Aim." },
      { label: "RESULTS", text: "Found." },
    ],
    mesh: ["Humans"],
    year: "2000",
  });
  expect(made).toBe("2 of 3 questions (the others are test)");
});

/** A workbook as a spreadsheet program writes it: shared strings, one of them in runs, one cell in place. */
const workbook = (shared: readonly string[], rows: string): Uint8Array =>
  zipSync({
    "xl/sharedStrings.xml": strToU8(`<?xml version="1.0"?><sst>${shared.map((text) => `<si>${text}</si>`).join("")}</sst>`),
    "xl/worksheets/sheet1.xml": strToU8(
      `<?xml version="1.0"?><worksheet><sheetData><row r="1">${rows}</row></sheetData></worksheet>`,
    ),
  });

test("MeQSum's workbook becomes numbered messages, whatever the order of its columns", () => {
  const book = workbook(
    ["<t>File</t>", "<t>CHQ</t>", "<t>Summary</t>", "<t>a.txt</t>", "<r><t>Why &amp;</t></r><r><t> how?\nPlease</t></r>"],
    '<c r="A1" t="s"><v>2</v></c><c r="B1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>' +
      '<row r="2"><c r="A2" t="inlineStr"><is><t>Why?</t></is></c><c r="B2" t="s"><v>3</v></c><c r="C2" t="s"><v>4</v></c></row><row r="3">',
  );
  const { files } = convert(meqsum, { [meqsum.reads[0]!]: book });
  expect(lines(files["meqsum.first500.jsonl"])).toEqual([{ id: "1", file: "a.txt", chq: "Why & how? Please", summary: "Why?" }]);
});

test("a workbook that lacks a column is refused with the columns that it has; another file is no workbook", () => {
  const book = workbook(["<t>Question</t>"], '<c r="A1" t="s"><v>0</v></c>');
  expect(() => convert(meqsum, { [meqsum.reads[0]!]: book })).toThrow(/a column File, found Question/);
  expect(() => convert(meqsum, { [meqsum.reads[0]!]: "<html>" })).toThrow(/an \.xlsx workbook/);
});

test("MEDIQA's workbook keeps the question's number, its focus and its type", () => {
  const names = ["#1", "NLM Question", "Summary", "Question Focus", "Question Type"];
  const cells = (row: number, from: number) =>
    names.map((_, at) => `<c r="${"ABCDE"[at]}${row}" t="s"><v>${from + at}</v></c>`).join("");
  const shared = [...names, "3", "My knee?", "Treat it?", "knee", "Treatment"].map((text) => `<t>${text}</t>`);
  const { files } = convert(mediqa2021, {
    [mediqa2021.reads[0]!]: workbook(shared, `${cells(1, 0)}</row><row r="2">${cells(2, 5)}`),
  });
  expect(lines(files["qs_validation.jsonl"])).toEqual([
    { q_id: "3", "NLM Question": "My knee?", Summary: "Treat it?", "Question Focus": "knee", "Question Type": "Treatment" },
  ]);
});

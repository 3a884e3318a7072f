import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { strToU8, zipSync } from "fflate";
import { afterAll, describe, expect, test } from "vitest";
import { NOTICE } from "../../cli/notice.ts";
import { ScoreSheet } from "../../evaluation/score-sheet.ts";
import { submissionZip } from "../../formats/submission-zip.ts";
import { runCommand } from "../support/run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph score ")); // a path with a space
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
};
const vectorFile = (name: string) => fileURLToPath(new URL(`../fixtures/vectors/${name}`, import.meta.url));
const url = (pmid: number) => `http://www.ncbi.nlm.nih.gov/pubmed/${pmid}`;
const question = (id: string, documents: number[]) => ({ id, type: "summary", body: "b", documents: documents.map(url) });
const golden = file("golden.json", { questions: [question("a", [1, 2]), question("__proto__", [3])] });

describe("score bioasq", () => {
  const score = (submission: string, ...more: string[]) =>
    runCommand("score", "bioasq", "--gold", golden, "--submission", submission, ...more);

  test("--json writes one value: measures with interval, items, and the missing ids; __proto__ is an id like any other", async () => {
    // a: 1 right of 2 found, 1 of 2 gold: precision 1/2, average precision (1/1)/2 = 1/2. __proto__: all right, 1.
    const submission = file(
      "s.json",
      `\ufeff${JSON.stringify({ questions: [question("__proto__", [3]), question("a", [1, 9])] })}`,
    );
    const { code, stdout, stderr } = await score(submission, "--json");
    expect(code).toBe(0);
    expect(stderr).toBe(`${NOTICE}\n`);
    const sheet = ScoreSheet.parse(JSON.parse(stdout));
    expect(sheet.measures.documents_mean_precision).toMatchObject({ mean: 0.75, n: 2 });
    expect(sheet.measures.documents_map?.mean).toBe(0.75);
    expect(new Map(Object.entries(JSON.parse(stdout).perItem)).get("__proto__")).toMatchObject({ documents_ap: 1 });
    expect(sheet.missing).toEqual([]);
  });

  test("--version chooses the evaluator's rules and not the package's version", async () => {
    const submission = file("s.json", { questions: [question("a", [1, 9]), question("__proto__", [3])] });
    const old = JSON.parse((await score(submission, "--json", "--version", "5")).stdout);
    expect(old.measures.documents_map.mean).toBeCloseTo((1 / 10 + 1 / 10) / 2, 9); // version 5 divides by 10
  });

  test("a missing question is told loudly, and counts 0 in the honest measures", async () => {
    const { code, stdout, stderr } = await score(file("one.json", { questions: [question("a", [1, 2])] }), "--json");
    expect(code).toBe(0);
    expect(stderr).toContain("MISSING: 1");
    expect(JSON.parse(stdout).missing).toEqual(["__proto__"]);
    expect(JSON.parse(stdout).measures.documents_map.mean).toBe(1);
    expect(JSON.parse(stdout).measures.honest_documents_map.mean).toBe(0.5);
  });

  test("the same sheet is written as Markdown and CSV, with each item's values on demand", async () => {
    const submission = file("s.json", { questions: [question("a", [1, 9]), question("__proto__", [3])] });
    expect((await score(submission)).stdout).toContain("| documents_map | 0.7500 |");
    expect((await score(submission, "--markdown", "--per-item")).stdout).toMatch(/\| __proto__ \| 1\.0000/);
    expect((await score(submission, "--csv")).stdout).toMatch(/^measure,mean,n,low,high,not computed\n/);
    expect((await score(submission, "--csv", "--per-item")).stdout).toMatch(/\na,0\.5,/);
  });

  test.each([
    ["an empty file", "", /line 1, file: expected JSON, found an empty file/],
    ["a file cut off", '{"questions": [', /line 1, file: expected JSON/],
    ["no questions", "{}", /questions: expected \{ questions/],
    ["other questions", { questions: [question("z", [1])] }, /another test set/],
    ["a question twice", { questions: [question("a", [1]), question("a", [2])] }, /question "a", id: expected every id once/],
    ["a document that is no text", { questions: [{ id: "a", documents: [{}] }] }, /question "a", documents\.0/],
    ["a question without id", { questions: [{ documents: [] }] }, /question number 1, id/],
    ["nothing to score", { questions: [{ id: "a" }] }, /neither documents/],
  ])("%s ends with 2 and a message that names it", async (_, content, message) => {
    const { code, stdout, stderr } = await score(file("bad.json", content), "--json");
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({ error: expect.stringMatching(message), exit: 2 });
  });

  test("a file of 100 MB is refused with its size, and not read", async () => {
    const large = file("large.json", "");
    truncateSync(large, 100_000_000);
    const { code, stderr } = await score(large);
    expect(code).toBe(2);
    expect(stderr).toMatch(/large\.json: the file has 100 MB; at most 96 MB/);
  });

  test.each([["--gold"], ["--submission"]])("a missing %s file ends with 2", async (option) => {
    const args =
      option === "--gold" ? ["--gold", "absent.json", "--submission", golden] : ["--gold", golden, "--submission", "absent.json"];
    const { code, stderr } = await runCommand("score", "bioasq", ...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining("absent.json: there is no such file")]);
  });
});

describe("score archehr", () => {
  const score = (subtask: string, submission: unknown, ...more: string[]) =>
    runCommand(
      ...["score", "archehr", "--cases", vectorFile("archehr/synthetic-archehr-qa.xml")],
      ...["--key", vectorFile("archehr/synthetic-archehr-qa_key.string-citations.json")],
      ...["--subtask", subtask, "--submission", file("archehr.json", submission), ...more],
    );
  // Essential: S1 4 5 9 12, S2 3 4 5, S3 none. Right: 2 of 2 predicted, 2 of 7 gold: F1 = 4/9.
  const evidence = [
    { case_id: "S1", prediction: ["4", "5"] },
    { case_id: "S2", prediction: [] },
    { case_id: "S3", prediction: [] },
  ];

  test("subtask 2 prints the official overall score, 0 to 100", async () => {
    const { code, stdout } = await score("2", evidence, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout).measures.overall_score.mean).toBeCloseTo(400 / 9, 9);
    expect(JSON.parse(stdout).measures.strict_micro_recall.mean).toBeCloseTo(200 / 7, 9);
  });

  test("a measure that needs weights or a licence is said to be not computed", async () => {
    const texts = evidence.map(({ case_id }) => ({ case_id, prediction: "Why was it held?" }));
    const { stdout } = await score("1", texts);
    expect(stdout).toMatch(/\| medcon \| not computed \| needs a personal UMLS licence/);
  });

  test.each([
    ["an empty list", "2", [], /expected a list of \{ case_id, prediction \}, found an empty list/],
    ["no list", "2", {}, /expected a list/],
    ["no prediction", "2", [{ case_id: "S1" }], /entry 1, prediction/],
    ["an empty file", "2", "", /an empty file/],
    ["other cases", "2", [{ case_id: "9", prediction: [] }], /Case IDs in submission but not in key: \['9'\]/],
    ["a case twice", "2", [...evidence, evidence[0]], /The case is in the submission twice/],
    ["an id that is a number", "2", [{ case_id: "S1", prediction: [4] }], /All sentence IDs must be strings/],
    ["__proto__ as an id", "2", [{ case_id: "__proto__", prediction: [] }], /not in key: \['__proto__'\]/],
    ["an empty text", "3", [{ case_id: "S1", prediction: " " }], /Empty prediction/],
  ])("%s ends with 2 and a message", async (_, subtask, submission, message) => {
    const { code, stdout, stderr } = await score(subtask, submission);
    expect(stderr).toMatch(message);
    expect([code, stdout]).toEqual([2, ""]);
  });
});

describe("score trec", () => {
  const qrels = file("q.tsv", "query-id\tcorpus-id\tscore\r\n1\td1\t1\r\n1\td2\t1\r\n");
  const score = (run: string, ...more: string[]) =>
    runCommand("score", "trec", "--qrels", qrels, "--run", file("r.trec", run), ...more);

  test("a run is scored as trec_eval does, with the measures that are named", async () => {
    // d3, d1, d2 by score: average precision (1/2 + 2/3) / 2 = 7/12.
    const run = "1 Q0 d1 1 2.0 t\n1 Q0 d2 2 1.0 t\n1 Q0 d3 3 3.0 t\n";
    const { code, stdout } = await score(run, "--measures", "map,recip_rank", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout).measures.map.mean).toBeCloseTo(7 / 12, 9);
    expect(Object.keys(JSON.parse(stdout).perItem["1"])).toEqual(["map", "recip_rank"]);
  });

  test.each([
    ["an empty run", "", [], /it is empty/],
    ["a run of other queries", "7 Q0 d1 1 2 t\n", [], /another collection/],
    ["a document twice", "1 Q0 d1 1 2 t\n1 Q0 d1 2 1 t\n", [], /line 2, document/],
    ["a score that is no number", "1 Q0 d1 1 high t\n", [], /line 1, score/],
    ["an unknown measure", "1 Q0 d1 1 2 t\n", ["--measures", "maps"], /Unknown measure maps/],
  ])("%s ends with 2 and a message", async (_, run, more, message) => {
    const { code, stdout, stderr } = await score(run, ...more);
    expect(stderr).toMatch(message);
    expect([code, stdout]).toEqual([2, ""]);
  });
});

describe("score archehr, from a zip", () => {
  const demo = (name: string) => fileURLToPath(new URL(`../../data/demo/archehr/${name}`, import.meta.url));
  const gold = ["--cases", demo("archehr-qa-subtask4.xml"), "--key", demo("archehr-qa_key.json"), "--subtask", "2"];
  const text = JSON.stringify(Array.from({ length: 14 }, (_, at) => ({ case_id: `D${at + 1}`, prediction: ["1"] })));

  test("reads the zip that is uploaded as the submission.json in it", async () => {
    writeFileSync(join(folder, "submission.zip"), submissionZip(text));
    const zipped = await runCommand("score", "archehr", ...gold, "--submission", join(folder, "submission.zip"));
    const plain = await runCommand("score", "archehr", ...gold, "--submission", file("submission.json", text));
    expect(zipped).toEqual(plain);
    expect(zipped.code).toBe(0);
  });

  test.each([
    ["of other files", zipSync({ "answers.txt": strToU8("a") })],
    ["that is cut off", submissionZip(text).slice(0, 60)],
    ["with two of them", zipSync({ "a/submission.json": strToU8(text), "b/submission.json": strToU8(text) })],
  ])("a zip %s is refused in one line", async (_what, bytes) => {
    writeFileSync(join(folder, "bad.zip"), bytes);
    const { code, stderr } = await runCommand("score", "archehr", ...gold, "--submission", join(folder, "bad.zip"));
    expect(code).toBe(2);
    expect(stderr).toContain("this zip holds no single submission.json that can be read");
  });
});

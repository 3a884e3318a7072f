import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockFolder } from "../../cli/lock-folder.ts";
import { NOTICE } from "../../cli/notice.ts";
import { program } from "../../cli/program.ts";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph cli ")); // a path with spaces
const file = (name: string, content: string) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const NOTE =
  "Hospital Course:\r\nINR was 4.8 on arrival, so warfarin was held.\r\nPotassium was 4.1.\r\nWarfarin 5 mg daily was resumed when INR fell to 2.1.\r\n";
const note = file("note.txt", `\uFEFF${NOTE}`);
const lines = file("lines.jsonl", '{"id": 1, "question": "Why?", "sentences": ["Because."]}');
const QUESTION = "Why was my mother's warfarin stopped?";
const cases = "data/demo/archehr/archehr-qa-subtask4.xml";
const names = (command: ReturnType<typeof program>): string[] =>
  command.commands.flatMap((sub) => [sub.name(), ...names(sub).map((name) => `${sub.name()} ${name}`)]);

test("every command of the contract that this version has is there, and its --help carries an example, the exit codes and the notice", async () => {
  const leaves = names(program()).filter((name) => !["archehr", "bioasq", "index", "lexicon", "score", "replay"].includes(name));
  for (const wanted of [
    "archehr run",
    "bioasq run",
    "index build",
    "index merge",
    "index stats",
    "index verify",
    "lexicon build",
    "search",
    "validate",
    "interpret",
    "evidence",
    "doctor",
    "purge",
  ])
    expect(leaves).toContain(wanted);
  for (const name of leaves) {
    const help = await runCli(...name.split(" "), "--help");
    expect(help.code, name).toBe(0);
    expect(help.out, name).toContain("Example:");
    expect(help.out, name).toContain("Exit codes: 0 done;");
    expect(help.out, name).toContain(NOTICE);
  }
  expect((await runCli("--help")).out).toContain(NOTICE);
});

test("one note and one question give question, evidence with ids and a cited answer; Windows line ends and a byte order mark are fine", async () => {
  const { code, out } = await runCli("archehr", "run", "--note", note, "--question", QUESTION);
  expect(code).toBe(0);
  expect(out).toMatch(/Question: .*warfarin.*\?/i);
  expect(out).toMatch(/ {2}\[\d\] .*warfarin/i);
  expect(out).toMatch(/Answer: .*warfarin.*\[[\d,]+\]/i);
  expect(out).toContain(NOTICE);
});

test("with --json stdout holds one JSON value and nothing else", async () => {
  const { out } = await runCli("archehr", "run", "--note", note, "--question", QUESTION, "--json");
  const { results } = JSON.parse(out);
  expect(results).toHaveLength(1);
  const [{ citations }] = results;
  expect(citations.length).toBeGreaterThan(0);
  for (const { start, end } of citations) expect(NOTE.slice(start, end)).toMatch(/^(INR|Warfarin|Potassium)/);
});

test("a run folder holds results, manifest and official files that validate, and nobody else may read them", async () => {
  const out = join(folder, "run 1");
  const { code } = await runCli("archehr", "run", "--cases", cases, "--ids", "D1,D2", "--out", out, "--quiet");
  expect(code).toBe(0);
  const manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
  expect(manifest).toMatchObject({
    notice: NOTICE,
    fingerprint: { graph: "archehr", models: { score: ["extractive"] } },
    finished: expect.any(String),
  });
  expect(manifest.fingerprint.prompts).toContain("archehr/score-sentences@1");
  expect(readFileSync(join(out, "manifest.json"), "utf8")).not.toContain(folder);
  const lines = readFileSync(join(out, "results.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ id }) => id)).toEqual(["D1", "D2"]);
  for (const subtask of ["1", "2", "3", "4"]) {
    const submission = join(out, `subtask-${subtask}`, "submission.json");
    const written = JSON.parse(readFileSync(submission, "utf8")).map(({ case_id }: { case_id: string }) => case_id);
    expect(written).toEqual(Array.from({ length: 14 }, (_, at) => `D${at + 1}`)); // the whole split: a missing case is fatal to the scorer
    expect(existsSync(join(out, `subtask-${subtask}`, "submission.zip"))).toBe(true);
    expect(statSync(submission).mode & 0o077).toBe(0);
  }

  const again = await runCli("archehr", "run", "--cases", cases, "--ids", "D1,D2", "--out", out);
  expect(again.err).toContain("2 of 2 cases are done already");
  const other = await runCli("archehr", "run", "--cases", cases, "--ids", "D1,D2", "--out", out, "--set", "strictScore=5");
  expect(other).toMatchObject({ code: 2, err: expect.stringMatching(/settings.*strictScore/) });
  const purged = await runCli("purge", out);
  expect(purged.code).toBe(0);
  expect([existsSync(join(out, "results.jsonl")), existsSync(join(out, "manifest.json"))]).toEqual([false, true]);
});

test("validate accepts a whole submission, and names every fault of a broken one", async () => {
  const good = file(
    "st2.json",
    JSON.stringify(Array.from({ length: 14 }, (_, at) => ({ case_id: `D${at + 1}`, prediction: [] }))),
  );
  expect(await runCli("validate", "--as", "archehr", "--subtask", "2", "--cases", cases, good)).toMatchObject({
    code: 0,
    out: expect.stringContaining("Valid."),
  });
  const bad = file("bad.json", JSON.stringify([{ case_id: "D1", prediction: ["999", 3] }]));
  const { code, out } = await runCli("validate", "--as", "archehr", "--subtask", "2", "--cases", cases, bad, "--json");
  expect(code).toBe(2);
  expect(JSON.parse(out).problems.length).toBeGreaterThanOrEqual(3); // an unknown id, a number, missing cases
});

test.each([
  [["archehr", "run"], 2, /give one of --cases/],
  [["archehr", "run", "--note", note], 2, /--question TEXT is missing/],
  [["archehr", "run", "--cases", join(folder, "none.xml")], 2, /no such file/],
  [["archehr", "run", "--cases", folder], 2, /is a folder/],
  [["archehr", "run", "--note", note, "--question", " "], 2, /question/],
  [["archehr", "run", "--note", note, "--question", QUESTION, "--set", "strictScor=5"], 2, /Did you mean strictScore\?/],
  [["archehr", "run", "--note", note, "--question", QUESTION, "--model", "extracted"], 2, /Did you mean extractive\?/],
  [["archehr", "run", "--note", note, "--question", QUESTION, "--concurrency", "0"], 2, /whole number/],
  [["archehr", "run", "--cases", cases, "--ids", "D99"], 2, /no case D99/],
  [["archehr", "runn"], 2, /Did you mean run\?/],
  [["archehr", "run", "--casess", cases], 2, /Did you mean --cases\?/],
  [["search", "--indx", "a.db", "--query", "x"], 2, /unknown option '--indx'[\s\S]*Did you mean --index\?/],
  [["archehr", "run", "--cases", cases, "--resume", "--out", join(folder, "never")], 2, /holds no run/],
  [["bioasq", "run"], 2, /give one of --questions/],
  [["bioasq", "run", "--question", "Is it?", "--offline"], 3, /demo corpus/],
  [["bioasq", "run", "--question", "Is it?", "--index", join(folder, "none.db")], 3, /no such file/],
  [["bioasq", "run", "--question", "Is it?", "--index", note], 3, /note\.txt/],
  [["search", "--index", join(folder, "none.db"), "--query", "x"], 3, /index build/],
  [["validate", "--as", "bioasq", note], 2, /JSON|--questions/],
  [["purge", folder], 2, /no run folder/],
  [["archehr", "run", "--cases", cases, "--ids", "D1", "--out", note], 2, /note\.txt/],
  [["archehr", "run", "--cases", cases, "--key", note], 2, /note\.txt/],
  [["archehr", "run", "--cases", cases, "--replay", join(folder, "nowhere")], 3, /no such folder/],
  [["archehr", "run", "--cases", cases, "--allow-host", "http://a b"], 2, /--allow-host/],
  [["archehr", "run", "--cases", cases, "--ids", "D1", "--checkpoint", note], 2, /database/],
  [["bioasq", "run", "--question", "Is it?", "--date-to", "2020-02-31"], 2, /no date/],
  [["evidence", "--in", lines, "--out", lines], 2, /this is the input/],
  [["interpret", "--in", note, "--out", join(folder, "x")], 2, /line 1/],
])("evigraph %j ends in exit code %i and says why", async (args, code, message) => {
  const run = await runCli(...args);
  expect(run.code).toBe(code);
  expect(run.err + run.out).toMatch(message);
});

test("a malformed XML file is refused with its line, a repeated id with its case", async () => {
  const broken = file("broken.xml", "<annotations>\n<case id='1'>\n<patient_narrative>hi</case>\n</annotations>");
  expect(await runCli("archehr", "run", "--cases", broken)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/broken\.xml.*line \d/),
  });
  const twice = file(
    "twice.xml",
    "<annotations><case id='7'><patient_narrative>hi?</patient_narrative></case><case id='7'><patient_narrative>ho?</patient_narrative></case></annotations>",
  );
  expect(await runCli("archehr", "run", "--cases", twice)).toMatchObject({ code: 2, err: expect.stringMatching(/"7"/) });
});

test("--dry-run shows the settings and the models, and runs nothing", async () => {
  const out = join(folder, "dry");
  const { code, out: shown } = await runCli(
    "archehr",
    "run",
    "--cases",
    cases,
    "--out",
    out,
    "--dry-run",
    "--json",
    "--profile",
    "paper",
  );
  expect(code).toBe(0);
  expect(JSON.parse(shown)).toMatchObject({
    count: 14,
    settings: { profile: "paper", maxRepairs: 0 },
    models: { draft: ["extractive"] },
  });
  expect(existsSync(out)).toBe(false);
});

test("a narrative-only file runs through subtask 1", async () => {
  const only = file(
    "only.xml",
    "<annotations><case id='1'><patient_narrative>My dad takes lisinopril. Why does he cough so much?</patient_narrative></case></annotations>",
  );
  const out = join(folder, "only");
  expect((await runCli("archehr", "run", "--cases", only, "--subtask", "1", "--out", out)).code).toBe(0);
  expect(JSON.parse(readFileSync(join(out, "subtask-1/submission.json"), "utf8"))).toEqual([
    { case_id: "1", prediction: expect.stringMatching(/\?$/) },
  ]);
  expect(existsSync(join(out, "subtask-2"))).toBe(false);
});

test("a case that cannot run is listed last, the others are done, and the exit code is 1", async () => {
  const half = file(
    "half.xml",
    "<annotations><case id='1'><patient_narrative>Why the drip?</patient_narrative></case><case id='2'><patient_narrative>Why was warfarin held?</patient_narrative><note_excerpt>INR was 4.8, so warfarin was held. Potassium was 4.1.</note_excerpt></case></annotations>",
  );
  const out = join(folder, "half");
  const run = await runCli("archehr", "run", "--cases", half, "--out", out);
  expect(run.code).toBe(1);
  expect(run.err).toMatch(/1 of 2 cases failed:\n {2}1: .*no note/);
  const second = JSON.parse(readFileSync(join(out, "subtask-2/submission.json"), "utf8"));
  expect(second.map(({ case_id }: { case_id: string }) => case_id)).toEqual(["1", "2"]);
});

test("interpret and evidence keep the order and the ids of their lines, numbers as numbers", async () => {
  const messages = file(
    "m.jsonl",
    '{"id": 7, "text": "My mom takes warfarin. Why did they stop it?"}\n\n{"id": "b", "text": "is the stent permanent?"}\r\n',
  );
  const out = join(folder, "q.jsonl");
  expect((await runCli("interpret", "--in", messages, "--out", out)).code).toBe(0);
  const lines = readFileSync(out, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ id }) => id)).toEqual([7, "b"]);
  for (const { question } of lines) expect(question.split(/\s+/).length).toBeLessThanOrEqual(15);

  const claims = file(
    "c.jsonl",
    JSON.stringify({
      id: 1,
      question: "Why was warfarin held?",
      sentences: ["Potassium was 4.1.", "Warfarin was held because INR was 4.8.", "Diet was advanced."],
    }),
  );
  const scored = join(folder, "e.jsonl");
  expect((await runCli("evidence", "--in", claims, "--out", scored)).code).toBe(0);
  const [line] = readFileSync(scored, "utf8")
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text));
  expect(line.scores).toHaveLength(3);
  expect(line.scores.every((score: number) => score >= 0 && score <= 1)).toBe(true);
  expect(line.selected).toContain(1);
});

test("doctor finds the encoder and SQLite, shows no key, and says where note text lies", async () => {
  const { code, out } = await runCli("doctor");
  expect(code).toBe(0);
  expect(out).toMatch(/ok +Encoder weights: all-MiniLM-L6-v2/);
  expect(out).toContain("Where note text lies on disk");
});

test("a folder in which a run is at work is refused", async () => {
  const out = join(folder, "busy");
  mkdirSync(out);
  const release = lockFolder(out);
  expect(await runCli("archehr", "run", "--cases", cases, "--ids", "D1", "--out", out)).toMatchObject({
    code: 2,
    err: expect.stringContaining("is at work"),
  });
  release();
});

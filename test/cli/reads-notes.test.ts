import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { modelPrint } from "../../cli/model-print.ts";
import type { OpenedRun } from "../../cli/open-run.ts";
import { readsNotes } from "../../cli/reads-notes.ts";
import { packageRoot, setProcessEnv } from "../../clients/env.ts";
import { forEveryRole } from "../../clients/models/role-table.ts";
import { ExtractiveSettings } from "../../state/settings/extractive.ts";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-reader-"));
const [models, note, lines] = [join(folder, "models"), join(folder, "note.txt"), join(folder, "lines.jsonl")];
let before: Record<string, string | undefined> = {};

beforeAll(() => {
  mkdirSync(models);
  symlinkSync(join(packageRoot(), "data", "models", "all-MiniLM-L6-v2"), join(models, "all-MiniLM-L6-v2"));
  writeFileSync(note, "INR was 4.8 on arrival, so warfarin was held.\nPotassium was 4.1.\n");
  const line = { id: "1", text: "Why was my warfarin held?", question: "Why was warfarin held?", sentences: ["INR was 4.8."] };
  writeFileSync(lines, `${JSON.stringify(line)}\n`);
  before = setProcessEnv({ EVIGRAPH_MODELS: models });
});
afterAll(() => {
  setProcessEnv(before);
  rmSync(folder, { recursive: true });
});

const asked = ["archehr", "run", "--note", note, "--question", "Why was warfarin held?"];

test("a run on notes whose reader is not there ends with 3 before anything runs, and is told how to do without", async () => {
  for (const command of [asked, ["evidence", "--in", lines, "--out", join(folder, "evidence.jsonl")]]) {
    const { code, out, err } = await runCli(...command);
    expect([code, out]).toEqual([3, ""]);
    expect(err).toMatch(/MiniLM-L6-note-reader.*reader\.json is missing.*extractive\.readerWeight=0/);
    expect((await runCli(...command, "--set", "extractive.readerWeight=0")).code).toBe(0);
  }
});

test("what reads no note needs no reader: a message to interpret, subtask 1, an abstract", async () => {
  expect((await runCli("interpret", "--in", lines, "--out", join(folder, "questions.jsonl"))).code).toBe(0);
  const abstract = ["evidence", "--in", lines, "--out", join(folder, "abstracts.jsonl"), "--set", "extractive.textKind=abstract"];
  expect((await runCli(...abstract)).code).toBe(0);
  const cases = join(packageRoot(), "data", "demo", "archehr", "archehr-qa.xml");
  const first = ["archehr", "run", "--cases", cases, "--subtask", "1", "--limit", "1", "--out", join(folder, "first")];
  expect((await runCli(...first)).code).toBe(0);
});

/** What a run's print says of the reader. */
const printed = (identity: string, work: "archehr" | "bioasq" | "interpretation", weight = 0.75, model = "extractive") => {
  const opened = {
    roles: forEveryRole(model),
    parts: { encoder: { model: "m", weightsSha256: "w", reader: { model: "r", identity } } },
    extractive: ExtractiveSettings.parse({ readerWeight: weight }),
    models: {},
  } as unknown as OpenedRun;
  return JSON.stringify(modelPrint(opened, work));
};

test("another reader is another run where notes are read, and nowhere else", () => {
  expect(printed("a", "archehr")).not.toBe(printed("b", "archehr"));
  for (const work of ["bioasq", "interpretation"] as const) expect(printed("a", work)).toBe(printed("b", work));
  expect(printed("a", "archehr", 0)).toBe(printed("b", "archehr", 0));
  expect(printed("a", "archehr", 0.75, "gemini:gemini-2.5-pro")).toBe(printed("b", "archehr", 0.75, "gemini:gemini-2.5-pro"));
});

test("a run reads notes when the embedded model scores or drafts, alone or as the next model", () => {
  const extractive = ExtractiveSettings.parse({});
  const chat = forEveryRole("gemini:gemini-2.5-pro");
  const read = (roles: Partial<typeof chat>) => readsNotes({ roles: { ...chat, ...roles }, extractive }, "archehr");
  expect([read({}), read({ interpret: ["extractive"] }), read({ align: ["extractive"] })]).toEqual([false, false, false]);
  expect([read({ score: ["vllm:a", "extractive"] }), read({ draft: ["extractive"] })]).toEqual([true, true]);
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import type { Manifest } from "../../cli/manifest.ts";
import type { ResultLine } from "../../cli/result-line.ts";
import { type OpenRun, openRunFolder } from "../../cli/run-folder.ts";
import { packageRoot } from "../../clients/env.ts";

const folder = () => join(mkdtempSync(join(tmpdir(), "evigraph-run-")), "run");
const manifest = (fingerprint: Record<string, unknown> = { graph: "archehr" }): Manifest => ({
  evigraph: "0.1.0",
  notice: "n",
  command: [],
  fingerprint,
  counts: {},
  fallbacks: {},
  started: "2026-01-01T00:00:00.000Z",
  finished: null,
  seconds: null,
});
const line = (id: string, over: Partial<ResultLine> = {}): ResultLine => ({
  id,
  status: "ok",
  question: "q",
  evidence: [],
  answer: "a",
  citations: [],
  padded: [],
  fallbacks: [],
  usage: [],
  ms: 1,
  ...over,
});
const open = (dir: string, over: Partial<OpenRun> = {}) =>
  openRunFolder({ folder: dir, manifest: manifest(), mode: "auto", order: ["a", "b", "c"], ...over });

test("the same command goes on with what is done", () => {
  const dir = folder();
  const first = open(dir);
  first.add(line("b"));
  first.release();
  expect(open(dir).done.map(({ id }) => id)).toEqual(["b"]);
});

test("a torn last line is left out, and its item runs again", () => {
  const dir = folder();
  const first = open(dir);
  first.add(line("a"));
  first.release();
  appendFileSync(join(dir, "results.jsonl"), '{"id":"b","status":"o');
  const second = open(dir);
  expect(second.done.map(({ id }) => id)).toEqual(["a"]);
  second.add(line("b"));
  second.finish(manifest(), ["a", "b", "c"]);
  expect(
    readFileSync(join(dir, "results.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text).id),
  ).toEqual(["a", "b"]);
});

test("failed items run again, and stand once", () => {
  const dir = folder();
  const first = open(dir);
  first.add(line("a", { status: "failed", error: "timeout" }));
  first.finish(manifest(), ["a", "b", "c"]);
  const second = open(dir);
  expect(second.done).toEqual([]);
  second.add(line("a"));
  second.finish(manifest(), ["a", "b", "c"]);
  expect(readFileSync(join(dir, "results.jsonl"), "utf8").trim().split("\n")).toHaveLength(1);
});

test("a run with other settings is refused, and the difference is named", () => {
  const dir = folder();
  open(dir, { manifest: manifest({ settings: { strictScore: 4 } }) }).release();
  expect(() => open(dir, { manifest: manifest({ settings: { strictScore: 5 } }) })).toThrow(/strictScore.*4.*there.*5.*now/);
  const fresh = open(dir, { manifest: manifest({ settings: { strictScore: 5 } }), mode: "fresh" });
  expect(fresh.done).toEqual([]);
  fresh.release();
});

test("--resume without a run says so", () => {
  expect(() => open(folder(), { mode: "resume" })).toThrow(/holds no run/);
});

test("a folder at work is refused with the process that holds it, and free again when it is released", () => {
  const dir = folder();
  const run = open(dir);
  expect(() => open(dir)).toThrow(`Process ${process.pid} is at work in ${dir}`);
  run.release();
  open(dir).release();
  expect(readdirSync(dir).sort()).toEqual(["manifest.json", "results.jsonl", "run.lock"]);
});

test("of processes that go for a killed run's folder at once, one gets it", async () => {
  const dir = folder();
  open(dir).release();
  const start = () => {
    const script = join(packageRoot(), "test", "support", "lock-holder.ts");
    const child = spawn(process.execPath, ["--import", "tsx", script, dir], { stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    return { child, line: async () => String((await lines.next()).value) };
  };
  const killed = start();
  const rivals = Array.from({ length: 4 }, start);
  await Promise.all([killed, ...rivals].map(({ line }) => line()));
  killed.child.stdin.write("go\n");
  expect(await killed.line()).toBe("took");
  expect(() => open(dir)).toThrow(`Process ${killed.child.pid} is at work`);
  killed.child.kill("SIGKILL");
  await once(killed.child, "exit");
  for (const { child } of rivals) child.stdin.write("go\n");
  const said = await Promise.all(rivals.map(({ line }) => line()));
  for (const { child } of rivals) child.kill("SIGKILL");
  expect(said.filter((line) => line === "took")).toHaveLength(1);
  expect(said.filter((line) => /^(?:Process \d+|Another process) is at work in /.test(line))).toHaveLength(3);
});

test("files that hold note text are readable by their owner only", () => {
  const dir = folder();
  const run = open(dir);
  run.add(line("a"));
  run.write("subtask-1/submission.json", "[]");
  for (const name of ["results.jsonl", "manifest.json", "subtask-1/submission.json"])
    expect(statSync(join(dir, name)).mode & 0o777, name).toBe(0o600);
  run.release();
});

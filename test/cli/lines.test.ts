import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setProcessEnv } from "../../clients/env.ts";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-lines-"));
const file = (name: string, lines: readonly object[]) => {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
};
const read = (path: string) =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

test("a sentence without text keeps its place: it supports nothing, and its line is answered", async () => {
  const sentences = ["", "Warfarin was held because INR was 4.8.", "  ", "Diet was advanced."];
  const claims = file("claims.jsonl", [{ id: "1", question: "Why was warfarin held?", sentences }]);
  const out = join(folder, "scored.jsonl");
  expect((await runCli("evidence", "--in", claims, "--out", out, "--quiet")).code).toBe(0);
  const [{ scores, selected }] = read(out);
  expect(scores).toHaveLength(4);
  expect([scores[0], scores[2]]).toEqual([0, 0]);
  expect(scores[1]).toBeGreaterThan(scores[3]);
  expect(selected).toEqual([1]);
});

test("a line without any text is refused, with its file, line and field", async () => {
  const claims = file("empty.jsonl", [{ id: "1", question: "Why?", sentences: ["", " "] }]);
  const { code, err } = await runCli("evidence", "--in", claims, "--out", join(folder, "none.jsonl"));
  expect(code).toBe(2);
  expect(err).toContain(`${claims}, line 1, sentences: expected at least one sentence with text`);
});

test("a line without an id is refused, and the id is called missing", async () => {
  const messages = file("no id.jsonl", [{ text: "Why?" }]);
  const { code, err } = await runCli("interpret", "--in", messages, "--out", join(folder, "none.jsonl"));
  expect(code).toBe(2);
  expect(err).toContain(`${messages}, line 1, id is missing (expected text or a number).`);
});

test("a line that fails is written with its error, the others are answered, and the same command runs it again", async () => {
  const before = setProcessEnv({ VLLM_BASE_URL: "https://models.example/v1" });
  const messages = file("messages.jsonl", [{ id: "a", text: "Why was my warfarin stopped?" }]);
  const out = join(folder, "questions.jsonl");
  const denied = await runCli("interpret", "--in", messages, "--out", out, "--quiet", "--model", "vllm:any");
  setProcessEnv(before);
  expect(denied.code).toBe(1);
  expect(denied.err).toMatch(/1 of 1 messages failed:\n {2}a: .*denied.*--allow-host models\.example/);
  expect(read(out)).toEqual([{ id: "a", error: expect.stringContaining("denied") }]);
  expect(existsSync(`${out}.partial`)).toBe(true);
  expect((await runCli("interpret", "--in", messages, "--out", out, "--quiet")).code).toBe(0);
  expect(read(out)).toEqual([{ id: "a", question: expect.stringMatching(/warfarin/) }]);
  expect(existsSync(`${out}.partial`)).toBe(false);
});

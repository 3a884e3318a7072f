import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { setProcessEnv } from "../../clients/env.ts";
import { runCli } from "../support/run-cli.ts";
import { type Answer, type VllmServer, vllmServer } from "../support/vllm-server.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-no-text-"));
afterAll(() => rmSync(folder, { recursive: true }));
const note = join(folder, "note.txt");
writeFileSync(note, "Ms. Quixotry came with an INR of 4.8, so warfarin was held.\nPotassium was 4.1.\n");

let server: VllmServer;
let before: ReturnType<typeof setProcessEnv>;
beforeEach(async () => {
  server = await vllmServer({ maxModelLen: 100_000 });
  before = setProcessEnv({ VLLM_BASE_URL: server.baseUrl });
});
afterEach(async () => {
  setProcessEnv(before);
  await server.close();
});

const QUOTED = "Ms. Quixotry came with an INR of 4.8, so warfarin was held.";
const echo = (status: number): Answer => ({ status, body: { error: { message: `cannot take: ${QUOTED}`, param: null } } });

test.each<[string, Answer, number]>([
  ["a cut reply that quotes the note", { text: QUOTED, finish: "length" }, 0],
  ["a reply that names sentences of the note as ids", { text: JSON.stringify([{ id: QUOTED, score: 3 }]) }, 0],
  ["a reply that fits nothing", { text: `{"sentences": "${QUOTED}"}` }, 0],
  ["a server that is down and repeats the prompt", echo(500), 1],
  ["a server that forbids, and repeats the prompt", echo(403), 3],
])("after %s, no text of the note stands in fallbacks, on the terminal or in the run's logs", async (name, answer, expected) => {
  server.answer(answer);
  const out = join(folder, name.replaceAll(" ", "-"));
  const { code, err } = await runCli(
    ...["archehr", "run", "--note", note, "--question", `${QUOTED} Why?`, "--out", out, "--model", "vllm:m"],
    ...["--set", "models.retries=0", "--set", "models.backoffMs=1"],
  );
  expect(code, err).toBe(expected);
  expect(err).not.toMatch(/Quixotry/);
  for (const file of ["manifest.json", "ledger.json", "calls.jsonl", "audit.jsonl"])
    expect(readFileSync(join(out, file), "utf8"), file).not.toMatch(/Quixotry/);
  const line = JSON.parse(readFileSync(join(out, "results.jsonl"), "utf8"));
  expect(JSON.stringify([line.fallbacks, line.error ?? "", line.usage])).not.toMatch(/Quixotry/);
  for (const file of readdirSync(out, { recursive: true, encoding: "utf8" }).map((entry) => join(out, entry)))
    if (statSync(file).isFile() && !file.endsWith("run.lock")) expect(statSync(file).mode & 0o077, file).toBe(0);
});

test("a request that the server calls wrong is a bug, whose message repeats nothing of the text", async () => {
  const question = "Why did they hold the warfarin of Ms. Quixotry so long?";
  server.answer({ status: 400, body: { error: { message: `cannot take: ${question}`, param: null } } });
  const run = runCli(
    ...["archehr", "run", "--note", note, "--question", question, "--out", join(folder, "bug"), "--model", "vllm:m", "--quiet"],
  );
  const error: unknown = await run.catch((reason: unknown) => reason);
  expect(String(error)).toContain("calls the request wrong");
  expect(String(error)).not.toContain("Quixotry");
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setProcessEnv } from "../../clients/env.ts";
import { type FakePubmed, fakePubmed } from "../support/fake-pubmed.ts";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-pubmed-"));
let pubmed: FakePubmed;
let before: Record<string, string | undefined>;
beforeAll(async () => {
  pubmed = await fakePubmed([
    { pmid: "1", title: "Allopurinol prevents gout.", abstract: "Allopurinol prevents gout flares.", year: 1998 },
    { pmid: "2", title: "Metformin lowers glucose.", abstract: "Metformin lowers glucose.", year: 2015 },
  ]);
  before = setProcessEnv({ NCBI_EMAIL: "someone@example.org", NCBI_API_KEY: "k", NCBI_BASE_URL: pubmed.baseUrl });
});
afterAll(async () => {
  setProcessEnv(before);
  await pubmed.close();
  rmSync(folder, { recursive: true });
});

const question = (id: string, body: string) => ({ id, type: "summary", body, documents: [], snippets: [] });
const questions = join(folder, "questions.json");
writeFileSync(
  questions,
  JSON.stringify({ questions: [question("gout", "Allopurinol gout?"), question("sugar", "Metformin glucose?")] }),
);
const ask = (...more: string[]) =>
  runCli("bioasq", "run", "--phase", "A", "--set", "rescue=false", "--set", "expandSynonyms=false", "--quiet", ...more);
const lines = (out: string) =>
  readFileSync(join(out, "results.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text));
const asksFor = (word: string) => (request: { parameters: URLSearchParams }) =>
  (request.parameters.get("term") ?? "").toLowerCase().includes(word);

test("after a failure of PubMed --resume asks for the failed question alone", async () => {
  const out = join(folder, "run");
  pubmed.spoilWhere((request) => (asksFor("metformin")(request) ? "http500" : undefined));
  const first = await ask("--questions", questions, "--out", out);
  expect(first.code).toBe(1);
  expect(lines(out).map(({ id, status }) => [id, status === "failed"])).toEqual([
    ["gout", false],
    ["sugar", true],
  ]);
  pubmed.spoilWhere(() => undefined);
  pubmed.requests.splice(0);
  expect((await ask("--questions", questions, "--out", out, "--resume")).code).toBe(0);
  expect(pubmed.requests.some(asksFor("metformin"))).toBe(true);
  expect(pubmed.requests.some(asksFor("allopurinol"))).toBe(false);
  expect(lines(out).map(({ status }) => status)).not.toContain("failed");
}, 180_000);

test("a source that throttles every request ends in a recorded outcome, not in an empty answer", async () => {
  const out = join(folder, "throttled");
  pubmed.spoilWhere(() => "tooMany");
  const { code, err } = await ask("--questions", questions, "--ids", "gout", "--out", out);
  pubmed.spoilWhere(() => undefined);
  expect(code).toBe(1);
  expect(err).toContain("1 of 1 questions failed:");
  expect(lines(out)).toMatchObject([{ id: "gout", status: "failed", error: expect.stringContaining("rateLimited") }]);
}, 180_000);

test("--date-to takes a year alone, and it reaches the source", async () => {
  pubmed.requests.splice(0);
  const { code, out } = await ask("--question", "Allopurinol gout?", "--type", "summary", "--date-to", "1999", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(out).results[0].evidence.articles).toMatchObject([{ pmid: "1" }]);
  const searched = pubmed.requests.filter(({ endpoint }) => endpoint === "esearch");
  expect(searched.length).toBeGreaterThan(0);
  expect(searched.every(({ parameters }) => parameters.get("maxdate")?.startsWith("1999"))).toBe(true);
}, 180_000);

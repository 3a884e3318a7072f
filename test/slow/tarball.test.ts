import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packageRoot } from "../../clients/env.ts";
import { installPackage, packRepository, runProgram } from "../support/packed-package.ts";
import { runBothGraphs } from "../support/run-both-graphs.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph tarball "));
const installed = join(folder, "node_modules", "evigraph");
const packing = mkdtempSync(join(tmpdir(), "evigraph-pack-"));
let files: string[];

beforeAll(async () => {
  const packed = await packRepository(packing);
  files = packed.files;
  await installPackage(folder, packed.tarball);
});
afterAll(() => {
  for (const made of [folder, packing]) rmSync(made, { recursive: true, force: true });
});

test("the tarball holds the build, the weights, the demo data and the licences, and no source, test or other data", () => {
  for (const needed of [
    "dist/cli/main.js",
    "dist/index.js",
    "dist/index.d.ts",
    "data/demo/bioasq/corpus.jsonl",
    "LICENSE",
    "NOTICE",
  ])
    expect(files).toContain(needed);
  expect(files.some((file) => /^data\/models\/.*\.onnx$/.test(file))).toBe(true);
  expect(files).not.toContain("langgraph.json"); // it names a source
  expect(files.filter((file) => /(^|\/)test\//.test(file) || /(?<!\.d)\.ts$/.test(file))).toEqual([]);
  expect(files.filter((file) => file.startsWith("data/") && !/^data\/(demo|models)\//.test(file))).toEqual([]);
});

test("in an empty folder doctor is healthy and both graphs answer", async () => {
  const variables = { EVIGRAPH_CACHE: join(folder, "cache") };
  await runBothGraphs(
    folder,
    installed,
    async (...args) => (await runProgram("npx", ["evigraph", ...args], { cwd: folder, env: variables })).stdout,
  );
});

test("a script imports the builders and invokes a graph", async () => {
  const script = join(folder, "script.mjs");
  writeFileSync(
    script,
    `import { buildArchehrGraph, buildBioasqGraph, openLiveParts } from "evigraph";
const { encoder, ...parts } = openLiveParts();
const graph = buildArchehrGraph(parts).compile();
const { question } = await graph.invoke({ message: "Why was my insulin stopped?", subtask: "1" });
console.log(JSON.stringify({ question, builder: typeof buildBioasqGraph }));
await encoder.close();
`,
  );
  const { stdout } = await runProgram(process.execPath, [script], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({ question: expect.stringMatching(/insulin/), builder: "function" });
});

test("the package's types reach a strict script: what is wrong does not compile, and what is right does", async () => {
  writeFileSync(
    join(folder, "typed.mts"),
    `import { type ArchehrStep, buildArchehrGraph, compileArchehrGraph, compileBioasqGraph, openLiveParts, type ProgressEvent } from "evigraph";
const { encoder, ...parts } = openLiveParts();
const result = await compileArchehrGraph(parts).invoke({ message: "Why?", note: "Because." });
export const answer: string = result.answer;
// @ts-expect-error an answer is text
export const count: number = result.answer;
// @ts-expect-error a step writes only the channels that it names
export const step: ArchehrStep<"message", "question"> = async () => ({ answer: "no" });
// @ts-expect-error there is no node of that name
buildArchehrGraph(parts, { noSuchNode: async () => ({}) });
export const bioasq = await compileBioasqGraph({ ...parts, retrievers: [] }).invoke({ body: "Which?" });
export const pmids: string[] = bioasq.articles.map(({ pmid }) => pmid);
export const kinds = (event: ProgressEvent): string => (event.event === "asked" ? event.model : event.step);
`,
  );
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2023"];
  const compiler = join(packageRoot(), "node_modules", "typescript", "bin", "tsc");
  const compiled = runProgram(process.execPath, [compiler, ...options, "typed.mts"], { cwd: folder });
  await expect(compiled.catch(({ stdout }: { stdout: string }) => stdout)).resolves.toMatchObject({ stdout: "" });
});

test("the installed command is the built one, with the notice in its help", async () => {
  expect(existsSync(join(installed, "dist", "cli", "main.js"))).toBe(true);
  const { stdout } = await runProgram("npx", ["evigraph", "--help"], { cwd: folder });
  expect(stdout).toContain("Research prototype, not for clinical use without validation by qualified professionals.");
  const { version } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8"));
  expect((await runProgram("npx", ["evigraph", "--version"], { cwd: folder })).stdout.trim()).toBe(version);
});

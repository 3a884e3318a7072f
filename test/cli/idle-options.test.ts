import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "../support/run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-idle-"));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, content: unknown): string => {
  const file = join(folder, name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
};
const snippet = {
  document: "http://www.ncbi.nlm.nih.gov/pubmed/1",
  text: "Aspirin inhibits platelets.",
  ...{ offsetInBeginSection: 0, offsetInEndSection: 27, beginSection: "abstract", endSection: "abstract" },
};
const question = (id: string, snippets: unknown[]) => ({
  id,
  type: "summary",
  body: "What does aspirin do?",
  documents: [],
  snippets,
});
const lines = write("lines.jsonl", '{"id":"1","text":"Why?"}\n');
const note = write("note.txt", "INR was 4.8.\n");
const given = write("given.json", { questions: [question("a", [snippet])] });

test.each<[string, string[]]>([
  [
    "--primaries has no effect without --opensearch",
    ["index", "build", "--articles", lines, "--out", join(folder, "x.db"), "--primaries", "2"],
  ],
  [
    "--encoder has no effect with --no-vectors",
    ["index", "build", "--articles", lines, "--out", join(folder, "x.db"), "--no-vectors", "--encoder", "all-MiniLM-L6-v2"],
  ],
  [
    "--index and --date-to have no effect with --phase B",
    ["bioasq", "run", "--questions", given, "--phase", "B", "--index", "x.db", "--date-to", "2020"],
  ],
  [
    "--index has no effect with --source pubmed",
    ["bioasq", "run", "--questions", given, "--source", "pubmed", "--index", "x.db"],
  ],
  ["--key has no effect without --cases", ["archehr", "run", "--note", note, "--question", "Why?", "--key", note]],
  [
    "--checkpoint has no effect on lines",
    ["interpret", "--in", lines, "--out", join(folder, "o.jsonl"), "--checkpoint", join(folder, "c.db")],
  ],
  ["--subtask has no effect with --as bioasq", ["validate", "--as", "bioasq", "--questions", given, "--subtask", "2", given]],
  [
    "--questions has no effect with --as archehr",
    ["validate", "--as", "archehr", "--cases", given, "--subtask", "2", "--questions", given, given],
  ],
  [
    "--cross-encoder has no effect with --ranker bm25",
    ["search", "--index", "x.db", "--query", "x", "--ranker", "bm25", "--cross-encoder", "x"],
  ],
  ["--from has no effect without --prepare", ["reproduce", "--condition", "medlars/bm25", "--from", folder]],
])("%s is a usage error, not passed over", async (message, args) => {
  const { code, stderr } = await runCommand(...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test("phase B on a file without any snippet is refused with the way out", async () => {
  const bare = write("bare.json", { questions: [question("a", []), question("b", [])] });
  const { code, stderr } = await runCommand("bioasq", "run", "--questions", bare, "--phase", "B");
  expect([code, stderr]).toEqual([2, expect.stringMatching(/no question has snippets.*--phase A\+/)]);
});

test("phase B says which questions have no snippets, and answers the others", async () => {
  const mixed = write("mixed.json", { questions: [question("with", [snippet]), question("without", [])] });
  const { code, stderr, stdout } = await runCommand("bioasq", "run", "--questions", mixed, "--phase", "B", "--json");
  expect(code).toBe(0);
  expect(stderr).toContain(
    "1 of 2 questions have no snippets, and phase B answers from given ones; they get no answer: without.",
  );
  const { results } = JSON.parse(stdout);
  // Where there is no snippet there is no confidence, rather than one of 0.
  expect(results[0].answerConfidence).toMatchObject({ of: "evidence", probability: expect.any(Number) });
  expect(results[1]).not.toHaveProperty("answerConfidence");
  expect(results.map(({ padded }: { padded: string[] }) => padded)).toEqual([[], ["answer"]]);
});

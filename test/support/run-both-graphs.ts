import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { MESSAGE, NOTE } from "./archehr-deps.ts";

/** Runs Evigraph's command with these arguments in a folder. Out: its stdout; a failure throws. */
export type RunCommand = (...args: string[]) => Promise<string>;

/** Run doctor and both graphs of an installed package on a small input, with no network, and look at what they say. */
export const runBothGraphs = async (folder: string, installed: string, run: RunCommand): Promise<void> => {
  const doctor = JSON.parse(await run("doctor", "--json"));
  expect(doctor).toMatchObject({ healthy: true, notice: expect.stringContaining("not for clinical use") });

  const note = join(folder, "a note.txt");
  writeFileSync(note, NOTE);
  const { results } = JSON.parse(
    await run("archehr", "run", "--note", note, "--question", MESSAGE, "--offline", "--json", "--quiet"),
  );
  expect(results).toHaveLength(1);
  // Sentence 2 of the note is the one that tells why warfarin was held.
  expect(results[0].evidence.map(({ id }: { id: string }) => id)).toContain("2");
  expect(results[0].answer).toMatch(/warfarin/i);
  expect(results[0].citations.length).toBeGreaterThan(0);

  const index = join(folder, "demo.db");
  const corpus = join(installed, "data", "demo", "bioasq", "corpus.jsonl");
  mkdirSync(folder, { recursive: true });
  await run("index", "build", "--articles", corpus, "--out", index, "--quiet");
  const question = "Does lithium down-regulate aquaporin-2?";
  const asked = ["--question", question, "--type", "yesno", "--index", index];
  const answered = JSON.parse(await run("bioasq", "run", ...asked, "--offline", "--json", "--quiet"));
  expect(answered.results).toHaveLength(1);
  const { evidence, answer } = answered.results[0];
  expect(evidence.articles.map(({ pmid }: { pmid: string }) => pmid)).toContain("90000001"); // the demo's article on it
  expect(["yes", "no"]).toContain(answer.exact);
  expect(answer.ideal).not.toBe("");
};

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";
import { sharedData } from "../support/shared-data.ts";

const source = sharedData("bioasq");
const submissions = source === undefined ? "" : join(source, "submissions");
const files = existsSync(submissions) ? readdirSync(submissions).filter((name) => name.endsWith(".json")) : [];
const folder = mkdtempSync(join(tmpdir(), "evigraph-repair-public-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Question = { id: string; type?: string; documents?: string[]; exact_answer?: unknown; ideal_answer?: unknown };
const questionsOf = (file: string) => (JSON.parse(readFileSync(file, "utf8")) as { questions: Question[] }).questions;

describe.skipIf(files.length === 0)("public submissions", () => {
  test.each(files)("repair makes %s valid, lists its changes, loses no question and keeps every order", async (name) => {
    const submission = join(submissions, name);
    const given = questionsOf(submission);
    const phase = name.includes("phase_b_") ? "B" : name.includes("phase_a+_") ? "A+" : "A";
    const questions = join(folder, `questions-${name}`);
    const asked = given.map(({ id, type = "summary" }) => ({ id, type, body: "Is it?", documents: [], snippets: [] }));
    writeFileSync(questions, JSON.stringify({ questions: asked }));
    const out = join(folder, name);
    const repaired = await runCli("repair", "--as", "bioasq", "--questions", questions, submission, "--out", out, "--json");
    expect(repaired.code, repaired.err).toBe(0);
    type Listed = { item: string; field: string };
    const { changes, problems } = JSON.parse(repaired.out) as { changes: Listed[]; problems: Listed[] };
    expect(problems).toEqual([]);
    const valid = await runCli("validate", "--as", "bioasq", "--questions", questions, "--phase", phase, out);
    expect(valid.code, valid.out).toBe(0);
    const mended = questionsOf(out);
    expect(mended.map(({ id }) => id)).toEqual(given.map(({ id }) => id));
    // A field that differs was listed.
    const listed = new Set(changes.map(({ item, field }) => `${item} ${field.split(/[[.]/)[0]}`));
    for (const [at, after] of mended.entries()) {
      for (const field of ["documents", "exact_answer", "ideal_answer"] as const)
        if (JSON.stringify(after[field]) !== JSON.stringify(given[at]?.[field]) && given[at]?.[field] !== undefined)
          expect(listed).toContain(`${after.id} ${field}`);
    }
    // Entries of a list keep their order: what is kept of the old ones stands as it stood.
    for (const [at, { exact_answer: after }] of mended.entries()) {
      const before = JSON.stringify(given[at]?.exact_answer ?? []).toLowerCase();
      const places = (Array.isArray(after) ? after.flat() : []).map((entry) =>
        before.indexOf(JSON.stringify(entry).slice(1, -1).toLowerCase()),
      );
      const known = places.filter((place) => place >= 0);
      expect(known).toEqual([...known].sort((a, b) => a - b));
    }
  });
});

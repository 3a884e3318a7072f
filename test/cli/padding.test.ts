import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { describePadding, paddedEntries } from "../../cli/padded-entries.ts";
import type { ResultLine } from "../../cli/result-line.ts";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-padding-"));
afterAll(() => rmSync(folder, { recursive: true }));
const line = (id: string, over: Partial<ResultLine> = {}): ResultLine => ({
  ...{ id, status: "ok", question: "", evidence: null, answer: null, citations: [], padded: [], fallbacks: [], usage: [], ms: 0 },
  ...over,
});

test("an entry without a result and a part without one are padded, a whole result is not", () => {
  const lines = [line("b"), line("c", { status: "failed", padded: ["answer"] })];
  const padded = paddedEntries(["a", "b", "c"], lines);
  expect(padded).toEqual([
    { id: "a", why: "not run", parts: [] },
    { id: "c", why: "failed", parts: ["answer"] },
  ]);
  expect(describePadding(padded, 3)).toBe("Padded: 2 of 3 entries of the official files: a (not run), c (failed, answer).\n");
  expect(describePadding([], 3)).toBe("");
});

test("a run of two cases counts and lists the other entries of the official file as padding", async () => {
  const out = join(folder, "two");
  const cases = "data/demo/archehr/archehr-qa-subtask4.xml";
  const { code, out: said } = await runCli(
    "archehr",
    "run",
    "--cases",
    cases,
    "--ids",
    "D6,D14",
    "--subtask",
    "1",
    "--out",
    out,
    "--quiet",
  );
  expect(code).toBe(0);
  const submitted = JSON.parse(readFileSync(join(out, "subtask-1", "submission.json"), "utf8"));
  const manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
  expect(manifest.counts.padded).toBe(submitted.length - 2);
  expect(manifest.padded).toHaveLength(submitted.length - 2);
  expect(manifest.padded.map(({ id }: { id: string }) => id)).not.toContain("D6");
  expect(manifest.padded[0]).toEqual({ id: "D1", why: "not run", parts: [] });
  expect(said).toContain(`Padded: ${submitted.length - 2} of ${submitted.length} entries of the official files: D1 (not run), `);
}, 120_000);

import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../clients/env.ts";
import { runCli } from "../support/run-cli.ts";

const demo = (...parts: string[]) => join(packageRoot(), "data", "demo", ...parts);
const ARCHEHR = ["archehr", "run", "--cases", demo("archehr", "archehr-qa-subtask4.xml"), "--limit", "2", "--json", "--quiet"];
const BIOASQ = [
  "bioasq",
  "run",
  "--questions",
  demo("bioasq", "golden.json"),
  "--phase",
  "B",
  "--limit",
  "3",
  "--json",
  "--quiet",
];
type Row = { role: string; calls: number; inputTokens: number };

/** What a run is said to take, and what it took. */
const both = async (command: string[]) => {
  const said = JSON.parse((await runCli(...command, "--dry-run")).out).estimate.roles as Row[];
  const took = JSON.parse((await runCli(...command)).out).cost.roles as Row[];
  const calls = (rows: Row[], role: string) => rows.find((row) => row.role === role)?.calls ?? 0;
  return { said: (role: string) => calls(said, role), took: (role: string) => calls(took, role) };
};

test.each(["paper", "best"])(
  "the estimate of an archehr run holds as many calls as the run makes, profile %s",
  async (profile) => {
    const { said, took } = await both([...ARCHEHR, "--profile", profile]);
    for (const role of ["score", "draft"]) expect(said(role)).toBe(took(role));
    for (const role of ["interpret", "align"]) {
      expect(said(role)).toBeGreaterThanOrEqual(took(role));
      expect(took(role)).toBeGreaterThan(0);
    }
  },
);

test.each(["paper", "best"])("the estimate of a bioasq run holds as many calls as the run makes, profile %s", async (profile) => {
  // With selfConsistency of 1: replies that agree end the sampling early, and the estimate counts all of them.
  const { said, took } = await both([...BIOASQ, "--profile", profile, "--set", "selfConsistency=1"]);
  expect(said("answer")).toBe(took("answer"));
  expect(said("verify")).toBeGreaterThanOrEqual(took("verify"));
});

test("the estimate counts every sample that may be asked for", async () => {
  const { said, took } = await both([...BIOASQ, "--set", "selfConsistency=3"]);
  expect(said("answer")).toBeGreaterThan(took("answer"));
});

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { packageRoot } from "../../../clients/env.ts";

vi.setConfig({ testTimeout: 60_000 });
const folder = mkdtempSync(join(tmpdir(), "evigraph-quiet-"));
const home = join(folder, "home");
const note = join(folder, "note.txt");
beforeAll(() => {
  mkdirSync(home);
  writeFileSync(note, "Warfarin was held because her INR was 4.8.\nShe lives with her sister.\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A command in a process of its own, without what the shell says of telemetry. */
const run = (question: string): string => {
  const { ORT_DISABLE_TELEMETRY: _, DO_NOT_TRACK: __, ...env } = process.env;
  const command = ["--import", "tsx", join(packageRoot(), "cli", "main.ts")];
  const options = ["archehr", "run", "--note", note, "--question", question, "--quiet", "--json"];
  return execFileSync(process.execPath, [...command, ...options], {
    env: { ...env, HOME: home, XDG_CACHE_HOME: join(home, ".cache") },
    cwd: packageRoot(),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
};

it("a run leaves nothing of the machine learning runtime's own events in the home folder", () => {
  expect(run("Why was warfarin held?")).toContain("INR");
  expect(readdirSync(home, { recursive: true })).toEqual([]);
});

it("a question of 20,000 characters on the command line is answered: the runtime's events, which break on it, are off", () => {
  expect(run(`Why was warfarin held? ${"It was so sudden for us all. ".repeat(700)}`)).toContain('"answer"');
});

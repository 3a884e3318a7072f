import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-json-"));
const file = (name: string, content: string) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const cases = "data/demo/archehr/archehr-qa-subtask4.xml";

/** Run a command, and press Ctrl-C as soon as it listens for that. */
const interrupted = (...args: string[]) => {
  const press = (name: string | symbol) => {
    if (name !== "SIGINT") return;
    process.off("newListener", press);
    queueMicrotask(() => process.emit("SIGINT"));
  };
  process.on("newListener", press);
  return runCli(...args);
};

describe("with --json stdout holds one JSON value, also when there is no result", () => {
  it.each([
    ["an unknown option", 2, /unknown option '--colour'/, ["doctor", "--json", "--colour"]],
    ["a file that is not there", 2, /nowhere\.xml/, ["archehr", "run", "--cases", "nowhere.xml", "--json"]],
    ["a malformed file", 2, /bad\.xml/, ["archehr", "run", "--cases", file("bad.xml", "<annotations><case>"), "--json"]],
    ["a setting that is unknown", 2, /strictScore/, ["archehr", "run", "--cases", cases, "--set", "strictScor=4", "--json"]],
    ["an index that is missing", 3, /nowhere\.db.*index build/, ["search", "--index", "nowhere.db", "--query", "gout", "--json"]],
    ["a folder that is no run", 2, /no run folder/, ["purge", folder, "--json"]],
  ])("%s", async (_what, exit, message, args) => {
    const { code, out, err } = await runCli(...args);
    expect(code).toBe(exit);
    expect(JSON.parse(out)).toEqual({ error: expect.stringMatching(message), exit });
    expect(err).toMatch(message); // people read it on stderr, as without --json
  });

  it("Ctrl-C: the items that were done, and that the run was stopped", async () => {
    const { code, out } = await interrupted("archehr", "run", "--cases", cases, "--limit", "3", "--json", "--quiet");
    expect(code).toBe(130);
    expect(JSON.parse(out)).toMatchObject({ results: [], stopped: true, run: null });
  });

  it("Ctrl-C of a command that has no items yet: that it was stopped", async () => {
    const input = file("messages.jsonl", '{"id": "1", "text": "Why was my warfarin stopped?"}\n');
    const { code, out } = await interrupted(
      "interpret",
      "--in",
      input,
      "--out",
      join(folder, "questions.jsonl"),
      "--json",
      "--quiet",
    );
    expect(code).toBe(130);
    expect(JSON.parse(out)).toEqual({ error: "stopped by the user", exit: 130 });
  });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { visibleText } from "../../cli/visible-text.ts";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-visible-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("control characters and direction marks are shown as what they are; tabs, line ends and other scripts stay", () => {
  expect(visibleText("a\u001b[2Jb\u0007\u009bc\u007f")).toBe("a\\u001b[2Jb\\u0007\\u009bc\\u007f");
  expect(visibleText("5 \u202emg\u2069")).toBe("5 \\u202emg\\u2069");
  expect(visibleText("one\ttwo\r\nthree\nβ 血圧 🙂 e\u0301")).toBe("one\ttwo\nthree\nβ 血圧 🙂 e\u0301");
  expect(visibleText("over\rwritten")).toBe("over\\u000dwritten");
});

test("a note cannot clear the screen of who reads the answer, nor can a file's name in an error", async () => {
  const note = join(folder, "note.txt");
  writeFileSync(note, "INR was 4.8 on arrival,\u001b[2J\u001b]0;owned\u0007 so warfarin was held.\nPotassium was 4.1.\n");
  const { code, out, err } = await runCli("archehr", "run", "--note", note, "--question", "Why was warfarin held?");
  expect(code).toBe(0);
  expect(out).toContain("\\u001b[2J");
  expect(out + err).not.toContain("\u001b");
  const missing = await runCli("archehr", "run", "--note", join(folder, "\u001b[31mno.txt"), "--question", "Why?");
  expect(missing.code).not.toBe(0);
  expect(missing.err).toContain("\\u001b[31mno.txt");
  expect(missing.err).not.toContain("\u001b");
});

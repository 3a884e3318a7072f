import { existsSync, mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderTexts, memoryTexts, sha256 } from "../../clients/text-store.ts";

const folder = () => join(mkdtempSync(join(tmpdir(), "evigraph-texts-")), "texts");

test("a text comes back by its hash, from memory and from disk in another process", () => {
  expect(memoryTexts().get(sha256("never stored"))).toBeUndefined();
  const dir = folder();
  const key = folderTexts(dir).put("INR was 4.8.\r\nΔ");
  expect(folderTexts(dir).get(key)).toBe("INR was 4.8.\r\nΔ");
});

test("stored notes are readable by their owner only", () => {
  const dir = folder();
  const key = folderTexts(dir).put("note");
  expect([statSync(dir).mode & 0o777, statSync(join(dir, key)).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(readdirSync(dir)).toEqual([key]);
});

test("a file that was changed or cut is no text of its hash, and is removed", () => {
  const dir = folder();
  const key = folderTexts(dir).put("note");
  writeFileSync(join(dir, key), "not");
  expect(folderTexts(dir).get(key)).toBeUndefined();
  expect(existsSync(join(dir, key))).toBe(false);
});

test("a hash that is no hash reaches no file", () => {
  expect(folderTexts(folder()).get("../../etc/passwd")).toBeUndefined();
});

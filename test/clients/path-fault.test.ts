import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { writeWhole } from "../../cli/write-whole.ts";
import { pathFault, pathReason } from "../../clients/path-fault.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-paths-"));
afterAll(() => rmSync(folder, { recursive: true }));
const thrownBy = (act: () => unknown): unknown => {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
};
const file = join(folder, "a file.txt");
writeFileSync(file, "x");

test.each<[string, () => unknown, RegExp]>([
  [
    "a file that is not there",
    () => readFileSync(join(folder, "none")),
    /none: there is no such file or folder; look for a slip/,
  ],
  [
    "a folder that is not there",
    () => writeFileSync(join(folder, "no/run.trec"), ""),
    /run\.trec: there is no such file; its folder .*no is not there/,
  ],
  ["a folder in a file's place", () => readFileSync(folder), /this is a folder; a file is expected/],
  ["a file in a folder's place", () => readFileSync(join(file, "x")), /a part of this path is a file/],
  [
    "a folder in a written file's place",
    () => writeWhole(folder, "x"),
    /this is a folder; a file is expected|this folder is not empty|of another kind/,
  ],
])("%s is told in plain words, with the path and the way out", (_, act, message) => {
  const fault = pathFault(thrownBy(act));
  expect(fault).toMatch(message);
  expect(fault).not.toMatch(/E[A-Z]{4,}|errno|syscall/);
});

test.skipIf(process.getuid?.() === 0)("a place that may not be written is told", () => {
  const closed = join(folder, "closed");
  mkdirSync(closed);
  chmodSync(closed, 0o500);
  expect(pathFault(thrownBy(() => writeFileSync(join(closed, "x"), "")))).toMatch(/may not be read or written by you/);
});

test("a half-written file is named as the user named it", () => {
  const error = Object.assign(new Error("EACCES: permission denied, open"), { code: "EACCES", path: "/out/run.json.tmp" });
  expect(pathFault(error)).toMatch(/^\/out\/run\.json: /);
});

test("an error of another kind is left to others", () => {
  expect(pathFault(new TypeError("x is undefined"))).toBeUndefined();
  expect(pathReason(Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" }))).toBeUndefined();
});

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { readJsonLines } from "../../clients/json-lines.ts";

const Line = z.object({ id: z.string() });
const file = join(mkdtempSync(join(tmpdir(), "evigraph-lines-")), "lines.jsonl");

test("a file that is not there has no lines", () => {
  expect(readJsonLines(`${file}.absent`, Line)).toEqual([]);
});

test("a torn line and one of another form are left out, the others stay in order", () => {
  writeFileSync(file, '{"id":"a"}\n{"name":"b"}\n\n{"id":"c"}\n{"id":"d');
  expect(readJsonLines(file, Line)).toEqual([{ id: "a" }, { id: "c" }]);
});

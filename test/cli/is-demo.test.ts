import { mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { isDemo } from "../../cli/is-demo.ts";

test("only the package's own demo inputs are public; anything else that holds a note is not", () => {
  expect(isDemo("data/demo/archehr/archehr-qa.xml")).toBe(true);
  const link = join(mkdtempSync(join(tmpdir(), "evigraph-demo-")), "link.xml");
  symlinkSync(resolve("data/demo/archehr/archehr-qa.xml"), link);
  expect(isDemo(link)).toBe(true);
  for (const other of ["package.json", "data/demo/../../package.json", "data/demo/none.xml", "-", undefined])
    expect(isDemo(other)).toBe(false);
});

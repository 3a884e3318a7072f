import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { DATA_SETS } from "../../evaluation/datasets.ts";
import { DataMissing, findData } from "../../evaluation/find-data.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-data-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("the demo is part of the package", () => {
  const { hashes, other } = findData("demo", undefined);
  expect(Object.keys(hashes)).toContain("bioasq/golden.json");
  expect(other).toEqual([]);
});

test.each(DATA_SETS.map(({ name }) => name))(
  "absent %s says where to get it, under which licence, and where it is looked for",
  (name) => {
    const set = DATA_SETS.find((known) => known.name === name)!;
    for (const place of [undefined, folder]) {
      const find = () => findData(name, place);
      expect(find).toThrow(DataMissing);
      expect(find).toThrow(set.source);
      expect(find).toThrow(set.licence);
      expect(find).toThrow(Object.keys(set.files)[0]);
    }
  },
);

test("a file that is not the one of the expected scores is named, not refused", () => {
  mkdirSync(join(folder, "meqsum"));
  writeFileSync(join(folder, "meqsum", "meqsum.first500.jsonl"), "{}\n");
  expect(findData("meqsum", folder).other).toEqual(["meqsum.first500.jsonl"]);
});

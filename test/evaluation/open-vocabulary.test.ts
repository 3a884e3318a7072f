import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { codeOfCondition } from "../../evaluation/code-of-condition.ts";
import { CONDITIONS } from "../../evaluation/conditions.ts";
import { DataMissing } from "../../evaluation/find-data.ts";
import { openVocabulary } from "../../evaluation/open-vocabulary.ts";
import { type RunPlace, runCondition } from "../../evaluation/run-condition.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-vocabulary-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "mesh.jsonl"), '{"id": "D004844", "name": "Epistaxis", "synonyms": ["Nosebleeds"]}\n');

const [condition] = CONDITIONS.filter(({ lexicon }) => lexicon !== undefined);

test("a lexicon is built once for files of one content, and anew for others", async () => {
  const told: number[] = [];
  const open = async (hash: string) => {
    const lexicon = await openVocabulary(folder, { folder, hashes: { "mesh.jsonl": hash } }, (done) => told.push(done));
    const found = lexicon.find("epistaxis").map(({ entry }) => entry.names);
    lexicon.close();
    return found;
  };
  expect(await open("a")).toEqual([["Epistaxis", "Nosebleeds"]]);
  expect(await open("a")).toEqual([["Epistaxis", "Nosebleeds"]]);
  expect(readdirSync(join(folder, "lexicons"))).toHaveLength(1);
  expect(await open("b")).toEqual([["Epistaxis", "Nosebleeds"]]);
  expect(readdirSync(join(folder, "lexicons"))).toHaveLength(2);
});

test("what is no vocabulary throws", async () => {
  writeFileSync(join(folder, "other.jsonl"), '{"text": "a"}\n');
  await expect(openVocabulary(folder, { folder, hashes: { "other.jsonl": "c" } })).rejects.toThrow(/other\.jsonl, line 1/);
});

test("without its data or its vocabularies the condition says how to get them", async () => {
  const place = { dataFolder: undefined, cache: folder } as RunPlace;
  await expect(runCondition(condition!, place)).rejects.toThrow(DataMissing);
  const demo = { ...condition!, data: "demo" };
  await expect(runCondition(demo, place)).rejects.toThrow(/vocabulary: fetch it from/);
});

test("the code of a condition with a lexicon is that of the graph and of the lexicon", () => {
  expect(codeOfCondition(condition!)).toContain("clients/lexicon/lexicon-file.ts");
  const without = CONDITIONS.find(({ name }) => name === "medlars/graph-best")!;
  expect(codeOfCondition(without)).not.toContain("clients/lexicon/lexicon-file.ts");
});

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { alignShots } from "../../prompts/archehr/shots/align-answer.ts";
import { interpretShots } from "../../prompts/archehr/shots/interpret-question.ts";
import { scoreShots } from "../../prompts/archehr/shots/score-sentences.ts";
import { sharedData } from "../support/shared-data.ts";

const words = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
const runsOf = (text: string): Set<string> => {
  const all = words(text);
  return new Set(all.slice(7).map((_, at) => all.slice(at, at + 8).join(" ")));
};
const shots = JSON.stringify([interpretShots, scoreShots, alignShots]);
const runs = runsOf(shots.replaceAll("\\n", " "));
const sharedWith = (text: string): string[] => [...runsOf(text)].filter((run) => runs.has(run));

test("the worked examples have eight-word runs to compare", () => {
  expect(runs.size).toBeGreaterThan(200);
});

test.each(["archehr/archehr-qa.xml", "archehr/archehr-qa_key.json", "bioasq/corpus.jsonl", "bioasq/golden.json"])(
  "no worked example shares eight words with data/demo/%s",
  (file) => {
    expect(sharedWith(readFileSync(join("data/demo", file), "utf8"))).toEqual([]);
  },
);

const SHARED = [
  "archehr/2025-dev-archehr-qa.no-notes.xml",
  "archehr/2026-subtask1-test-archehr-qa.narratives-only.xml",
  "acibench/acibench.jsonl",
  "meqsum/meqsum.first500.jsonl",
  "mediqa2021/qs_validation.jsonl",
];
for (const file of SHARED)
  test(`no worked example shares eight words with the public set ${file}`, (context) => {
    const [folder = "", name = ""] = file.split("/");
    const path = join(sharedData(folder) ?? "", name);
    if (sharedData(folder) === undefined || !existsSync(path)) return context.skip(`${file} is absent; set EVIGRAPH_DATA`);
    expect(sharedWith(readFileSync(path, "utf8"))).toEqual([]);
  });

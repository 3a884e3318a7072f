import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { packageRoot } from "../../clients/env.ts";
import { archehrInput } from "../../formats/archehr-case.ts";
import { readArchehrCases } from "../../formats/archehr-xml.ts";
import { compileArchehrGraph } from "../../graphs/archehr.ts";
import { type LiveParts, openLiveParts } from "../../graphs/live-parts.ts";
import { ExtractiveSettings } from "../../state/settings/extractive.ts";
import { visitedPath } from "../support/visited-path.ts";

const file = join(packageRoot(), "data/demo/archehr/archehr-qa.xml");
const one = readArchehrCases(readFileSync(file, "utf8"), "demo").cases.find(({ id }) => id === "D1")!;
const opened: LiveParts[] = [];
afterAll(() => Promise.all(opened.map(({ encoder }) => encoder.close())));

/** The path of a demo case through the graph with the embedded model on its real weights. */
const pathWith = async (extractive: object, settings: object = {}) => {
  const parts = openLiveParts({ extractive: ExtractiveSettings.parse(extractive) });
  opened.push(parts);
  return visitedPath(compileArchehrGraph(parts) as never, { ...archehrInput(one), settings } as never);
};

test("the embedded model's evidence is strict where sentences are likely, and lenient where none is likely enough", async () => {
  expect(await pathWith({})).toContain("keepStrict");
  const lenient = await pathWith({ strictFrom: 0.999 });
  expect(lenient).toContain("keepLenient");
  expect(lenient).toContain("draftAnswer");
});

test("a note that says nothing on the question, by the embedded model, is abstained from or answered from its top sentence", async () => {
  const silent = { relevanceFloor: 1, enoughAlone: 1 };
  expect(await pathWith(silent, { abstain: true })).toContain("abstain");
  const answered = await pathWith(silent, { abstain: false });
  expect(answered).toContain("takeTopSentence");
  expect(answered).toContain("draftAnswer");
});

test("in profile paper such a note is answered from its first three sentences", async () => {
  expect(await pathWith({ relevanceFloor: 1, enoughAlone: 1 }, { profile: "paper" })).toContain("takeFirstSentences");
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readArchehrCases } from "../../formats/archehr-xml.ts";
import { type BioasqQuestion, readBioasqGolden, readBioasqQuestions } from "../../formats/bioasq-questions.ts";
import { repairBioasq } from "../../formats/bioasq-repair.ts";
import { pubmedUrl } from "../../formats/pubmed-url.ts";
import { sharedData } from "../support/shared-data.ts";

const bioasq = sharedData("bioasq");
const archehr = sharedData("archehr");
const filesIn = (folder: string | undefined, ending: string) =>
  folder !== undefined && existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(ending)) : [];

describe.skipIf(bioasq === undefined)("public BioASQ files", () => {
  const folder = (name: string) => join(bioasq ?? "", name);

  test("all questions of all golden batches are read", () => {
    const questions = filesIn(folder("golden"), ".json").flatMap((name) =>
      readBioasqGolden(readFileSync(join(folder("golden"), name), "utf8"), name, { repeatedIds: "keepFirst" }),
    );
    // 2,620 entries, four of them a second time.
    expect(questions).toHaveLength(2616);
    for (const { type, exactAnswer } of questions) expect(exactAnswer === null).toBe(type === "summary");
  });

  test("a question that stands twice in a training file is refused unless asked for", () => {
    const text = readFileSync(join(folder("golden"), "training2b.json"), "utf8");
    expect(() => readBioasqGolden(text, "training2b.json")).toThrow("every id once");
  });

  test.each(filesIn(folder("testsets"), ".json"))("the test set %s is read", (name) => {
    expect([85, 100]).toContain(readBioasqQuestions(readFileSync(join(folder("testsets"), name), "utf8"), name).length);
  });

  test.each(filesIn(folder("submissions"), ".json"))("no fatal fault is left in %s, and nothing is lost", (name) => {
    const source = readFileSync(join(folder("submissions"), name), "utf8");
    const submission: { questions: { id: string; type?: BioasqQuestion["type"]; documents: string[] }[] } = JSON.parse(source);
    const questions = submission.questions.map(({ id, type = "summary" }) => ({
      id,
      type,
      body: "?",
      documents: [],
      snippets: [],
    }));
    const { submission: mended, problems } = repairBioasq(questions, submission, source);
    expect(problems.filter(({ is }) => is === "fatal")).toEqual([]);
    const again = (mended as typeof submission).questions;
    expect(again.map(({ id }) => id)).toEqual(submission.questions.map(({ id }) => id));
    const pmids = (documents: readonly string[]) => [
      ...new Set(documents.map((url) => pubmedUrl(/\d+/u.exec(url.replace(/[?#].*/u, ""))?.[0] ?? ""))),
    ];
    expect(again.map(({ documents }) => documents)).toEqual(submission.questions.map(({ documents }) => pmids(documents)));
  });
});

describe.skipIf(archehr === undefined)("public ArchEHR files", () => {
  test.each([
    ["2025-dev-archehr-qa.no-notes.xml", 20],
    ["2026-subtask1-test-archehr-qa.narratives-only.xml", 47],
  ])("%s holds %i cases", (name, count) => {
    expect(readArchehrCases(readFileSync(join(archehr ?? "", name), "utf8"), name).cases).toHaveLength(count);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { TaskRun } from "../../../evaluation/task.ts";
import { answerSimply } from "../../../evaluation/tasks/answer-simply.ts";
import { selectSimply } from "../../../evaluation/tasks/select-simply.ts";
import type { LiveParts } from "../../../graphs/live-parts.ts";
import { archehrDeps } from "../../support/archehr-deps.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-simple-"));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, content: string) => writeFileSync(join(folder, name), content);

const SENTENCES = ["Hospital Course:", "Diet was regular.", "INR was 4.8, so warfarin was held.", "She lives alone."];
const inNote = SENTENCES.map(
  (text, at) => `<sentence id="${at + 1}" paragraph_id="1" start_char_index="0">${text}</sentence>`,
).join("");
const cases = (answers: string) =>
  `<annotations><case id="1"><patient_narrative>I feel sick. Why was my warfarin held?</patient_narrative><clinician_question>Why was warfarin held?</clinician_question>
  <note_excerpt>${SENTENCES.join(" ")}</note_excerpt><note_excerpt_sentences>${inNote}</note_excerpt_sentences>${answers}</case></annotations>`;
write("cases.xml", cases('<answer_sentences><sentence id="1">Warfarin was held for INR 4.8.</sentence></answer_sentences>'));
write("bare.xml", cases(""));
write(
  "key.json",
  JSON.stringify([
    {
      case_id: "1",
      answers: SENTENCES.map((_, at) => ({ sentence_id: String(at + 1), relevance: at === 2 ? "essential" : "not-relevant" })),
      clinician_answer_without_citations: "Warfarin was held for INR 4.8.",
      clinician_answer_sentences: [{ id: "1", text: "Warfarin was held for INR 4.8.", citations: ["3"] }],
    },
  ]),
);
const run = (by: string, file = "cases.xml"): TaskRun => ({
  folder,
  settings: { by, cases: file, key: "key.json" },
  parts: archehrDeps().deps as unknown as LiveParts,
  openArticles: async () => {
    throw new Error("this task needs no articles");
  },
  tick: () => undefined,
  signal: new AbortController().signal,
});

test("a rule that goes by words finds what shares them, in evidence and alignment; headings are no candidates", async () => {
  const { sheet, settings } = await answerSimply(run("words"));
  expect(sheet.measures.subtask_2_strict_micro_f1?.mean).toBe(100);
  expect(sheet.measures.subtask_4_micro_f1?.mean).toBe(100);
  expect(sheet.measures.subtask_1_rougeL?.mean).toBeGreaterThan(80); // "Why was my warfarin held?"
  expect(settings).toMatchObject({ by: "words", question: "narrative", evidenceCut: { most: 1 }, alignmentCut: { most: 1 } });
});

test("the first sentences are taken with as many as is best for them: two of three, of which one is right", async () => {
  const { sheet } = await answerSimply(run("first"));
  // Candidates are sentences 2, 3, 4; with two F1 is 2 * 1 / (2 + 1).
  expect(sheet.measures.subtask_2_strict_micro_f1?.mean).toBeCloseTo(66.667, 2);
});

test("cases without answer sentences have no alignment", async () => {
  const { sheet } = await answerSimply(run("words", "bare.xml"));
  expect(sheet.measures.subtask_2_strict_micro_f1?.mean).toBe(100);
  expect(Object.keys(sheet.measures).filter((name) => name.startsWith("subtask_4"))).toEqual([]);
});

test("pairs of claim and abstract are scored with the best cut, which the settings tell", async () => {
  const claim = { id: "7", text: "aspirin thins blood", evidence: { "9": { sentences: [[1]] } } };
  write("claims.jsonl", `${JSON.stringify(claim)}\n`);
  write(
    "docs.jsonl",
    `${JSON.stringify({ id: "9", sentences: ["Many drugs exist.", "Aspirin thins blood.", "So it goes."] })}\n`,
  );
  const { sheet, settings } = await selectSimply({ ...run("words"), settings: { by: "words", claims: "claims.jsonl" } });
  expect(sheet.measures.micro_f1).toMatchObject({ mean: 1, n: 1 });
  expect(settings).toEqual({ by: "words", claims: "claims.jsonl", most: 1 });
});

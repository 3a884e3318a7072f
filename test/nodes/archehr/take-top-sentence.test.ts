import { expect, test } from "vitest";
import { memoryTexts } from "../../../clients/text-store.ts";
import { loadCase } from "../../../nodes/archehr/load-case.ts";
import { takeTopSentence } from "../../../nodes/archehr/take-top-sentence.ts";
import { failure, ok } from "../../../state/outcome.ts";
import { ArchehrSettings } from "../../../state/settings/archehr.ts";

const LINES = ["Lunch was served at noon.", "Anticoagulants were held.", "The bed was near the window."];
/** The question lies in the direction of the second line. */
const embed = async (texts: readonly string[]) =>
  ok(texts.map((text) => Float32Array.from(/anticoag|warfarin/iu.test(text) ? [1, 0] : [0, 1])));

async function taken(scores: readonly number[], encoder: unknown = embed) {
  const texts = memoryTexts();
  const sentences = LINES.map((text, at) => ({ id: String(at + 1), text }));
  const { note = "" } = await loadCase(texts)({
    ...{ caseId: "1", message: "m", note: "", answerSentences: [], subtask: "2" },
    sentences,
  });
  const update = await takeTopSentence(
    encoder as never,
    texts,
  )({
    note,
    scores: scores.map((score, at) => ({ id: String(at + 1), score })) as never,
    question: "Why was warfarin stopped?",
    settings: ArchehrSettings.parse({}),
  });
  return { ids: (update.evidence ?? []).map(({ id }) => id), codes: (update.fallbacks ?? []).map(({ code }) => code) };
}

test("of sentences that score alike the one most like the question is answered from", async () => {
  expect(await taken([2, 2, 2])).toEqual({ ids: ["2"], codes: [] });
});

test("the best score counts first, whatever is nearer to the question", async () => {
  expect(await taken([1, 2, 3])).toEqual({ ids: ["3"], codes: [] });
});

test("without the encoder the earliest of them is taken, and that is recorded", async () => {
  expect(await taken([2, 2, 2], async () => failure("unavailable", "down"))).toEqual({ ids: ["1"], codes: ["unavailable"] });
});

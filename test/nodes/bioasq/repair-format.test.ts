import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryTexts } from "../../../clients/text-store.ts";
import { repairFormat } from "../../../nodes/bioasq/repair-format.ts";
import { validateAnswer } from "../../../nodes/bioasq/validate-answer.ts";
import { BioasqState } from "../../../state/bioasq.ts";
import { BioasqSettings } from "../../../state/settings/bioasq.ts";
import { runStep } from "../../support/run-step.ts";

const settings = BioasqSettings.parse({});
type Answer = Pick<BioasqState, "type" | "exactAnswer" | "ideal" | "idealAnswer" | "citations">;
const answer = (over: Partial<Answer> = {}): Answer => ({
  type: "yesno",
  exactAnswer: "yes",
  ideal: [{ text: "It does.", snippets: [1] }],
  idealAnswer: "It does.",
  citations: [{ sentence: 1, sha256: "a", pmid: "1" }],
  ...over,
});
const repair = (given: Answer) => runStep(repairFormat, { ...given, settings }, BioasqState);

test("an answer in the official form is left alone", async () => {
  expect(await repair(answer())).toEqual({});
  expect(await repair(answer({ type: "list", exactAnswer: [["a"], ["b"]] }))).toEqual({});
  expect(await repair(answer({ type: "summary", exactAnswer: null }))).toEqual({});
});

test("entries are trimmed, told once and kept within the limits, and each change is recorded", async () => {
  const { exactAnswer, fallbacks } = await repair(
    answer({ type: "factoid", exactAnswer: [[" BRCA1 "], ["brca1"], ["x".repeat(101)], ["a"], ["b"], ["c"], ["d"], ["e"]] }),
  );
  expect(exactAnswer).toEqual([["BRCA1"], ["a"], ["b"], ["c"], ["d"]]);
  expect(fallbacks?.map(({ code }) => code)).toEqual(["repairedFormat", "repairedFormat", "repairedFormat"]);
});

test("what is neither yes nor no is no answer, never a yes", async () => {
  const update = await repair(answer({ exactAnswer: "unclear" }));
  expect(update.exactAnswer).toBeNull();
  expect(update.fallbacks).toMatchObject([{ code: "repairedFormat" }]);
});

test("the ideal answer is one line without the sign at which the scorer cuts", async () => {
  const update = await repair(
    answer({
      ideal: [{ text: "It fell (p < 0.05)\nin <b>most</b>.", snippets: [1] }],
      idealAnswer: "It fell (p < 0.05)\nin <b>most</b>.",
    }),
  );
  expect(update.idealAnswer).toBe("It fell (p less than 0.05) in most.");
  expect(update.ideal).toEqual([{ text: "It fell (p less than 0.05) in most.", snippets: [1] }]);
  expect(update.fallbacks).toMatchObject([{ step: "repairFormat", code: "repairedFormat" }]);
});

test("sentences over the official limit go, with their citations", async () => {
  const long = { text: `${"word ".repeat(150)}end.`, snippets: [1] };
  const update = await repair(
    answer({
      ideal: [long, long],
      idealAnswer: `${long.text} ${long.text}`,
      citations: [1, 2].map((sentence) => ({ sentence, sha256: "a", pmid: "1" })),
    }),
  );
  expect(update.idealAnswer).toBe(long.text);
  expect(update.citations).toEqual([{ sentence: 1, sha256: "a", pmid: "1" }]);
  expect(update.fallbacks).toMatchObject([{ step: "repairFormat", code: "overLength" }]);
});

const entry = fc.oneof(fc.string({ maxLength: 120 }), fc.constantFrom(" a ", "A", "b.", "x".repeat(130), "p < 5"));
const exact = fc.oneof(fc.constant(null), fc.string(), fc.array(fc.array(entry, { maxLength: 3 }), { maxLength: 120 }));

test("whatever the draft, the repaired answer breaks no rule of the official format", () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom("yesno", "factoid", "list"),
      exact,
      fc.array(fc.string({ minLength: 1 }), { maxLength: 4 }),
      async (type, exactAnswer, sentences) => {
        const ideal = sentences.map((text) => ({ text, snippets: [] }));
        const given = answer({ type, exactAnswer, ideal, idealAnswer: sentences.join(" ") || "None." });
        const mended = { ...given, ...(await repair(given)) };
        const state = { questionId: "q", body: "b", phase: "B" as const, articles: [], snippets: [], ...mended };
        const { problems = [] } = await runStep(validateAnswer(memoryTexts()), state, BioasqState);
        expect(problems.filter((problem) => !problem.includes("an empty one"))).toEqual([]);
      },
    ),
  ));

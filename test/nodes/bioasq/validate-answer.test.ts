import { expect, test } from "vitest";
import { memoryTexts } from "../../../clients/text-store.ts";
import { validateAnswer } from "../../../nodes/bioasq/validate-answer.ts";
import { BioasqState } from "../../../state/bioasq.ts";
import { runStep } from "../../support/run-step.ts";

const texts = memoryTexts();
const TEXT = "Allopurinol prevents gout flares.";
const state = {
  questionId: "q1",
  body: "Does it?",
  type: "yesno" as const,
  phase: "A+" as const,
  articles: [{ pmid: "11", score: 1, similarity: 1, excerpt: "" }],
  snippets: [
    {
      pmid: "11",
      section: "title" as const,
      start: 0,
      end: TEXT.length,
      score: 1,
      similarity: 1,
      sha256: texts.put(TEXT),
      excerpt: "",
    },
  ],
  exactAnswer: "yes" as BioasqState["exactAnswer"],
  idealAnswer: "It does.",
};
const problemsOf = async (over: object) => (await runStep(validateAnswer(texts), { ...state, ...over }, BioasqState)).problems;

test("an answer in the official form has no problems", async () => expect(await problemsOf({})).toEqual([]));

test("an answer that was not found is incomplete, not invalid", async () =>
  expect(await problemsOf({ exactAnswer: null, idealAnswer: "No answer was found in the evidence." })).toEqual([]));

test.each([
  [{ exactAnswer: [["yes"]] }, "exact_answer: expected yes or no"],
  [{ type: "list", exactAnswer: "a" }, "exact_answer: expected a list of lists"],
  [{ idealAnswer: "p < 5" }, 'ideal_answer: expected no "<"'],
  [{ articles: [{ pmid: "not a pmid", score: 1, similarity: 1, excerpt: "" }] }, "documents[0]: expected http://"],
  [{ snippets: [{ ...state.snippets[0], end: 5 }] }, "snippets[0].text: expected 5 characters"],
])("a broken rule is named with its field: %o", async (over, problem) => {
  const problems = await problemsOf(over);
  expect(problems).toHaveLength(1);
  expect(problems?.[0]).toContain(problem);
});

test("in phase B the given snippets are not ours to check", async () =>
  expect(await problemsOf({ phase: "B", snippets: [{ ...state.snippets[0], start: -1, end: -1 }] })).toEqual([]));

import { expect, test } from "vitest";
import { memoryTexts } from "../../../clients/text-store.ts";
import { draftIdeal } from "../../../nodes/bioasq/draft-ideal.ts";
import { BioasqState } from "../../../state/bioasq.ts";
import { BioasqSettings } from "../../../state/settings/bioasq.ts";
import { wordEmbed } from "../../support/bioasq-deps.ts";
import { runStep } from "../../support/run-step.ts";
import { downAsk, scriptedAsk } from "../../support/scripted-ask.ts";

const texts = memoryTexts();
const held = [
  "Long-term allopurinol prevents gout flares in most patients. It inhibits xanthine oxidase. It is old.",
  "Febuxostat 80 mg lowers serum urate in patients with gout.",
];
const snippets = held.map((text, at) => ({
  pmid: String(at + 1),
  section: "abstract" as const,
  start: 0,
  end: text.length,
  score: 1,
  similarity: 1,
  sha256: texts.put(text),
  excerpt: "",
}));
const state = (over: object = {}, settings: object = {}) => ({
  questionId: "q1",
  body: "Does allopurinol prevent gout flares?",
  type: "yesno" as const,
  promptSnippets: snippets.map(({ sha256 }) => sha256),
  snippets,
  exactAnswer: "yes",
  ideal: [{ text: "Allopurinol prevents gout flares.", snippets: [] }],
  settings: BioasqSettings.parse(settings),
  ...over,
});
const draft = (ask: ReturnType<typeof scriptedAsk>, given = state()) =>
  runStep(draftIdeal(ask, wordEmbed, texts), given, BioasqState);
const says = (...sentences: { text: string; snippets: number[] }[]) => scriptedAsk({ "bioasq/draft-ideal": { sentences } });

test("the answer is one line, each sentence cited to its article", async () => {
  const update = await draft(
    says(
      { text: "Long-term allopurinol prevents\ngout flares in most patients.", snippets: [1, 1, 9] },
      { text: "Febuxostat 80 mg lowers serum urate.", snippets: [2] },
    ),
    state({}, { correctiveRetries: 0 }),
  );
  expect(update.idealAnswer).toBe(
    "Long-term allopurinol prevents gout flares in most patients. Febuxostat 80 mg lowers serum urate.",
  );
  expect(update.citations).toEqual([
    { sentence: 1, sha256: snippets[0]!.sha256, pmid: "1" },
    { sentence: 2, sha256: snippets[1]!.sha256, pmid: "2" },
  ]);
});

test("a sentence that no snippet supports is left out, and that is recorded", async () => {
  const update = await draft(
    says(
      { text: "Long-term allopurinol prevents gout flares in most patients.", snippets: [1] },
      { text: "Febuxostat 40 mg lowers serum urate in patients with gout.", snippets: [2] },
    ),
  );
  expect(update.idealAnswer).toBe("Long-term allopurinol prevents gout flares in most patients.");
  expect(update.fallbacks).toMatchObject([{ code: "unsupported", instead: "left the sentence out" }]);
});

test("a wrongly cited sentence is cited to the snippet that supports it", async () => {
  const update = await draft(says({ text: "Febuxostat 80 mg lowers serum urate in patients with gout.", snippets: [1] }));
  expect(update.citations).toEqual([{ sentence: 1, sha256: snippets[1]!.sha256, pmid: "2" }]);
  expect(update.fallbacks).toEqual([]);
});

test("where nothing is supported the best snippet's first two sentences are quoted", async () => {
  const update = await draft(says({ text: "Colchicine is purple.", snippets: [1] }));
  expect(update.idealAnswer).toBe("Long-term allopurinol prevents gout flares in most patients. It inhibits xanthine oxidase.");
  expect(update.fallbacks).toMatchObject([{ code: "unsupported" }, { code: "unsupported", instead: "quoted the best snippet" }]);
  expect(update.citations).toMatchObject([
    { sentence: 1, pmid: "1" },
    { sentence: 2, pmid: "1" },
  ]);
});

test("a model that is down leaves what came with the exact answer, checked like any draft", async () => {
  const update = await draft(downAsk({ is: "unavailable", detail: "503" }));
  expect(update.idealAnswer).toBe("Allopurinol prevents gout flares.");
  expect(update.fallbacks).toMatchObject([{ code: "unavailable", instead: "took what came with the exact answer" }]);
});

test("a model that was down all along leaves a quotation", async () => {
  const update = await draft(downAsk({ is: "unavailable", detail: "503" }), state({ exactAnswer: null, ideal: [] }));
  expect(update.idealAnswer).toMatch(/^Long-term allopurinol/);
  expect(update.fallbacks).toMatchObject([{ code: "unavailable" }, { code: "empty", instead: "quoted the best snippet" }]);
});

test("in profile paper the sentences come with the exact answer, and a summary has its own format", async () => {
  const typed = await draft(scriptedAsk({}), state({}, { profile: "paper" }));
  expect(typed).toMatchObject({ idealAnswer: "Allopurinol prevents gout flares.", citations: [], fallbacks: [] });
  const ask = scriptedAsk({ "bioasq/answer-summary": { ideal: "It prevents flares. It is old." } });
  const summary = await draft(ask, state({ type: "summary", ideal: [] }, { profile: "paper" }));
  expect(summary).toMatchObject({ idealAnswer: "It prevents flares. It is old.", fallbacks: [] });
});

test("an answer over the word limit ends with its last whole sentence that fits", async () => {
  const sentence = `${"word ".repeat(15)}end.`;
  const update = await draft(
    says({ text: sentence, snippets: [] }, { text: sentence, snippets: [] }),
    state({}, { idealMaxWords: 20, verifyIdeal: false, correctiveRetries: 0 }),
  );
  expect(update.idealAnswer).toBe(sentence);
  expect(update.fallbacks).toMatchObject([{ code: "overLength", instead: "kept its first 1 sentences" }]);
});

test("a first sentence over the word limit is cut", async () => {
  const update = await draft(
    says({ text: `${"word ".repeat(30)}end.`, snippets: [] }),
    state({}, { idealMaxWords: 20, verifyIdeal: false, correctiveRetries: 0 }),
  );
  expect(update.idealAnswer?.split(" ")).toHaveLength(20);
  expect(update.fallbacks).toMatchObject([{ code: "overLength", instead: "cut its first sentence" }]);
});

test("without snippets it says that no answer was found, and asks nobody", async () => {
  const ask = scriptedAsk({});
  const update = await draft(ask, state({ promptSnippets: [], snippets: [] }));
  expect(update).toEqual({ ideal: [], idealAnswer: "No answer was found in the evidence.", citations: [] });
  expect(ask.calls).toEqual([]);
});

import { expect, test } from "vitest";
import { memoryTexts } from "../../../clients/text-store.ts";
import { draftExact } from "../../../nodes/bioasq/draft-exact.ts";
import { BioasqState } from "../../../state/bioasq.ts";
import { BioasqSettings } from "../../../state/settings/bioasq.ts";
import { runStep } from "../../support/run-step.ts";
import { downAsk, type Script, scriptedAsk } from "../../support/scripted-ask.ts";

const texts = memoryTexts();
const promptSnippets = [texts.put("Allopurinol prevents gout flares."), texts.put("Febuxostat lowers urate.")];
const draft = (type: "yesno" | "factoid" | "list" | "summary", ask: ReturnType<typeof scriptedAsk>, settings = {}) =>
  runStep(
    draftExact(ask, texts),
    {
      questionId: "q1",
      body: "Does it?",
      type,
      promptSnippets,
      settings: BioasqSettings.parse({ selfConsistency: 1, ...settings }),
    },
    BioasqState,
  );
const scripted = (script: Script) => scriptedAsk(script);

test("a yes/no question gets the word alone, and the sentences that explain it", async () => {
  const ask = scripted({ "bioasq/answer-yesno": { exact: "no", ideal: "It does not. It never did." } });
  expect(await draft("yesno", ask)).toMatchObject({
    exactAnswer: "no",
    ideal: [
      { text: "It does not.", snippets: [] },
      { text: "It never did.", snippets: [] },
    ],
    fallbacks: [],
  });
  expect(ask.calls[0]?.input).toMatchObject({ question: "Does it?", snippets: [{ n: 1 }, { n: 2 }] });
  expect(ask.calls[0]?.options).toMatchObject({ role: "answer", item: "q1", temperature: 0 });
});

test("factoids and list entries come one surface form each", async () => {
  expect(await draft("factoid", scripted({ "bioasq/answer-factoid": { exact: ["a", "b"], ideal: "" } }))).toMatchObject({
    exactAnswer: [["a"], ["b"]],
  });
  expect(await draft("list", scripted({ "bioasq/answer-list": { exact: ["a", "A", "b"], ideal: "" } }))).toMatchObject({
    exactAnswer: [["a"], ["b"]],
  });
});

test("a model that is down gives no exact answer and never a silent yes", async () => {
  const { exactAnswer, fallbacks } = await draft("yesno", downAsk({ is: "timeout", detail: "no reply in 60 s" }));
  expect(exactAnswer).toBeNull();
  expect(fallbacks).toEqual([
    { step: "draftExact", code: "timeout", reason: "no reply in 60 s", instead: "went on without this reply" },
    { step: "draftExact", code: "empty", reason: "no reply could be used", instead: "gave no exact answer" },
  ]);
});

test("a denied host fails the question", async () => {
  await expect(draft("yesno", downAsk({ is: "denied", detail: "host x" }))).rejects.toThrow("denied");
});

test("a bug is not an outage", async () => {
  const broken = scripted({
    "bioasq/answer-yesno": () => {
      throw new TypeError("bug");
    },
  });
  await expect(draft("yesno", broken)).rejects.toThrow("bug");
});

test("replies that name nothing give no exact answer", async () => {
  const { exactAnswer, fallbacks } = await draft(
    "factoid",
    scripted({ "bioasq/answer-factoid": { exact: ["unknown"], ideal: "" } }),
  );
  expect(exactAnswer).toBeNull();
  expect(fallbacks).toMatchObject([{ code: "empty", reason: "the replies name no answer" }]);
});

test("several replies are sampled, told apart and joined", async () => {
  const said = ["yes", "no", "no"];
  const ask = scripted({
    "bioasq/answer-yesno": (_input: unknown, { sample }: { sample: number }) => ({
      exact: said[sample],
      ideal: `Reply ${said[sample]}.`,
    }),
  });
  const { exactAnswer, ideal } = await draft("yesno", ask, { selfConsistency: 3 });
  expect(exactAnswer).toBe("no");
  expect(ideal).toEqual([{ text: "Reply no.", snippets: [] }]);
  expect(ask.calls.map(({ options }) => [options.sample, options.temperature])).toEqual([
    [0, 0.7],
    [1, 0.7],
    [2, 0.7],
  ]);
});

test("sampling ends once the replies agree: a majority of yes or no, or two equal lists", async () => {
  const yes = scripted({ "bioasq/answer-yesno": { exact: "yes", ideal: "" } });
  await draft("yesno", yes, { selfConsistency: 5 });
  expect(yes.calls).toHaveLength(3);
  const named = [
    ["a", "b"],
    ["b", "a"],
    ["a", "b"],
  ];
  const factoids = scripted({
    "bioasq/answer-factoid": (_input: unknown, { sample }: { sample: number }) => ({ exact: named[sample] ?? ["c"], ideal: "" }),
  });
  expect((await draft("factoid", factoids, { selfConsistency: 5 })).exactAnswer).toEqual([["a"], ["b"]]);
  expect(factoids.calls).toHaveLength(3);
});

test("a server that is down is not sampled again; a reply that cannot be used is", async () => {
  const down = downAsk({ is: "timeout", detail: "no reply in 60 s" });
  expect((await draft("yesno", down, { selfConsistency: 3 })).fallbacks).toMatchObject([{ code: "timeout" }, { code: "empty" }]);
  const garbled = downAsk({ is: "truncated", detail: "cut" });
  const { fallbacks = [] } = await draft("yesno", garbled, { selfConsistency: 3 });
  expect(fallbacks.map(({ code }) => code)).toEqual(["truncated", "truncated", "truncated", "empty"]);
});

test("a context that overflows is asked again without the lowest-ranked snippet", async () => {
  const ask = scripted({
    "bioasq/answer-yesno": ({ snippets }: { snippets: unknown[] }) =>
      snippets.length > 1 ? { is: "overContext", detail: "2100 of 2048 tokens" } : { exact: "yes", ideal: "" },
  });
  const { exactAnswer, fallbacks } = await draft("yesno", ask);
  expect(exactAnswer).toBe("yes");
  expect(fallbacks).toEqual([
    {
      step: "draftExact",
      code: "droppedEvidence",
      reason: "2100 of 2048 tokens",
      instead: "asked again with the best 1 of 2 snippets",
    },
  ]);
});

test("without snippets no model is asked", async () => {
  const ask = scripted({});
  const state = { questionId: "q", body: "b", type: "yesno" as const, promptSnippets: [], settings: BioasqSettings.parse({}) };
  expect(await runStep(draftExact(ask, texts), state, BioasqState)).toEqual({ exactAnswer: null });
  expect(ask.calls).toEqual([]);
});

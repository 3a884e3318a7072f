import { expect, test } from "vitest";
import type { Ask } from "../../../clients/models/ask.ts";
import { memoryTexts } from "../../../clients/text-store.ts";
import { loadCase } from "../../../nodes/archehr/load-case.ts";
import { scoreSentences } from "../../../nodes/archehr/score-sentences.ts";
import { failure } from "../../../state/outcome.ts";
import { ArchehrSettings } from "../../../state/settings/archehr.ts";
import { scriptedAsk } from "../../support/scripted-ask.ts";

const WORDS =
  "the wound was dry and she walked with help to the end of the hall and back again without pain or dizziness while her drain gave less than on the day before and her lungs stayed clear on both sides at every visit of the team and";

/** 400 sentences of 50 words: 20,000 words. Sentence N is about day N. */
const NOTE = Array.from({ length: 400 }, (_, at) => `On day ${at + 1} ${WORDS}.`);
const ids = NOTE.map((_, at) => String(at + 1));

type Asked = { sentences: { id: string; text: string }[] };
const right = ({ sentences }: Asked) => sentences.map(({ id }) => ({ id, score: (Number(id) % 5) + 1 }));

/** Score the long note with a scripted model. Out: the update, and the sizes of the batches asked for. */
const scoreNote = async (model: (asked: Asked) => unknown, settings: object = {}, through: (ask: Ask) => Ask = (ask) => ask) => {
  const ask = scriptedAsk({ "archehr/score-sentences": model });
  const texts = memoryTexts();
  const sentences = NOTE.map((text, at) => ({ id: ids[at]!, text }));
  const state = {
    caseId: "1",
    message: "Why?",
    clinicianQuestion: "",
    question: "How did she walk?",
    answerSentences: [],
    note: NOTE.join(" "),
    sentences,
    settings: ArchehrSettings.parse({ bothAnchors: false, ...settings }),
  };
  const loaded = await loadCase(texts)({ ...state, subtask: "2" } as never);
  const update = await scoreSentences(through(ask), texts)({ ...state, ...loaded } as never);
  return { ...update, sizes: ask.calls.map(({ input }) => (input as Asked).sentences.length) };
};
const scoresOf = ({ scores = [] }: { scores?: { id: string; score: number }[] | undefined }) =>
  scores.map(({ id, score }) => [id, score]);
const ALL_RIGHT = ids.map((id) => [id, (Number(id) % 5) + 1]);

test("the note has 20,000 words and is scored in even batches of at most scoreBatch sentences, each id once", async () => {
  expect(NOTE.join(" ").split(" ")).toHaveLength(20_000);
  const update = await scoreNote(right);
  expect(update.sizes).toEqual([100, 100, 100, 100]);
  expect([scoresOf(update), update.fallbacks]).toEqual([ALL_RIGHT, []]);
  expect((await scoreNote(right, { scoreBatch: 60 })).sizes).toEqual([58, 58, 58, 58, 58, 58, 52]);
});

test("a reply that is cut off halves its batch until it fits, recorded each time, and no id is lost", async () => {
  const update = await scoreNote((asked) =>
    asked.sentences.length > 30 ? failure("truncated", "cut at 2048 tokens") : right(asked),
  );
  // 100 -> 50, 50 -> 25, 25 each: 1 + 2 + 4 calls a batch.
  expect(update.sizes.slice(0, 7)).toEqual([100, 50, 25, 25, 50, 25, 25]);
  expect(update.sizes).toHaveLength(28);
  expect(scoresOf(update)).toEqual(ALL_RIGHT);
  expect(update.fallbacks?.map(({ code }) => code)).toEqual(Array.from({ length: 12 }, () => "truncated"));
});

test("a batch that is longer than the model's context is halved, too", async () => {
  const narrow =
    (ask: Ask): Ask =>
    async (prompt, input, options) => {
      const { system, user } = prompt.render(prompt.input.parse(input));
      if (user.length < 12_000) return ask(prompt, input, options);
      return { outcome: failure("overContext", `${system.length + user.length} characters`), usage: [] };
    };
  const update = await scoreNote(right, {}, narrow);
  expect(update.sizes).toEqual(Array.from({ length: 16 }, () => 25));
  expect(scoresOf(update)).toEqual(ALL_RIGHT);
  expect(new Set(update.fallbacks?.map(({ code }) => code))).toEqual(new Set(["overContext"]));
});

test("ids that are lost, invented or given twice cost no sentence its score, and one that never gets one is named", async () => {
  // Every seventh sentence is left out of a batch's first reply, 13 of every reply; 9999 is in none of them; a second score of an id is another.
  const careless = (asked: Asked) => {
    const first = asked.sentences.length > 20;
    const told = right(asked).filter(({ id }) => id !== "13" && !(first && Number(id) % 7 === 0));
    return [...told, { id: "9999", score: 5 }, ...told.slice(0, 2).map(({ id, score }) => ({ id, score: 6 - score }))];
  };
  const update = await scoreNote(careless, { correctiveRetries: 0 });
  expect(scoresOf(update)).toEqual(ALL_RIGHT.map(([id, score]) => [id, id === "13" ? 1 : score]));
  expect(update.sizes.filter((size) => size < 20)).toHaveLength(4);
  expect(update.fallbacks?.at(-1)).toEqual({
    step: "scoreSentences",
    code: "incompleteReply",
    reason: "1 sentences got no score: 13",
    instead: "counted them as 1",
  });
});

test("a batch that cannot be scored leaves its sentences at 1, each named, and the others keep their scores", async () => {
  const update = await scoreNote((asked) => (asked.sentences[0]?.id === "101" ? failure("blocked", "SAFETY") : right(asked)));
  const lost = ids.slice(100, 200);
  expect(scoresOf(update)).toEqual(ALL_RIGHT.map(([id, score]) => [id, lost.includes(String(id)) ? 1 : score]));
  expect(update.fallbacks?.map(({ code, reason }) => [code, reason])).toEqual([
    ["blocked", "SAFETY"],
    ["incompleteReply", `100 sentences got no score: ${lost.join(", ")}`],
  ]);
});

import { describe, expect, test } from "vitest";
import { askWith, type Provider } from "../../clients/models/ask-with.ts";
import { forEveryRole } from "../../clients/models/role-table.ts";
import { compileArchehrGraph } from "../../graphs/archehr.ts";
import { failure } from "../../state/outcome.ts";
import { archehrDeps, GOOD, MESSAGE, NOTE } from "../support/archehr-deps.ts";
import { type Script, scriptedAsk } from "../support/scripted-ask.ts";

type Sentences = { sentences: { id: string }[] };
type Corrected = { correction?: { problem: string } };

/** The graph's result with a scripted model, and what it was asked. */
const run = async (script: Script, settings: object, over: object = {}) => {
  const { deps, ask } = archehrDeps(script);
  const result = await compileArchehrGraph(deps).invoke({ message: MESSAGE, note: NOTE, settings, ...over } as never);
  return { result, asked: (prompt: string) => ask.calls.filter((call) => call.prompt === `archehr/${prompt}`) };
};
const codes = ({ fallbacks }: { fallbacks: { code: string }[] }) => fallbacks.map(({ code }) => code);
const ids = ({ evidence }: { evidence: { id: string }[] }) => evidence.map(({ id }) => id);

/** Scores by id, 1 where none is given; 5 for sentence 2 unless said otherwise. */
const scored =
  (byId: Record<string, number>) =>
  ({ sentences }: Sentences) =>
    sentences.map(({ id }) => ({ id, score: { "2": 5, ...byId }[id] ?? 1 }));

describe("entityGuard", () => {
  const losing = {
    "archehr/interpret-question": ({ keep }: { keep: string[] }) => ({
      question: keep.length > 0 ? "Why was her warfarin held?" : "Why was it held?",
    }),
  };

  test("a question that lost the message's drug gives way to one that holds it", async () => {
    const on = await run(losing, { entityGuard: true });
    expect(on.result.question).toBe("Why was her warfarin held?");
    expect(on.asked("interpret-question")[0]?.input.keep).toEqual([]);
    expect(on.asked("interpret-question")[1]?.input.keep).toContain("warfarin");
    const off = await run(losing, { entityGuard: false });
    expect(off.result.question).toBe("Why was it held?");
    expect(off.asked("interpret-question")).toHaveLength(1);
  });

  test("a question is never cut within a name", async () => {
    const words = "Why did the team on the ward decide so late to treat her type 2 diabetes mellitus?";
    const long = { "archehr/interpret-question": { question: words } };
    const cut = async (entityGuard: boolean) => (await run(long, { entityGuard, correctiveRetries: 0 })).result.question;
    expect(await cut(true)).toBe("Why did the team on the ward decide so late to treat her?");
    expect(await cut(false)).toBe("Why did the team on the ward decide so late to treat her type 2");
  });
});

describe("correctiveRetries", () => {
  test("a scoring reply that cannot be read goes back once with the validator's message, and counts when it is mended", async () => {
    const script = {
      "archehr/score-sentences": ({ correction, ...input }: Sentences & Corrected) =>
        correction === undefined ? failure("unparseable", "expected an array") : scored({})(input),
    };
    const on = await run(script, { bothAnchors: false });
    expect(on.asked("score-sentences").map(({ input }) => input.correction)).toEqual([
      undefined,
      { previous: "", problem: "expected an array" },
    ]);
    expect([ids(on.result), codes(on.result)]).toEqual([["2"], ["correctedReply"]]);
    const off = await run(script, { bothAnchors: false, correctiveRetries: 0 });
    expect(off.asked("score-sentences")).toHaveLength(1);
    expect([ids(off.result), off.result.abstained]).toEqual([[], true]);
  });

  test("scores of sentences that are not there, twice the same, or none, go back with what is wrong", async () => {
    const wrong = [
      {
        reply: [
          { id: "2", score: 5 },
          { id: "99", score: 5 },
        ],
        problem: "these ids are not in the note: 99",
      },
      {
        reply: [
          { id: "2", score: 5 },
          { id: "2", score: 1 },
        ],
        problem: "an id is scored twice",
      },
      { reply: [], problem: "no sentence is scored" },
    ];
    for (const { reply, problem } of wrong) {
      const script = {
        "archehr/score-sentences": ({ correction, ...input }: Sentences & Corrected) =>
          correction === undefined ? reply : scored({})(input),
      };
      const { result, asked } = await run(script, { bothAnchors: false });
      expect(asked("score-sentences")[1]?.input).toMatchObject({ correction: { problem } });
      expect([ids(result), codes(result)]).toEqual([["2"], ["correctedReply"]]);
    }
  });
});

describe("noInventedEvidence", () => {
  /** Two models for the role that scores, which end each scoring call as they are told; every other prompt is answered well. */
  const withTwo = async (ends: Record<"one" | "two", unknown>, noInventedEvidence: boolean) => {
    const asked: string[] = [];
    const provider = (name: "one" | "two"): Provider => ({
      name,
      revision: "1",
      carryOut: async (prompt, input, options) => {
        if (prompt.id === "archehr/score-sentences") asked.push(name);
        const end = prompt.id === "archehr/score-sentences" ? ends[name] : GOOD[prompt.id];
        return { outcome: (await scriptedAsk({ [prompt.id]: end })(prompt, input as never, options)).outcome };
      },
    });
    const ask = askWith({
      roles: { ...forEveryRole("one"), score: ["one", "two"] },
      providers: { one: provider("one"), two: provider("two") },
    });
    const settings = { noInventedEvidence, bothAnchors: false, correctiveRetries: 0 };
    const { deps } = archehrDeps({}, { ask });
    const result = await compileArchehrGraph(deps).invoke({ message: MESSAGE, note: NOTE, settings } as never);
    return { result, asked };
  };

  test("a model that blocks the scoring is followed by the role's next one, recorded; off, by the first sentences", async () => {
    const ends = { one: failure("blocked", "SAFETY"), two: scored({}) };
    const on = await withTwo(ends, true);
    expect([on.asked, ids(on.result)]).toEqual([["one", "two"], ["2"]]);
    expect(on.result.fallbacks).toContainEqual(
      expect.objectContaining({
        step: "scoreSentences",
        reason: "one ended archehr/score-sentences@1 in blocked",
        instead: "asked the role's next model",
      }),
    );
    const off = await withTwo(ends, false);
    expect([off.asked, ids(off.result)]).toEqual([["one"], ["1", "2", "3"]]);
  });

  test("where every model of the role fails, the case abstains with a reason, and no sentence is called evidence", async () => {
    const { result, asked } = await withTwo({ one: failure("blocked", "SAFETY"), two: failure("unparseable", "no JSON") }, true);
    expect(asked).toEqual(["one", "two"]);
    expect([ids(result), result.abstained]).toEqual([[], true]);
    expect(result.fallbacks).toContainEqual(
      expect.objectContaining({
        step: "selectEvidence",
        code: "noEvidence",
        reason: "the sentences could not be scored",
        instead: "abstained",
      }),
    );
  });
});

describe("askMissingScores", () => {
  // Sentence 4 gets its score only when it is asked for alone.
  const leaving = {
    "archehr/score-sentences": ({ sentences }: Sentences) =>
      scored({ "4": 5 })({ sentences }).filter(({ id }) => id !== "4" || sentences.length === 1),
  };

  test("a sentence that the reply left out is asked for once more; off, it counts as 1 and its id is recorded", async () => {
    const on = await run(leaving, { bothAnchors: false });
    expect(on.asked("score-sentences").map(({ input }) => (input as Sentences).sentences.map(({ id }) => id))).toEqual([
      ["1", "2", "3", "4", "5"],
      ["4"],
    ]);
    expect([ids(on.result), codes(on.result)]).toEqual([["2", "4"], ["incompleteReply"]]);
    const off = await run(leaving, { bothAnchors: false, askMissingScores: false });
    expect(off.asked("score-sentences")).toHaveLength(1);
    expect(ids(off.result)).toEqual(["2"]);
    expect(off.result.fallbacks).toEqual([
      expect.objectContaining({ code: "incompleteReply", reason: "1 sentences got no score: 4", instead: "counted them as 1" }),
    ]);
  });
});

test("bothAnchors: a sentence that the patient's own words find joins the one that the question finds", async () => {
  const byAnchor = {
    // 3 for the question and 4 for the message: 3.5, which counts as 4.
    "archehr/score-sentences": ({ question, sentences }: Sentences & { question: string }) =>
      scored({ "4": question === MESSAGE ? 4 : 3 })({ sentences }),
  };
  const anchors = ({ asked }: Awaited<ReturnType<typeof run>>) => asked("score-sentences").map(({ input }) => input.question);
  const on = await run(byAnchor, {});
  expect([anchors(on), ids(on.result)]).toEqual([
    ["Why was her warfarin held?", MESSAGE],
    ["2", "4"],
  ]);
  const off = await run(byAnchor, { bothAnchors: false });
  expect([anchors(off), ids(off.result)]).toEqual([["Why was her warfarin held?"], ["2"]]);
});

describe("sectionDeduplication and headingFilter", () => {
  const note =
    "Warfarin held:\nINR was 4.8 on arrival, so warfarin was held.\nDischarge Summary:\nINR was 4.8 on arrival, so warfarin was held.";
  const script = { "archehr/score-sentences": scored({ "1": 5, "4": 5 }) };

  test("a sentence that repeats an earlier section's is evidence once, and a heading never is; off, both are", async () => {
    const evidence = async (settings: object) => ids((await run(script, settings, { note })).result);
    expect(await evidence({})).toEqual(["2"]);
    expect(await evidence({ sectionDeduplication: false })).toEqual(["2", "4"]);
    expect(await evidence({ headingFilter: false })).toEqual(["1", "2"]);
  });
});

describe("perSentenceAlignment", () => {
  const script = {
    // The first pass names sentence 2; asked what it missed, the model names sentence 4 too.
    "archehr/align-sentence": ({ sentence, found }: { sentence: { id: string }; found: string[] }) => ({
      evidence_id: sentence.id === "2" ? (found.length > 0 ? [] : ["4"]) : found.length > 0 ? ["4"] : ["2"],
    }),
  };

  test("each answer sentence is aligned on its own, and a second look adds what the first missed; off, one call aligns all", async () => {
    const on = await run(script, {});
    expect(on.result.alignment).toEqual([
      { answerId: "1", evidenceIds: ["2", "4"] },
      { answerId: "2", evidenceIds: ["4"] },
    ]);
    const asked = on
      .asked("align-sentence")
      .map(({ input }) => [(input as { sentence: { id: string } }).sentence.id, input.found]);
    expect(asked).toEqual([
      ["1", []],
      ["1", ["2"]],
      ["2", []],
      ["2", ["4"]],
    ]);
    const off = await run(script, { perSentenceAlignment: false });
    expect([off.asked("align-sentence").length, off.asked("align-answer").length]).toEqual([0, 1]);
    expect(off.result.alignment).toEqual([
      { answerId: "1", evidenceIds: ["2"] },
      { answerId: "2", evidenceIds: ["4"] },
    ]);
  });

  test("a sentence for which the first look finds nothing is not asked about again", async () => {
    const { asked, result } = await run({ "archehr/align-sentence": { evidence_id: [] } }, { verifySupport: false });
    expect(asked("align-sentence")).toHaveLength(2);
    expect(result.alignment.every(({ evidenceIds }: { evidenceIds: string[] }) => evidenceIds.length === 0)).toBe(true);
  });
});

describe("verifySupport and maxRepairs", () => {
  const wrong = { "archehr/draft-answer": { answer: "Warfarin was held because INR was 5.8." } };

  test("a number that the cited sentences lack is rewritten in two rounds, dropped in one, marked in none, and stands unchecked when off", async () => {
    const verified = async (settings: object) => {
      const { result, asked } = await run(wrong, settings);
      const states = result.support.map(({ state }: { state: string }) => state);
      return { answer: result.answer, states, rewritten: asked("repair-sentence").length };
    };
    const drafted = "Warfarin was held because INR was 5.8.";
    expect(await verified({})).toEqual({ answer: "Warfarin was held because INR was 4.8.", states: ["supported"], rewritten: 1 });
    expect(await verified({ maxRepairs: 1 })).toEqual({
      answer: "The note does not state the answer.",
      states: [],
      rewritten: 0,
    });
    expect(await verified({ maxRepairs: 0 })).toEqual({ answer: drafted, states: ["unsupported"], rewritten: 0 });
    expect(await verified({ verifySupport: false })).toEqual({ answer: drafted, states: [], rewritten: 0 });
  });

  test("several cited sentences support a claim together that none supports alone", async () => {
    const { result } = await run(
      {
        "archehr/draft-answer": { answer: "Warfarin was held at INR 4.8 and resumed at 5 mg." },
        "archehr/align-sentence": ({ found }: { found: string[] }) => ({ evidence_id: found.length > 0 ? [] : ["2", "4"] }),
      },
      {},
    );
    expect(result.support).toEqual([expect.objectContaining({ state: "supported" })]);
  });
});

test("abstain: a weak top sentence is answered from and recorded; on, the case abstains", async () => {
  const weak = { "archehr/score-sentences": scored({ "2": 2 }) };
  const off = await run(weak, {});
  expect([ids(off.result), off.result.abstained]).toEqual([["2"], false]);
  const on = await run(weak, { abstain: true });
  expect([ids(on.result), on.result.abstained, on.result.answer]).toEqual([[], true, "The note does not state the answer."]);
});

test("answerFirst: a sentence that enough drafts cite is evidence though its score is low; without votes it is not", async () => {
  const citing = (...cited: string[]) => ({ sentences: [{ text: "Resumed at 2.1.", citations: cited }] });
  const drafts = (share: number) => ({
    "archehr/draft-cited-answer": (_: unknown, { sample = 0 }: { sample?: number }) =>
      citing(...(sample < share ? ["2", "4"] : ["2"])),
    "archehr/score-sentences": scored({}),
  });
  const evidence = async (share: number, settings: object) => ids((await run(drafts(share), settings)).result);
  expect(await evidence(2, { answerFirst: true })).toEqual(["2", "4"]); // 2 of 3 drafts, voteShare .5
  expect(await evidence(1, { answerFirst: true })).toEqual(["2"]);
  expect(await evidence(3, { answerFirst: false })).toEqual(["2"]);
});

test("subtask 3 alone ends with an answer, its alignment and citations", async () => {
  const { result } = await run({}, {}, { subtask: "3" });
  expect(result.answer).toBe("Warfarin was held because INR was 4.8. Warfarin 5 mg daily was resumed when INR fell to 2.1.");
  expect(result.citations).toHaveLength(2);
});

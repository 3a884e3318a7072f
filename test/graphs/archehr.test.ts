import { Command, MemorySaver } from "@langchain/langgraph";
import { expect, test } from "vitest";
import {
  compileArchehrGraph,
  evidenceIs,
  lengthIs,
  questionIs,
  reviewIs,
  selectionIs,
  supportIs,
  taskIs,
} from "../../graphs/archehr.ts";
import type { ArchehrState } from "../../state/archehr.ts";
import { failure } from "../../state/outcome.ts";
import { ProgressEvent } from "../../state/progress.ts";
import { ArchehrSettings } from "../../state/settings/archehr.ts";
import { archehrDeps, MESSAGE, NOTE } from "../support/archehr-deps.ts";
import type { Script } from "../support/scripted-ask.ts";
import { visitedPath } from "../support/visited-path.ts";

type Given = {
  message: string;
  note: string;
  settings?: object;
  subtask?: string;
  answerSentences?: object[];
  sentences?: object[];
};
const CASE: Given = { message: MESSAGE, note: NOTE };

const run = async (script: Script = {}, over: Partial<Given> = {}) => {
  const { deps, ask } = archehrDeps(script);
  const graph = compileArchehrGraph(deps);
  const input = { ...CASE, ...over } as never;
  return { path: await visitedPath(graph as never, input), result: await graph.invoke(input), ask };
};
const codes = ({ fallbacks }: { fallbacks: { code: string }[] }) => fallbacks.map(({ code }) => code);
const scores = (byId: Record<string, number>) => ({
  "archehr/score-sentences": ({ sentences }: { sentences: { id: string }[] }) =>
    sentences.map(({ id }) => ({ id, score: byId[id] ?? 1 })),
});
const noDrafts = { "archehr/draft-cited-answer": { sentences: [] } };
const long = (words: number) => `${Array.from({ length: words }, () => "warfarin").join(" ")}.`;

test("strict evidence is kept, answered from, aligned and verified", async () => {
  const { path, result } = await run();
  expect(path).toEqual([
    "loadCase",
    "interpretQuestion",
    "scoreSentences",
    "selectEvidence",
    "keepStrict",
    "draftAnswer",
    "alignAnswer",
    "verifySupport",
    "finishAnswer",
  ]);
  expect(result.question).toBe("Why was her warfarin held?");
  expect(result.evidence.map(({ id }) => id)).toEqual(["2", "4"]);
  expect(result.alignment).toEqual([
    { answerId: "1", evidenceIds: ["2"] },
    { answerId: "2", evidenceIds: ["4"] },
  ]);
  expect(codes(result)).toEqual([]);
});

test("a citation's offsets give the cited sentence back from the note", async () => {
  const { result } = await run();
  expect(result.citations.map(({ start, end }) => NOTE.slice(start, end))).toEqual([
    "INR was 4.8 on arrival, so warfarin was held.",
    "Warfarin 5 mg daily was resumed when INR fell to 2.1.",
  ]);
});

test("the result shows no scratch channels", async () => {
  const { result } = await run();
  expect(Object.keys(result).sort()).toEqual([
    "abstained",
    "alignment",
    "answer",
    "caseId",
    "citations",
    "draft",
    "evidence",
    "fallbacks",
    "givenAlignment",
    "question",
    "review",
    "support",
    "usage",
  ]);
});

test("without strict evidence the lenient sentences are kept, and that is recorded", async () => {
  const { path, result } = await run({ ...scores({ "2": 3 }), ...noDrafts });
  expect(path).toContain("keepLenient");
  expect(codes(result)).toContain("noStrictEvidence");
  expect(result.evidence.map(({ id }) => id)).toEqual(["2"]);
});

test("a malformed scoring reply takes the first three sentences in profile paper", async () => {
  const { path, result } = await run(
    { "archehr/score-sentences": failure("unparseable", "no JSON array") },
    { settings: { profile: "paper" } },
  );
  expect(path).toContain("takeFirstSentences");
  expect(result.evidence.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  expect(codes(result)).toEqual(["unparseable", "noEvidence"]);
});

test("a valid reply without any score of 3 takes the first three too in profile paper, under code noEvidence", async () => {
  const { path, result } = await run(scores({}), { settings: { profile: "paper" } });
  expect(path).toContain("takeFirstSentences");
  expect(codes(result)).toEqual(["noEvidence"]);
});

test("a malformed scoring reply never invents evidence in profile best: the case abstains", async () => {
  const { path, result } = await run({ "archehr/score-sentences": failure("blocked", "SAFETY") });
  expect(path).toContain("abstain");
  expect(path).not.toContain("draftAnswer");
  expect(result).toMatchObject({ answer: "The note does not state the answer.", abstained: true, evidence: [] });
});

test("with nothing relevant the top sentence is answered from, recorded, unless abstaining is wanted", async () => {
  const weak = { ...scores({ "4": 2 }), ...noDrafts };
  const answered = await run(weak);
  expect(answered.path).toContain("takeTopSentence");
  expect(answered.result.evidence.map(({ id }) => id)).toEqual(["4"]);
  expect(codes(answered.result)).toContain("noEvidence");
  const abstained = await run(weak, { settings: { abstain: true } });
  expect(abstained.path).toContain("abstain");
  expect(abstained.result.abstained).toBe(true);
});

test("an over-long answer is cut at a sentence end, after the model had its chances to shorten it", async () => {
  const { path, result, ask } = await run({ "archehr/draft-answer": { answer: `${long(50)} ${long(40)}` } });
  expect(path).toContain("shortenAnswer");
  expect(result.answer.split(" ")).toHaveLength(50);
  expect(codes(result).filter((code) => code === "overLength")).toHaveLength(1);
  expect(ask.calls.filter(({ prompt }) => prompt === "archehr/draft-answer").length % 3).toBe(0); // 1 + 2 corrections, path and result
});

test("an over-long answer goes to the soft cut at once in profile paper", async () => {
  const { path, ask } = await run({ "archehr/draft-answer": { answer: long(80) } }, { settings: { profile: "paper" } });
  expect(path).toContain("shortenAnswer");
  expect(ask.calls.filter(({ prompt }) => prompt === "archehr/draft-answer")).toHaveLength(2); // one for the path, one for the result
});

test("a number that the note does not hold is repaired from the evidence", async () => {
  const { path, result } = await run({ "archehr/draft-answer": { answer: "Warfarin was held because INR was 5.8." } });
  expect(path.slice(6)).toEqual(["alignAnswer", "verifySupport", "repairAnswer", "alignAnswer", "verifySupport", "finishAnswer"]);
  expect(result.answer).toBe("Warfarin was held because INR was 4.8.");
  expect(codes(result)).toContain("unsupported");
});

test("a sentence that cannot be repaired is dropped, and an empty answer says so", async () => {
  const wrong = {
    "archehr/draft-answer": { answer: "INR was 5.8." },
    "archehr/repair-sentence": { text: "INR was 6.8.", citations: ["2"] },
  };
  const { path, result } = await run(wrong);
  expect(path.filter((node) => node === "repairAnswer")).toHaveLength(2);
  expect(result).toMatchObject({ answer: "The note does not state the answer.", abstained: true });
});

test("profile paper verifies nothing", async () => {
  const { path, result } = await run({ "archehr/draft-answer": { answer: "INR was 5.8." } }, { settings: { profile: "paper" } });
  expect(path).not.toContain("repairAnswer");
  expect(result.support).toEqual([]);
});

test("subtask 1 ends after the question, and needs no note", async () => {
  const { path, result } = await run({}, { subtask: "1", note: "" });
  expect(path).toEqual(["loadCase", "interpretQuestion"]);
  expect(result.question).toBe("Why was her warfarin held?");
});

test("a note of headings alone has no evidence, and the reason says so", async () => {
  const note = "Hospital Course:\nDischarge Instructions:\n";
  const { deps } = archehrDeps({ ...scores({}), ...noDrafts });
  const result = await compileArchehrGraph(deps).invoke({ ...CASE, note } as never);
  expect(result).toMatchObject({ abstained: true, answer: "The note does not state the answer.", evidence: [] });
  expect(result.fallbacks).toContainEqual(
    expect.objectContaining({ step: "selectEvidence", code: "noEvidence", reason: "the note holds headings and no sentence" }),
  );
});

test("subtask 2 ends with the evidence", async () => {
  const { path } = await run({}, { subtask: "2" });
  expect(path.at(-1)).toBe("keepStrict");
});

test("subtask 4 aligns given answer sentences and nothing else", async () => {
  const { path, result } = await run(
    {},
    { subtask: "4", answerSentences: [{ id: "1", text: "Warfarin was held for INR 4.8." }] },
  );
  expect(path).toEqual(["loadCase", "alignAnswer", "verifySupport", "finishAnswer"]);
  expect(result.givenAlignment).toEqual([{ answerId: "1", evidenceIds: ["2"] }]);
});

test("given sentences are never split again and keep their ids", async () => {
  const sentences = [
    { id: "0", text: "Course:" },
    { id: "7", text: "INR was 4.8. Warfarin was held." },
  ];
  const { result } = await run(
    { ...scores({ "7": 5 }), "archehr/align-sentence": { evidence_id: ["7"] }, ...noDrafts },
    { note: "Course: INR was 4.8. Warfarin was held.", sentences },
  );
  expect(result.evidence.map(({ id }) => id)).toEqual(["7"]);
});

test("a model server that is down fails the case: no answer is claimed of a note that no model has read", async () => {
  await expect(run({ "archehr/score-sentences": failure("unavailable", "connection refused") })).rejects.toThrow(
    "connection refused",
  );
});

test("a denied host fails the item and is no fallback", async () => {
  await expect(run({ "archehr/score-sentences": failure("denied", "host x; add --allow-host x") })).rejects.toThrow("denied");
});

test("a bug throws", async () => {
  await expect(
    run({
      "archehr/score-sentences": () => {
        throw new TypeError("bug");
      },
    }),
  ).rejects.toThrow("bug");
});

test("a case without a message, without a note, or with an id twice is refused by name", async () => {
  await expect(run({}, { message: " " })).rejects.toThrow("no patient message");
  await expect(run({}, { note: "" })).rejects.toThrow("no note");
  await expect(
    run(
      {},
      {
        sentences: [
          { id: "1", text: "a" },
          { id: "1", text: "b" },
        ],
      },
    ),
  ).rejects.toThrow('"1" twice');
});

test("an unknown setting and one out of range are refused", async () => {
  await expect(run({}, { settings: { interpretMaxWord: 3 } })).rejects.toThrow("interpretMaxWord");
  await expect(run({}, { settings: { strictScore: 9 } })).rejects.toThrow("strictScore");
});

test("a review stops before the final answer; approving, editing and rejecting resume it", async () => {
  const decide = async (resume: object) => {
    const graph = compileArchehrGraph(archehrDeps().deps, new MemorySaver());
    const config = { configurable: { thread_id: "1" } };
    await graph.invoke({ ...CASE, settings: { review: true } } as never, config);
    const [task] = (await graph.getState(config)).tasks;
    expect(task?.interrupts[0]?.value).toMatchObject({
      answer: expect.stringContaining("INR was 4.8"),
      evidence: [{ id: "2" }, { id: "4" }],
    });
    return graph.invoke(new Command({ resume }), config);
  };
  expect(await decide({ action: "approve" })).toMatchObject({
    review: "approved",
    answer: expect.stringContaining("INR was 4.8"),
  });
  const edited = await decide({ action: "edit", answer: "Warfarin was held because INR was 4.8. It is safe now." });
  expect(edited).toMatchObject({
    review: "edited",
    alignment: [
      { answerId: "1", evidenceIds: ["2"] },
      { answerId: "2", evidenceIds: [] },
    ],
  });
  expect(await decide({ action: "reject" })).toMatchObject({
    review: "rejected",
    answer: "The note does not state the answer.",
    abstained: true,
  });
});

test("no checkpoint after the first holds the note, and none is larger than 64 KB", async () => {
  const saver = new MemorySaver();
  const graph = compileArchehrGraph(archehrDeps().deps, saver);
  const config = { configurable: { thread_id: "1" } };
  await graph.invoke(CASE as never, config);
  const sizes: number[] = [];
  const holding: number[] = [];
  for await (const { checkpoint, metadata } of saver.list(config)) {
    const text = JSON.stringify(checkpoint.channel_values);
    sizes.push(text.length);
    if (text.includes(JSON.stringify(NOTE).slice(1, -1))) holding.push(metadata?.step ?? Number.NaN);
  }
  expect(Math.max(...sizes)).toBeLessThan(64 * 1024);
  expect(holding.every((step) => step <= 0)).toBe(true);
});

test("a watching client sees what is asked and how far each step is", async () => {
  const events: unknown[] = [];
  const graph = compileArchehrGraph(archehrDeps().deps);
  for await (const event of await graph.stream(CASE as never, { streamMode: "custom" })) events.push(event);
  expect(events).toContainEqual(
    expect.objectContaining({ event: "asked", step: "interpretQuestion", prompt: "archehr/interpret-question@1", outcome: "ok" }),
  );
  expect(events).toContainEqual({ event: "progress", step: "scoreSentences", item: "case", done: 5, of: 5, unit: "sentences" });
});

test("a watching client sees each step as it starts, in the order of the path, and each departure when its step ends", async () => {
  const told: unknown[] = [];
  const path: string[] = [];
  // A draft of 76 words is one too many: it is sent back twice, then cut.
  const answer = `${"Warfarin was held because INR was 4.8. ".repeat(10)}It was resumed then after all.`;
  const graph = compileArchehrGraph(archehrDeps({ "archehr/draft-answer": { answer } }).deps);
  for await (const [mode, chunk] of await graph.stream(CASE as never, { streamMode: ["custom", "updates"] as const })) {
    if (mode === "updates") path.push(...Object.keys(chunk as object));
    else told.push(chunk);
  }
  const events = told.map((event) => ProgressEvent.parse(event));
  expect(events.filter(({ event }) => event === "started")).toEqual(
    path.map((step) => ({ event: "started", step, item: "case" })),
  );
  const over = events.findIndex((event) => event.event === "fellBack" && event.code === "overLength");
  expect(events[over]).toMatchObject({ step: "shortenAnswer", item: "case", instead: expect.stringMatching(/\w/) });
  expect(over).toBeGreaterThan(events.findIndex(({ event, step }) => event === "started" && step === "shortenAnswer"));
  expect(over).toBeLessThan(events.findIndex(({ event, step }) => event === "started" && step === "alignAnswer"));
});

test("a stop by the user reaches the model call, and the case is no result", async () => {
  const controller = new AbortController();
  let seen: AbortSignal | undefined;
  const { deps } = archehrDeps({
    "archehr/score-sentences": (_input: unknown, { signal }: { signal?: AbortSignal }) => {
      seen = signal;
      controller.abort();
      return failure("cancelled", "stopped by the user");
    },
  });
  await expect(compileArchehrGraph(deps).invoke(CASE as never, { signal: controller.signal })).rejects.toThrow();
  expect(seen?.aborted).toBe(true);
});

test("repair rounds are counted in the state, and the recursion limit is never what ends them", async () => {
  const { deps } = archehrDeps({
    // The longest path: an answer that is over length too.
    "archehr/draft-answer": { answer: `INR was 5.8. ${"It was high. ".repeat(30)}` },
    "archehr/repair-sentence": { text: "INR was 6.8.", citations: ["2"] },
  });
  const most = { maxRepairs: 4 };
  expect(ArchehrSettings.safeParse(most).success).toBe(true);
  expect(ArchehrSettings.safeParse({ maxRepairs: most.maxRepairs + 1 }).success).toBe(false);
  const path = await visitedPath(compileArchehrGraph(deps) as never, { ...CASE, settings: most });
  expect(path).toContain("shortenAnswer");
  expect(path.filter((node) => node === "repairAnswer")).toHaveLength(most.maxRepairs);
});

test("a sentence that enough drafts cite is lifted to strict evidence, with answerFirst", async () => {
  const script = {
    ...scores({ "2": 3, "4": 1 }),
    "archehr/draft-cited-answer": { sentences: [{ text: "Resumed at 2.1.", citations: ["4"] }] },
  };
  const without = await run(script);
  expect(without.result.evidence.map(({ id }) => id)).toEqual(["2"]);
  const lifted = await run(script, { settings: { answerFirst: true } });
  expect(lifted.path).toContain("keepStrict");
  expect(lifted.result.evidence.map(({ id }) => id)).toEqual(["4"]);
});

test("the picture in docs is the graph", async () => {
  const graph = compileArchehrGraph(archehrDeps().deps);
  await expect((await graph.getGraphAsync()).drawMermaid()).toMatchFileSnapshot("../../docs/graphs/archehr.mmd");
});

const settings = (over: object) => ({ settings: { review: false, ...over } }) as Pick<ArchehrState, "settings">;
test("routers read a verdict and name it", () => {
  expect([
    taskIs({ subtask: "4", answerSentences: [{ id: "1", text: "x" }] }),
    taskIs({ subtask: "4", answerSentences: [] }),
  ]).toEqual(["alignment", "cascade"]);
  expect([questionIs({ subtask: "1" }), questionIs({ subtask: "all" })]).toEqual(["wanted", "anchor"]);
  expect([evidenceIs({ verdict: "ungraded" }), evidenceIs({ verdict: "weakest" })]).toEqual(["none", "weakest"]);
  expect([selectionIs({ subtask: "2" }), selectionIs({ subtask: "3" })]).toEqual(["wanted", "ground"]);
  expect([lengthIs({ length: "unmeasured" }), lengthIs({ length: "over" })]).toEqual(["within", "over"]);
  expect([supportIs({ supportVerdict: "unchecked" }), supportIs({ supportVerdict: "unsupported" })]).toEqual([
    "supported",
    "unsupported",
  ]);
  expect([reviewIs(settings({})), reviewIs(settings({ review: true }))]).toEqual(["off", "wanted"]);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { TaskRun } from "../../../evaluation/task.ts";
import { answerCases } from "../../../evaluation/tasks/answer-cases.ts";
import { answerQuestions } from "../../../evaluation/tasks/answer-questions.ts";
import { answerTrivially } from "../../../evaluation/tasks/answer-trivially.ts";
import { coverAnswers } from "../../../evaluation/tasks/cover-answers.ts";
import { extractSnippets } from "../../../evaluation/tasks/extract-snippets.ts";
import { interpretMessages } from "../../../evaluation/tasks/interpret-messages.ts";
import { rankCollection } from "../../../evaluation/tasks/rank-collection.ts";
import { selectSentences } from "../../../evaluation/tasks/select-sentences.ts";
import { trustAnswers } from "../../../evaluation/tasks/trust-answers.ts";
import type { LiveParts } from "../../../graphs/live-parts.ts";
import { ok } from "../../../state/outcome.ts";
import { archehrDeps } from "../../support/archehr-deps.ts";
import { article, indexOf, letterEncoder } from "../../support/hand-made-index.ts";
import type { Script } from "../../support/scripted-ask.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-tasks-"));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, content: string) => {
  mkdirSync(join(folder, name, ".."), { recursive: true });
  writeFileSync(join(folder, name), content);
};
const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

const runOf = (settings: Record<string, unknown>, script: Script = {}): TaskRun => ({
  folder,
  settings,
  parts: archehrDeps(script).deps as unknown as LiveParts,
  openArticles: async () => {
    throw new Error("this task needs no articles");
  },
  tick: () => undefined,
  signal: new AbortController().signal,
});

describe("ranking a collection", () => {
  // BM25 finds by words; the letter encoder finds "beef" near "fee" by their letters.
  const articles = [article("1", "", "aspirin bleeding"), article("2", "", "aspirin"), article("3", "", "beef")];
  write(
    "queries.jsonl",
    lines([
      { id: "q1", text: "aspirin bleeding" },
      { id: "q2", text: "fee" },
    ]),
  );
  write("qrels.tsv", "q1\t2\t1\nq2\t3\t1\n");
  const files = { queries: "queries.jsonl", qrels: "qrels.tsv" };
  const rank = (ranker: string, more: Record<string, unknown> = {}, own: Partial<LiveParts> = {}) =>
    rankCollection({
      ...runOf({ ranker, ...files, ...more }),
      parts: { ...archehrDeps().deps, embed: letterEncoder().embed, ...own } as unknown as LiveParts,
      openArticles: async (_, vectors) => indexOf(articles, vectors ? { encoder: letterEncoder() } : {}),
    });

  test("bm25 ranks by words, and a query for which it finds nothing counts 0 in the complete measure", async () => {
    const { sheet } = await rank("bm25");
    expect(sheet.measures.map?.mean).toBe(0.5); // q1: article 2 at rank 2
    expect(sheet.measures.map_complete?.mean).toBe(0.25);
    expect(sheet.missing).toEqual(["q2"]);
  });

  test("reciprocal rank fusion takes both lists as they stand", async () => {
    // q1 by words: 1, 2. By letters "aspirin bleeding" is nearest to article 1 too, so 1 is first in both.
    expect((await rank("rrf")).sheet.perItem.q1?.map).toBeLessThan(1);
    expect((await rank("rrf")).sheet.perItem.q2?.map).toBe(1);
  });

  test("dense finds what shares no word, and the mix finds both", async () => {
    expect((await rank("dense")).sheet.perItem.q2?.map).toBe(1);
    const mix = await rank("mix");
    expect(mix.sheet.perItem.q2?.map).toBe(1);
    expect(mix.settings).toMatchObject({ ranker: "mix", rankBy: "mix", rerankDepth: 100 });
  });

  test("a cross-encoder ranks anew where one is among the parts, as far as its weight goes", async () => {
    // It prefers the article of one word; by words and letters others come first.
    const crossEncode: LiveParts["crossEncode"] = async (_, texts) => ok(texts.map((text) => (text === "aspirin" ? 9 : -9)));
    const first = async (more: Record<string, unknown>, own?: Partial<LiveParts>) =>
      (await rank("mix", more, own)).sheet.perItem.q1?.recip_rank;
    const plain = await first({});
    expect(plain).toBeLessThan(1);
    expect(await first({ crossEncoderWeight: 1 })).toBe(plain);
    expect(await first({ crossEncoderWeight: 0 }, { crossEncode })).toBe(plain);
    expect(await first({ crossEncoderWeight: 1 }, { crossEncode })).toBe(1);
  });

  test("an encoder that is down ends the run: a ranking with a hole is no measurement", async () => {
    const down = async () => ({ is: "timeout", detail: "too slow" }) as const;
    const run = rankCollection({
      ...runOf({ ranker: "dense", ...files }),
      parts: { ...archehrDeps().deps, embed: down } as unknown as LiveParts,
      openArticles: async () => indexOf(articles, { encoder: letterEncoder() }),
    });
    await expect(run).rejects.toThrow("timeout: too slow");
  });
});

test("interpreted messages are compared with the expert's question, beside the first question sentence", async () => {
  write("messages.jsonl", lines([{ id: "1", chq: "Hello. Why is my INR high? Thanks.", summary: "Why is INR high?" }]));
  const script = { "archehr/interpret-question": { question: "Why is INR high?" } };
  const { sheet, usage } = await interpretMessages(runOf({ messages: "messages.jsonl", entityGuard: false }, script));
  expect(sheet.measures.rougeL?.mean).toBe(100);
  expect(sheet.measures.rougeL_over_first_question?.mean).toBeCloseTo(100 - (sheet.measures.first_question_rougeL?.mean ?? 0), 9);
  expect(sheet.measures.first_question_rouge1?.mean).toBeCloseTo((100 * 2 * (4 / 5)) / (4 / 5 + 1), 9); // why is my inr high: 4 of 5 words, all 4
  expect(usage).toHaveLength(1);
});

test("evidence sentences are scored a pair of claim and abstract, beside the last two sentences", async () => {
  write("docs.jsonl", lines([{ id: "7", sentences: ["Background.", "Aspirin raised bleeding.", "Methods.", "End."] }]));
  write(
    "claims.jsonl",
    lines([
      { id: "c", text: "Aspirin bleeds.", evidence: { "7": { sentences: [[1], [1, 3]] } } },
      { id: "d", text: "None.", evidence: {} },
    ]),
  );
  const script = { "archehr/score-sentences": [1, 5, 1, 1].map((score, at) => ({ id: String(at), score })) };
  const given = { claims: "claims.jsonl", bothAnchors: false, answerFirst: false };
  const { sheet } = await selectSentences(runOf(given, script));
  // Selected: sentence 1 of gold 1 and 3. Last two: 2 and 3.
  expect(sheet.measures.micro_precision).toMatchObject({ mean: 1, n: 1 });
  expect(sheet.measures.micro_recall?.mean).toBe(0.5);
  expect(sheet.measures.last_two_micro_f1?.mean).toBe(0.5);
});

test("coverage grows with the snippets, and a question without any is not counted", async () => {
  const snippet = (text: string) => ({ document: "http://www.ncbi.nlm.nih.gov/pubmed/1", text });
  const questions = [
    {
      id: "a",
      type: "summary",
      body: "b",
      snippets: [snippet("aspirin"), snippet("bleeding")],
      ideal_answer: ["Aspirin bleeding."],
    },
    { id: "b", type: "summary", body: "b", snippets: [], ideal_answer: ["Aspirin."] },
  ];
  write("golden/11B1_golden.json", JSON.stringify({ questions }));
  const { sheet, curve } = await coverAnswers(runOf({}));
  expect([sheet.measures.coverage_1, sheet.measures.coverage_2].map((measure) => measure?.mean)).toEqual([0.5, 1]);
  expect(sheet.measures.coverage_10).toMatchObject({ mean: 1, n: 1 });
  expect(curve?.points).toHaveLength(10);
});

describe("answering cases", () => {
  const sentence = (id: string, text: string) => `<sentence id="${id}" paragraph_id="1" start_char_index="0">${text}</sentence>`;
  write(
    "cases.xml",
    `<annotations><case id="1"><patient_narrative>Why was my warfarin held?</patient_narrative><clinician_question>Why was warfarin held?</clinician_question>
    <note_excerpt>INR was 4.8, so warfarin was held. Diet was regular.</note_excerpt>
    <note_excerpt_sentences>${sentence("2", "INR was 4.8, so warfarin was held.")}${sentence("3", "Diet was regular.")}</note_excerpt_sentences></case></annotations>`,
  );
  const labels = [
    { sentence_id: "2", relevance: "essential" },
    { sentence_id: "3", relevance: "not-relevant" },
  ];
  write("key.json", JSON.stringify([{ case_id: "1", answers: labels, clinician_answer_without_citations: "INR was high." }]));
  const given = { cases: "cases.xml", key: "key.json", profile: "paper" };

  test("every subtask that the cases allow is scored under its own name", async () => {
    const script = {
      "archehr/score-sentences": [
        { id: "2", score: 5 },
        { id: "3", score: 1 },
      ],
      "archehr/align-answer": [],
    };
    const { sheet, failed } = await answerCases(runOf(given, script));
    expect(failed).toEqual([]);
    expect(sheet.measures.subtask_2_strict_micro_f1?.mean).toBe(100);
    expect(sheet.measures.subtask_1_rougeL?.n).toBe(1);
    expect(Object.keys(sheet.measures).some((name) => name.startsWith("subtask_4"))).toBe(false);
  });

  test("a failed case is padded, counted and named", async () => {
    const script = { "archehr/interpret-question": { is: "misconfigured", detail: "no weights" } };
    const { sheet, failed } = await answerCases(runOf(given, script));
    expect(failed).toEqual([{ id: "1", reason: expect.stringContaining("no weights") }]);
    expect(sheet.measures.subtask_2_strict_micro_f1?.mean).toBe(0);
  });
});

test("of the drugs and diagnoses that message and expert name, the share that the question keeps is measured", async () => {
  const named = { id: "1", chq: "I take warfarin for my gout. Is it safe?", summary: "Is warfarin safe in gout?" };
  write("named.jsonl", lines([named, { id: "2", chq: "Is it safe?", summary: "Is warfarin safe?" }]));
  const script = { "archehr/interpret-question": { question: "Is warfarin safe?" } };
  const { sheet } = await interpretMessages(runOf({ messages: "named.jsonl", entityGuard: false }, script));
  expect(sheet.measures.names_kept).toMatchObject({ mean: 50, n: 1 }); // warfarin, not gout; message 2 names nothing
  expect(sheet.measures.first_question_names_kept?.mean).toBe(0);
});

describe("questions of a golden file", () => {
  const url = "http://www.ncbi.nlm.nih.gov/pubmed/1";
  const abstract = "Background here. Metformin lowers glucose. Allopurinol lowers urate. End.";
  const span = (text: string) => {
    const at = abstract.indexOf(text);
    const section = { beginSection: "abstract", endSection: "abstract" };
    return { document: url, text, offsetInBeginSection: at, offsetInEndSection: at + text.length, ...section };
  };
  const question = (id: string, type: string, body: string, exact: unknown, snippets: object[]) => ({
    id,
    type,
    body,
    documents: [url],
    snippets,
    exact_answer: exact,
    ideal_answer: ["Allopurinol lowers urate."],
  });
  const urate = span("Allopurinol lowers urate.");
  write(
    "gold.json",
    JSON.stringify({
      questions: [
        question("y", "yesno", "Does allopurinol lower urate?", "yes", [urate]),
        question("n", "yesno", "Does metformin lower urate?", "no", [urate]),
        question("f", "factoid", "What lowers urate?", [["allopurinol"]], [urate, span("Metformin lowers glucose."), urate]),
      ],
    }),
  );

  test("trivial answers are yes, the most frequent name and the snippets themselves", async () => {
    const { sheet, usage } = await answerTrivially(runOf({ golden: ["gold.json"], ideal: "words" }));
    expect(sheet.measures.honest_yesno_accuracy?.mean).toBe(0.5);
    expect(sheet.measures.honest_factoid_strict?.mean).toBe(1); // allopurinol twice, metformin once
    expect(sheet.perItem.y?.honest_rouge2_f1).toBe(1);
    expect(usage).toEqual([]);
  });

  test("phase B needs no articles and scores answers alone; phase A without articles is refused", async () => {
    const script = {
      "bioasq/answer-yesno": { exact: "yes", ideal: "" },
      "bioasq/answer-factoid": { exact: ["Allopurinol"], ideal: "" },
      "bioasq/draft-ideal": { sentences: [{ text: "Allopurinol lowers urate.", snippets: [1] }] },
    };
    const { sheet, failed } = await answerQuestions(runOf({ golden: ["gold.json"], phase: "B" }, script));
    expect(failed).toEqual([]);
    expect(sheet.measures.honest_yesno_accuracy?.mean).toBe(0.5);
    expect(sheet.measures.honest_factoid_mrr?.mean).toBe(1);
    expect(Object.keys(sheet.measures).filter((name) => /documents|snippets_mean/.test(name))).toEqual([]);
    await expect(answerQuestions(runOf({ golden: "gold.json", phase: "A" }))).rejects.toThrow("name the articles");
  });

  test("snippets come from the gold articles by the graph's steps, beside the first two sentences", async () => {
    const index = { ...runOf({ golden: "gold.json", articles: "docs.jsonl", most: 1 }) };
    const run = { ...index, openArticles: async () => indexOf([article("1", "", abstract)]) };
    const { sheet } = await extractSnippets(run);
    // The first two sentences share nothing with the gold snippet; what the steps take holds it.
    expect(sheet.measures.first_two_f1).toMatchObject({ mean: 0, n: 1 });
    expect(sheet.measures.snippets_recall?.mean).toBe(1);
    expect(sheet.measures.f1_over_first_two?.mean).toBe(sheet.measures.snippets_f1?.mean);
    expect(sheet.measures.snippets_ideal_coverage?.mean).toBe(1);
    expect(sheet.measures.pruning_f1_gain?.n).toBe(1);
  });
});

test("a claim without evidence should not be answered, and no model is asked whether there is any", async () => {
  const claim = (id: string, text: string, label?: string) => ({
    id,
    text,
    evidence: label === undefined ? {} : { "1": { label } },
  });
  const claims = [claim("a", "beef", "SUPPORT"), claim("b", "aspirin"), claim("c", "bleeding", "CONTRADICT"), claim("d", "fee")];
  write("test.jsonl", lines(claims));
  const articles = [article("1", "", "aspirin bleeding"), article("2", "", "aspirin"), article("3", "", "beef")];
  const base = runOf({ of: "evidence", queries: "test.jsonl" });
  const run = {
    ...base,
    parts: { ...base.parts, embed: letterEncoder().embed } as unknown as LiveParts,
    openArticles: async () => indexOf(articles, { encoder: letterEncoder() }),
  };
  const { sheet, chart, usage } = await trustAnswers(run);
  expect(sheet.measures.risk_all).toMatchObject({ mean: 0.5, n: 4 });
  expect(sheet.perItem.a?.confidence).toBeGreaterThan(0);
  expect(chart?.lines.map(({ points }) => points.length)).toEqual([4, 4]);
  expect(usage).toEqual([]); // evidence alone asks no model
});

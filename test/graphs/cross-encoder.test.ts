import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { CrossEncoder } from "../../clients/encoder/cross-encoder.ts";
import { openCrossEncoder } from "../../clients/encoder/open-cross-encoder.ts";
import { compileBioasqGraph } from "../../graphs/bioasq.ts";
import { failure, ok } from "../../state/outcome.ts";
import type { Ranking } from "../../state/query.ts";
import { ARTICLES, bioasqDeps, QUESTION } from "../support/bioasq-deps.ts";
import { visitedPath } from "../support/visited-path.ts";

const INPUT = { questionId: "q", body: QUESTION, type: "yesno", phase: "A", settings: { minCandidates: 1 } };
const drawing = async (graph: ReturnType<typeof compileBioasqGraph>) => (await graph.getGraphAsync()).drawMermaid().trim();
/** Prefers what the words put last: the article about colitis. */
const contrary: CrossEncoder["score"] = async (_question, texts) => ok(texts.map((text) => (text.includes("colitis") ? 9 : -9)));
const invoke = (crossEncode?: CrossEncoder["score"], settings: object = {}) =>
  compileBioasqGraph(bioasqDeps(crossEncode === undefined ? {} : { crossEncode })).invoke({
    ...INPUT,
    settings: { ...INPUT.settings, ...settings },
  } as never);

test("the graph has the same nodes with and without a cross-encoder: those of the drawing in docs", async () => {
  const without = await drawing(compileBioasqGraph(bioasqDeps()));
  expect(await drawing(compileBioasqGraph(bioasqDeps({ crossEncode: contrary })))).toBe(without);
  expect(readFileSync("docs/graphs/bioasq.mmd", "utf8").trim()).toBe(without);
});

test("without one, its settings change nothing", async () => {
  const plain = await invoke();
  const set = await invoke(undefined, { crossEncoderTop: 1, crossEncoderWeight: 1, crossEncoderCutoff: 1 });
  expect(set).toEqual(plain);
  expect(plain.articles.every((found: object) => !("relevance" in found))).toBe(true);
});

test("with one, articles are ranked by it as far as its weight goes, on the same path", async () => {
  const first = async (weight: number) => (await invoke(contrary, { crossEncoderWeight: weight })).articles[0]?.pmid;
  expect(await first(0)).toBe((await invoke()).articles[0]?.pmid);
  expect(await first(1)).toBe("14");
  const path = await visitedPath(compileBioasqGraph(bioasqDeps({ crossEncode: contrary })), INPUT);
  expect(path).toEqual(await visitedPath(compileBioasqGraph(bioasqDeps()), INPUT));
});

test("when it is down the articles are those of the bi-encoder, and the fallback is recorded once", async () => {
  const plain = await invoke();
  const down = await invoke(async () => failure("unavailable", "its thread died 2 times"));
  expect(down.articles).toEqual(plain.articles);
  expect(down.fallbacks).toEqual([
    ...plain.fallbacks,
    {
      step: "rerankArticles",
      code: "unavailable",
      reason: "its thread died 2 times",
      instead: "kept the order of the bi-encoder",
    },
  ]);
});

test("a real one, read from a folder, scores every article that was found", async () => {
  const models = new URL("../fixtures/encoder/models", import.meta.url).pathname;
  const encoder = openCrossEncoder({ modelsDir: models, model: "tiny-cross-encoder", threads: 1 });
  const graph = compileBioasqGraph(bioasqDeps({ crossEncode: encoder.score }));
  const relevant = new Map<string, number>();
  for await (const update of await graph.stream(INPUT as never, { streamMode: "updates" })) {
    const { rerankArticles } = update as { rerankArticles?: { rankings: Ranking[] } };
    for (const { pmid, relevance } of rerankArticles?.rankings.flatMap(({ hits }) => hits) ?? [])
      relevant.set(pmid, relevance ?? Number.NaN);
  }
  expect([...relevant.keys()].every((pmid) => ARTICLES.some((known) => known.pmid === pmid))).toBe(true);
  expect([...relevant.values()].every((relevance) => relevance > 0 && relevance < 1)).toBe(true);
  expect(relevant.size).toBeGreaterThan(1);
  expect(encoder.counts().scored).toBe(relevant.size);
  await encoder.close();
});

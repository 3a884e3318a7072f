import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { LocalIndex } from "../../clients/index/open-index.ts";
import { readJsonLines } from "../../formats/json-lines.ts";
import { answerConfidence, CONFIDENCE_FITS, CONFIDENCE_OF, confidenceScore } from "../../retrieval/answer-confidence.ts";
import { BioasqSettings } from "../../state/settings/bioasq.ts";
import { measureAbstention, riskPoints, type TrustedAnswer } from "../abstention-sheet.ts";
import { answerSignals, type Look } from "../answer-signals.ts";
import { fitConfidence, type JudgedSignals } from "../fit-confidence.ts";
import { closeSheet, openSheet } from "../measure-items.ts";
import { isotonicRegression, isotonicValue } from "../statistics/isotonic-regression.ts";
import type { TaskResult, TaskRun } from "../task.ts";

const Settings = z.object({
  of: z.enum(CONFIDENCE_OF),
  queries: z.string(),
  train: z.string().optional().describe("Claims to fit on again, so that the stored fit is compared with what they give."),
  readArticles: z.int().positive().default(1).describe("First articles whose sentences are looked at (count)."),
  most: z.int().positive().optional().describe("Only the first so many items of each file (count)."),
});
const Item = z.union([
  z.object({ id: z.string(), text: z.string(), answer: z.enum(["yes", "no", "maybe"]) }),
  z
    .object({ id: z.string(), text: z.string(), evidence: z.record(z.string(), z.object({ label: z.string() })) })
    .transform(({ id, text, evidence }) => {
      const [first] = Object.values(evidence);
      return { id, text, answer: first === undefined ? "none" : first.label === "SUPPORT" ? "yes" : "no" } as const;
    }),
]);
type Item = z.infer<typeof Item>;

/**
 * Say how sure an answer is, and measure whether that is worth something.
 *
 * In: claims (SciFact) or questions (PubMedQA) with their gold, articles to search. `of: evidence`: right is a claim for which evidence exists; `of: verdict`: right is a yes or no that is the
 * gold's (SUPPORT, CONTRADICT; no evidence and maybe are never right). Out: the measures of `measureAbstention`; with `train`, `refit_gap`: largest difference between the stored
 * confidence and one fitted anew on train.
 */
export async function trustAnswers({ folder, settings: given, parts, openArticles, tick, signal }: TaskRun): Promise<TaskResult> {
  const { of, queries, train, readArticles, most, ...own } = { ...given, ...Settings.parse(given) };
  const settings = BioasqSettings.parse(own);
  const itemsOf = (file: string): Item[] =>
    readJsonLines(readFileSync(join(folder, file), "utf8"), file)
      .slice(0, most)
      .map(({ value }) => Item.parse(value));
  const [asked, learned] = [itemsOf(queries), train === undefined ? [] : itemsOf(train)];
  const index = await openArticles("docs.jsonl", true);
  const result: Pick<TaskResult, "fallbacks" | "usage"> = { fallbacks: [], usage: [] };
  const judge = async (items: readonly Item[], done: number): Promise<JudgedSignals[]> => {
    const judged: JudgedSignals[] = [];
    for (const [at, { id, text, answer }] of items.entries()) {
      signal.throwIfAborted();
      const look: Look = { id, text, of, readArticles, settings, signal };
      const { signals, verdict, usage } = await answerSignals(parts, index, look);
      result.usage.push(...usage);
      judged.push({ id, signals, right: (of === "evidence" ? answer !== "none" : verdict === answer) ? 1 : 0 });
      tick(done + at + 1, asked.length + learned.length);
    }
    return judged;
  };
  const [judged, fitted] = await closing(index, async () => [await judge(asked, 0), await judge(learned, asked.length)] as const);
  const fit = CONFIDENCE_FITS[of];
  const anew = fitted.length === 0 ? undefined : fitConfidence(fitted);
  const blocks = anew?.isotonic ?? isotonicRegression([], []);
  const answers = judged.map(({ id, signals, right }): TrustedAnswer => {
    const confidence = answerConfidence(signals, of);
    const score = confidenceScore(signals, anew?.fit ?? fit);
    return {
      id,
      right,
      confidence,
      isotonic: blocks.length === 0 ? confidence : isotonicValue(blocks, score),
      support: signals.support,
    };
  });
  const sheet = openSheet();
  measureAbstention(sheet, answers, fit.answerFrom);
  if (anew === undefined) for (const name of ["ece_isotonic"]) sheet.measures.delete(name);
  else {
    const gap = Math.max(
      ...judged.map(({ signals }) => Math.abs(answerConfidence(signals, of) - answerConfidence(signals, of, anew.fit))),
    );
    sheet.measures.set("refit_gap", { mean: gap, n: judged.length, low: gap, high: gap });
    sheet.notes.push(`Fitted anew on ${fitted.length} items of ${train}: ${JSON.stringify(anew.fit)}`);
  }
  const lines = [
    { name: "confidence", points: riskPoints(answers, "confidence") },
    { name: "support alone", points: riskPoints(answers, "support") },
  ];
  return {
    sheet: closeSheet(sheet, []),
    settings: { of, queries, ...(train === undefined ? {} : { train }), readArticles, fit, ...settings },
    ...result,
    failed: [],
    chart: { title: "Risk against coverage", x: "coverage (share answered)", y: "risk (share wrong)", lines },
  };
}

const closing = async <Value>(index: LocalIndex, work: () => Promise<Value>): Promise<Value> => {
  try {
    return await work();
  } finally {
    await index.close();
  }
};

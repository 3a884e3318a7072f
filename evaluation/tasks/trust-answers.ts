import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readJsonLines } from "../../formats/json-lines.ts";
import { answerConfidence, CONFIDENCE_FITS, CONFIDENCE_OF, type ConfidenceOf } from "../../retrieval/answer-confidence.ts";
import { BioasqSettings } from "../../state/settings/bioasq.ts";
import { measureAbstention, riskPoints, type TrustedAnswer } from "../abstention-sheet.ts";
import { answerSignals, type Signals } from "../answer-signals.ts";
import { closeSheet, openSheet } from "../measure-items.ts";
import type { TaskResult, TaskRun } from "../task.ts";

const Settings = z.object({
  of: z.enum(CONFIDENCE_OF),
  queries: z.string(),
  readArticles: z.int().positive().default(1).describe("First articles whose sentences are looked at (count)."),
  most: z.int().positive().optional().describe("Only the first so many items of each file (count)."),
});
/** A claim of SciFact or a question of PubMedQA: its text, and yes, no, maybe, or none where no evidence exists. */
export const TrustedItem = z.union([
  z.object({ id: z.string(), text: z.string(), answer: z.enum(["yes", "no", "maybe"]) }),
  z
    .object({ id: z.string(), text: z.string(), evidence: z.record(z.string(), z.object({ label: z.string() })) })
    .transform(({ id, text, evidence }) => {
      const [first] = Object.values(evidence);
      return { id, text, answer: first === undefined ? "none" : first.label === "SUPPORT" ? "yes" : "no" } as const;
    }),
]);
type Item = z.infer<typeof TrustedItem>;

/**
 * Say how sure an answer is, and measure whether that is worth something.
 *
 * In: claims (SciFact) or questions (PubMedQA) with their gold, articles to search. `of: evidence`: right is a claim for which evidence exists; `of: verdict`: right is a yes or no that is the
 * gold's (SUPPORT, CONTRADICT; no evidence and maybe are never right). Out: the measures of `measureAbstention` with the stored fit, which has seen none of the items.
 */
export async function trustAnswers({ folder, settings: given, parts, openArticles, tick, signal }: TaskRun): Promise<TaskResult> {
  const { of, queries, readArticles, most, ...own } = { ...given, ...Settings.parse(given) };
  const settings = BioasqSettings.parse(own);
  const items = readJsonLines(readFileSync(join(folder, queries), "utf8"), queries)
    .slice(0, most)
    .map(({ value }) => TrustedItem.parse(value));
  const index = await openArticles("docs.jsonl", true);
  const usage: TaskResult["usage"] = [];
  const answers: TrustedAnswer[] = [];
  try {
    for (const [at, item] of items.entries()) {
      signal.throwIfAborted();
      const { id, text } = item;
      const found = await answerSignals(parts, index, { id, text, of, readArticles, settings, signal });
      usage.push(...found.usage);
      const confidence = answerConfidence(found.signals, of);
      answers.push({ id, right: isRight(item, of, found.verdict), confidence, support: found.signals.support });
      tick(at + 1, items.length);
    }
  } finally {
    await index.close();
  }
  const sheet = openSheet();
  const fit = CONFIDENCE_FITS[of];
  measureAbstention(sheet, answers, fit.answerFrom);
  const lines = [
    { name: "confidence", points: riskPoints(answers, "confidence") },
    { name: "support alone", points: riskPoints(answers, "support") },
  ];
  return {
    sheet: closeSheet(sheet, []),
    settings: { of, queries, readArticles, fit, ...settings },
    fallbacks: [],
    usage,
    failed: [],
    chart: { title: "Risk against coverage", x: "coverage (share answered)", y: "risk (share wrong)", lines },
  };
}

/** Tell whether an answer is right (1) or not (0). In: the item with its gold, of what the confidence is, the answer. */
export const isRight = ({ answer }: Item, of: ConfidenceOf, verdict: Signals["verdict"]): 0 | 1 =>
  (of === "evidence" ? answer !== "none" : answer !== "none" && verdict === answer) ? 1 : 0;

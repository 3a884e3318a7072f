import { z } from "zod";
import { selectAlone } from "../../nodes/archehr/select-alone.ts";
import { ArchehrSettings } from "../../state/settings/archehr.ts";
import { eachItem } from "../each-item.ts";
import { closeSheet, openSheet, setItem, setMeanOf, setMeasure } from "../measure-items.ts";
import { type OverlapCounts, overlapOfCounts } from "../measures/set-overlap.ts";
import { overlapCounts, sumOverlap } from "../measures/sum-overlap.ts";
import { readClaimPairs } from "../read-claim-pairs.ts";
import { stepAveragePrecision } from "../statistics/step-average-precision.ts";
import type { TaskResult, TaskRun } from "../task.ts";

const Settings = z.object({
  claims: z.string(),
  most: z.int().positive().optional().describe("Only the first so many pairs (count)."),
});

/**
 * Find the evidence sentences of a claim in its gold abstract, by the archehr graph's own steps.
 *
 * In: SciFact's claims and abstracts; gold are the sentences of any rationale. Out: micro precision, recall and F1 over the pairs of claim and abstract, their mean average precision by
 * score (equal scores enter together), and the same of a trivial baseline, `last_two_…`: the abstract's last two sentences. 0-1; n counts pairs.
 */
export async function selectSentences({
  folder,
  settings: given,
  parts,
  concurrency = 1,
  tick,
  signal,
}: TaskRun): Promise<TaskResult> {
  const { claims: claimsFile, most, ...own } = { ...given, ...Settings.parse(given) };
  const settings = ArchehrSettings.parse(own);
  const pairs = readClaimPairs(folder, claimsFile, most);
  const sheet = openSheet();
  const counts = { "": new Map<string, OverlapCounts>(), last_two_: new Map<string, OverlapCounts>() };
  const result: Pick<TaskResult, "fallbacks" | "usage"> = { fallbacks: [], usage: [] };
  const chosen = await eachItem(pairs, { concurrency, signal, tick }, ({ id, claim, sentences }) =>
    selectAlone(parts, { id, question: claim, sentences }, settings, signal),
  );
  for (const [at, { id, sentences, gold }] of pairs.entries()) {
    const { scores, selected, fallbacks, usage } = chosen[at]!; // one a pair
    result.fallbacks.push(...fallbacks);
    result.usage.push(...usage);
    counts[""].set(id, overlapCounts(selected, gold));
    counts.last_two_.set(
      id,
      overlapCounts(
        [sentences.length - 2, sentences.length - 1].filter((index) => index >= 0),
        gold,
      ),
    );
    setItem(sheet, id, "f1", overlapOfCounts(overlapCounts(selected, gold)).f1);
    setItem(
      sheet,
      id,
      "average_precision",
      stepAveragePrecision(
        scores,
        sentences.map((_, index) => (gold.has(index) ? 1 : 0)),
      ),
    );
  }
  for (const [prefix, of] of Object.entries(counts))
    for (const part of ["precision", "recall", "f1"] as const)
      setMeasure(sheet, `${prefix}micro_${part}`, [...of.values()], (some) => overlapOfCounts(sumOverlap(some))[part]);
  setMeanOf(sheet, "macro_f1", "f1");
  setMeanOf(sheet, "map", "average_precision");
  return {
    sheet: closeSheet(sheet, []),
    settings: { claims: claimsFile, ...(most === undefined ? {} : { most }), ...settings },
    ...result,
    failed: [],
  };
}

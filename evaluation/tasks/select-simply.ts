import { z } from "zod";
import { closeSheet, openSheet, setItem, setMeasure } from "../measure-items.ts";
import { overlapOfCounts } from "../measures/set-overlap.ts";
import { overlapCounts, sumOverlap } from "../measures/sum-overlap.ts";
import { readClaimPairs } from "../read-claim-pairs.ts";
import { SIMPLE } from "../simple-evidence.ts";
import { chooseSimply } from "../simple-scored.ts";
import type { TaskResult, TaskRun } from "../task.ts";

const Settings = z.object({ by: z.enum(SIMPLE), claims: z.string() });

/**
 * Find the evidence sentences of a claim in its gold abstract by a simple rule, as the line that a system must beat.
 *
 * In: SciFact's claims and abstracts. Out: micro precision, recall and F1 (0-1) with the cut by which the rule does best on these very pairs: an upper bound. The cut stands in the settings. No model is asked but the encoder.
 */
export async function selectSimply({ folder, settings: given, parts, tick, signal }: TaskRun): Promise<TaskResult> {
  const settings = Settings.parse(given);
  const pairs = readClaimPairs(folder, settings.claims, undefined);
  const items = pairs.map(({ id, claim, sentences, gold }) => ({
    id,
    questions: [claim],
    sentences: sentences.map((text, at) => ({ id: String(at), text })),
    gold,
  }));
  const { selected, cut } = await chooseSimply(settings.by, items, parts.embed, {
    signal,
    tick: (done) => tick(done, items.length),
  });
  const sheet = openSheet();
  const counts = items.map(({ gold }, at) => overlapCounts(selected[at]!, gold)); // as many as items
  for (const [at, { id }] of items.entries()) setItem(sheet, id, "f1", overlapOfCounts(counts[at]!).f1);
  for (const part of ["precision", "recall", "f1"] as const)
    setMeasure(sheet, `micro_${part}`, counts, (some) => overlapOfCounts(sumOverlap(some))[part]);
  return { sheet: closeSheet(sheet, []), settings: { ...settings, ...cut }, fallbacks: [], usage: [], failed: [] };
}

import { z } from "zod";
import { ablationRuns, type PlannedRun, type Switch } from "./ablation-runs.ts";
import { mean } from "./statistics/mean.ts";
import { pairedBootstrap } from "./statistics/paired-bootstrap.ts";

/** What one run of the graph gave: item -> measure -> value, and what it asked for. */
export type AblationRun = { perItem: Readonly<Record<string, Readonly<Record<string, number>>>>; work: Record<string, number> };

const Effect = z.object({
  difference: z.number().describe("Mean over items, with the switch less without it, in the measure's unit."),
  low: z.number(),
  high: z.number(),
  n: z.int(),
});
const Contribution = z.object({
  switch: z.string(),
  on: z.unknown(),
  off: z.unknown(),
  leaveOneOut: z.record(z.string(), Effect).describe("Measure -> what it adds to all the others."),
  addOne: z.record(z.string(), Effect).describe("Measure -> what it adds to none of the others."),
  work: z
    .record(z.string(), z.number())
    .describe("What it costs on top of all the others, an item: calls, tokens, searches, texts embedded."),
});

/** What each switch contributes. */
export const Ablation = z.object({
  measures: z.array(z.string()),
  all: z.record(z.string(), z.number()).describe("Measure -> mean with every switch on."),
  none: z
    .record(z.string(), z.number())
    .describe("Measure -> mean with every switch off; the first value of one that has several."),
  items: z.int(),
  runs: z.int().describe("Runs of the graph (count); equal settings run once."),
  contributions: z.array(Contribution),
});
export type Ablation = z.infer<typeof Ablation>;

/**
 * Measure what each switch contributes: left out of all of them, and alone.
 *
 * Formula: leave-one-out = all - (all without it); add-one = (none with it) - none; each a mean over items with its paired bootstrap interval.
 * In: switches, one name with several values off being several; measures; how to run the graph with given settings. Out: the contributions in the order of the switches. A measure that only some items have is over those; an item that has it on one side alone counts 0 on the other, as a query that finds nothing does.
 * @cite koehn2004significance §3
 */
export async function ablate(
  switches: readonly Switch[],
  measures: readonly string[],
  run: (settings: Readonly<Record<string, unknown>>, label: string) => Promise<AblationRun>,
): Promise<Ablation> {
  const done = new Map<string, AblationRun>();
  const once = async ({ key, settings, label }: PlannedRun): Promise<AblationRun> => {
    const known = done.get(key) ?? (await run(settings, label));
    done.set(key, known);
    return known;
  };
  const planned = ablationRuns(switches);
  const all = await once(planned.all);
  const none = await once(planned.none);
  const contributions = [];
  for (const { one, ...runs } of planned.rows) {
    const without = await once(runs.without);
    const only = await once(runs.only);
    const ownNone = await once(runs.none);
    const items = Math.max(1, Object.keys(all.perItem).length);
    contributions.push({
      switch: one.name,
      on: one.on,
      off: one.off,
      leaveOneOut: effects(measures, all, without),
      addOne: effects(measures, only, ownNone),
      work: Object.fromEntries(
        Object.entries(all.work).map(([name, count]) => [name, (count - (without.work[name] ?? 0)) / items]),
      ),
    });
  }
  return {
    measures: [...measures],
    all: means(measures, all),
    none: means(measures, none),
    items: Object.keys(all.perItem).length,
    runs: done.size,
    contributions,
  };
}

const valuesOf = ({ perItem }: AblationRun, measure: string): Map<string, number> =>
  new Map(
    Object.entries(perItem).flatMap(([id, values]) => (values[measure] === undefined ? [] : [[id, values[measure]] as const])),
  );

const means = (measures: readonly string[], run: AblationRun): Record<string, number> =>
  Object.fromEntries(
    measures.flatMap((measure) => {
      const values = [...valuesOf(run, measure).values()];
      return values.length === 0 ? [] : [[measure, mean(values)]];
    }),
  );

const effects = (measures: readonly string[], withIt: AblationRun, without: AblationRun) =>
  Object.fromEntries(
    measures.flatMap((measure) => {
      const [a, b] = [valuesOf(withIt, measure), valuesOf(without, measure)];
      const shared = [...new Set([...a.keys(), ...b.keys()])];
      if (shared.length === 0) return [];
      const { difference, low, high, n } = pairedBootstrap(
        shared.map((id) => a.get(id) ?? 0),
        shared.map((id) => b.get(id) ?? 0),
      );
      return [[measure, { difference, low, high, n }]];
    }),
  );

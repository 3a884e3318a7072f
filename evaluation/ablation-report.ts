import type { Ablation } from "./ablate.ts";
import { hasSeveral } from "./ablation-runs.ts";
import { markdownTable } from "./score-sheet.ts";
import { differenceChart } from "./svg-charts.ts";

/** What decides whether a stored ablation is stale. */
export type AblationManifest = {
  commit: string;
  prompts: string[];
  encoder: { weights: string };
  /** Only where notes were read by the embedded model. */
  reader?: { weights: string } | undefined;
  /** Settings of the embedded model; null where chat models answered in every role. */
  extractive: Record<string, unknown> | null;
  /** Models of each role. */
  models: Record<string, string[]>;
  /** Whole settings around the switches, and what was given of them and of the models' settings. */
  around: Record<string, unknown>;
  given: string[];
  /** Public data set, and content hashes of its files; a file of the user's own has no set. */
  set?: string | undefined;
  data: Record<string, string>;
};

/** An ablation with what it was made of; a stored one tells by what it would be stale. */
export type NamedAblation = {
  graph: string;
  data: string;
  ablation: Ablation;
  manifest?: AblationManifest;
};

/** Name the chart of one measure: `ablation.GRAPH.DATA.MEASURE.svg`. */
export const chartFile = ({ graph, data }: NamedAblation, measure: string): string =>
  `ablation.${graph}.${data.replaceAll(/[^A-Za-z0-9.-]+/gu, "-").replace(/-$/u, "")}.${measure}.svg`;

/**
 * Write an ablation as Markdown.
 *
 * In: an ablation; the folder of its charts as the page sees it, where they are to be shown. Out: one table a measure: what each switch adds to all the others, what it adds alone, and what a point of gain costs of each kind of work (a point: a hundredth, or 1 where scores go to 100); nothing is said of a gain whose interval holds 0.
 */
export function ablationAsMarkdown(named: NamedAblation, charts?: string): string {
  const { graph, data, ablation, manifest } = named;
  const { measures, all, none, items, runs, contributions } = ablation;
  const tables = measures
    .filter((measure) => all[measure] !== undefined)
    .map((measure) => {
      const rows = contributions.map((one) => {
        const [left, alone] = [one.leaveOneOut[measure], one.addOne[measure]];
        return [
          `${one.switch} (${String(one.on)} against ${String(one.off)})`,
          shown(left),
          shown(alone),
          costOf(one.work),
          perPoint(one.work, left, isPercent(ablation, measure)),
        ];
      });
      const counts = contributions[0]?.leaveOneOut[measure]?.n ?? items;
      const chart = charts === undefined ? "" : `\n\n![${measure}](${charts}/${chartFile(named, measure)})`;
      return `### ${measure}: ${all[measure]?.toFixed(3)} with all, ${none[measure]?.toFixed(3)} with none (n ${counts})\n\n${markdownTable(["switch", "left out of all", "alone", "more work an item", "work a point"], rows)}${chart}`;
    });
  return [
    `## Ablation of ${graph} on ${data}`,
    `Each switch left out of all (${contributions.length}) and added to none: difference of the mean with its 95 % paired bootstrap interval; ${items} items, ${runs} runs${manifest === undefined ? "" : `, commit ${manifest.commit}`}. An interval that holds 0 shows no effect; where no item differs, every item has the same value with the switch and without it.${contributions.some((one) => severalOf(ablation, one.switch)) ? " Of a setting with several values a row is each, and none takes the first." : ""}`,
    ...tables,
  ].join("\n\n");
}

/**
 * Draw what each switch adds to all the others, for one measure.
 *
 * In: an ablation, a measure of it. Out: an SVG.
 */
export function ablationChart({ graph, data, ablation }: NamedAblation, measure: string): string {
  const rows = ablation.contributions.flatMap((one) => {
    const effect = one.leaveOneOut[measure];
    return effect === undefined ? [] : [{ name: rowName(ablation, one), ...effect }];
  });
  return differenceChart(
    `${graph} on ${data}: ${measure}, each switch left out of all`,
    `gain in ${measure}, 95 % paired bootstrap`,
    rows,
  );
}

const severalOf = ({ contributions }: Ablation, name: string): boolean =>
  hasSeveral(
    contributions.map((one) => ({ name: one.switch })),
    name,
  );

const rowName = (ablation: Ablation, one: Ablation["contributions"][number]): string =>
  severalOf(ablation, one.switch) ? `${one.switch} against ${String(one.off)}` : one.switch;

type Gain = { difference: number; low: number; high: number };

const shown = (effect: Gain | undefined): string =>
  effect === undefined
    ? "not computed"
    : isNothing(effect)
      ? "no item differs"
      : `${signed(effect.difference)} [${signed(effect.low)}, ${signed(effect.high)}]`;

/** Both ends of a bootstrap interval are 0 only where every item's difference is: one item that differs is drawn in most samples. */
const isNothing = ({ difference, low, high }: Gain): boolean => difference === 0 && low === 0 && high === 0;

const signed = (value: number): string => `${value < 0 ? "" : "+"}${value.toFixed(3)}`;

const costOf = (work: Readonly<Record<string, number>>): string =>
  Object.entries(work)
    .filter(([, count]) => Math.abs(count) >= 0.005)
    .map(([name, count]) => `${signed(count).replace(/0$/, "")} ${name}`)
    .join(", ") || "none";

const perPoint = (work: Readonly<Record<string, number>>, gain: Gain | undefined, percent: boolean): string => {
  if (gain === undefined || gain.low <= 0) return gain !== undefined && gain.high < 0 ? "a loss" : "no gain shown";
  const points = gain.difference * (percent ? 1 : 100);
  return costOf(Object.fromEntries(Object.entries(work).map(([name, count]) => [name, count / points])));
};

const isPercent = ({ all, none }: Ablation, measure: string): boolean => Math.max(all[measure] ?? 0, none[measure] ?? 0) > 1;

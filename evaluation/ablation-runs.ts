import { canonicalJson } from "../clients/canonical-json.ts";

/** A setting of a graph that is taken away or put in: its value when on and when off. One name may stand with several values off. */
export type Switch = { name: string; on: unknown; off: unknown };

/** One run of the graph: its settings, a key that equal settings share, and what it is called. */
export type PlannedRun = { label: string; key: string; settings: Readonly<Record<string, unknown>> };

/** The four runs that tell what one switch contributes. */
export type RunsOfSwitch = { one: Switch; without: PlannedRun; only: PlannedRun; none: PlannedRun };

/**
 * Plan the runs that tell what each switch contributes.
 *
 * In: switches. Out: the run with all of them and with none; for each switch the runs that it is judged by. Where one name has several values off, `none` takes the first; a row of another
 * value is judged against a `none` of its own.
 */
export function ablationRuns(switches: readonly Switch[]): { all: PlannedRun; none: PlannedRun; rows: RunsOfSwitch[] } {
  const on = Object.fromEntries(switches.map((one) => [one.name, one.on]));
  const off = Object.fromEntries(switches.toReversed().map((one) => [one.name, one.off])); // the first one stands
  const all = planned("all", on);
  const none = planned("none", off);
  const rows = switches.map((one) => {
    const several = hasSeveral(switches, one.name);
    const value = `${one.name}=${String(one.off)}`;
    return {
      one,
      without: planned(several ? `all, ${value}` : `without ${one.name}`, { ...on, [one.name]: one.off }),
      only: planned(`only ${one.name}`, { ...off, [one.name]: one.on }),
      none: one.off === off[one.name] ? none : planned(`none, ${value}`, { ...off, [one.name]: one.off }),
    };
  });
  return { all, none, rows };
}

/** Count the runs of an ablation; equal settings run once. In: switches. */
export const countRuns = (switches: readonly Switch[]): number => {
  const { all, none, rows } = ablationRuns(switches);
  return new Set([all, none, ...rows.flatMap((row) => [row.without, row.only, row.none])].map(({ key }) => key)).size;
};

/** Tell whether a name stands with several values off. In: switches or what is stored of them; a name. */
export const hasSeveral = (named: readonly { name: string }[], name: string): boolean =>
  named.filter((one) => one.name === name).length > 1;

const planned = (label: string, settings: Record<string, unknown>): PlannedRun => ({
  label,
  settings,
  key: canonicalJson(settings),
});

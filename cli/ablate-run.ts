import { join } from "node:path";
import { cacheDir } from "../clients/env.ts";
import { type Ablation, ablate } from "../evaluation/ablate.ts";
import { ablationAsMarkdown, ablationChart } from "../evaluation/ablation-report.ts";
import { countRuns, type Switch } from "../evaluation/ablation-runs.ts";
import { findData } from "../evaluation/find-data.ts";
import { openCollection } from "../evaluation/open-collection.ts";
import { readSwitches, SwitchFault } from "../evaluation/read-switches.ts";
import { shareWork } from "../evaluation/shared-work.ts";
import { ArchehrSettings } from "../state/settings/archehr.ts";
import { BioasqSettings } from "../state/settings/bioasq.ts";
import { ablationPlan, workOf } from "./ablation-plan.ts";
import { EXIT, type ExitCode, wrong } from "./command-fault.ts";
import type { AblateOptions } from "./commands/ablate.ts";
import { commitOf } from "./commit-of.ts";
import { modelPrint } from "./model-print.ts";
import { nearest } from "./nearest.ts";
import { NOTICE } from "./notice.ts";
import { localIndex } from "./open-retrievers.ts";
import { graphSettings, openRun } from "./open-run.ts";
import { printJson } from "./print-json.ts";
import { startClock } from "./progress.ts";
import { readSettings, settingsOf } from "./read-settings.ts";
import { needReader } from "./reads-notes.ts";
import { stopOnInterrupt } from "./stop-on-interrupt.ts";
import { version } from "./version.ts";
import { writeWhole } from "./write-whole.ts";

/**
 * Measure what switches of a graph contribute.
 *
 * In: graph, data, switches. Out: exit code; a table a measure on stdout, charts in --out. Model replies and vectors are shared between the runs.
 */
export const runAblate = async (options: AblateOptions): Promise<ExitCode> => {
  const plan = ablationPlan(options);
  const opened = openRun({ ...options, concurrency: 1 }, plan.public ? "public" : "phi");
  const work = workOf(options.graph, plan.set);
  needReader(opened, work);
  const schema = options.graph === "archehr" ? ArchehrSettings : BioasqSettings;
  const names = settingsOf(schema);
  const around = readSettings<Record<string, unknown>>(schema, names, {
    profile: opened.profile,
    set: graphSettings(options.set),
  });
  const switches = switchesOf(options.switch, around, schema.parse({ profile: "paper" }), names);
  for (const { name, off } of switches) readSettings<Record<string, unknown>>(schema, names, { set: [`${name}=${String(off)}`] });
  const shared = shareWork(opened.parts);
  const clock = startClock({ total: countRuns(switches), done: 0, unit: "runs", quiet: options.quiet === true });
  const { signal, release } = stopOnInterrupt(clock);
  const failed: string[] = [];
  try {
    const ablation = await ablate(switches, options.measure ?? plan.measures, async (settings, label) => {
      const { sheet, failed: lost } = await plan.task({
        folder: plan.folder,
        settings: { ...around, ...settings, ...plan.given, ...(options.limit === undefined ? {} : { most: options.limit }) },
        parts: shared.parts,
        openArticles: async (file, vectors) =>
          shared.counted(
            options.index === undefined
              ? await openCollection({
                  cache: cacheDir(opened.env),
                  articles: join(plan.folder, file),
                  encoder: vectors ? opened.parts.encoder : undefined,
                  signal,
                })
              : localIndex(options.index, { encoder: opened.parts.encoder }),
          ),
        tick: (done, of) => clock.show({ event: "progress", step: label, item: options.graph, done, of, unit: "items" }),
        signal,
      });
      failed.push(...lost.map(({ id, reason }) => `${label}, ${id}: ${reason}`));
      clock.tick();
      return { perItem: sheet.perItem, work: shared.take() };
    });
    clock.end();
    refuseEmpty(ablation);
    const manifest = {
      evigraph: version(),
      commit: commitOf(),
      around,
      given: givenSettings(opened.profile, options.set),
      ...(plan.set === undefined ? {} : { set: plan.set, data: findData(plan.set, opened.env.EVIGRAPH_DATA).hashes }),
      ...modelPrint(opened, work),
      limit: options.limit ?? null,
      failed,
    };
    show(options, ablation, manifest);
    return failed.length === 0 ? EXIT.done : EXIT.someFailed;
  } catch (error) {
    if (!signal.aborted) throw error;
    return EXIT.stopped;
  } finally {
    release();
    await opened.parts.encoder.close();
  }
};

const switchesOf = (
  written: readonly string[],
  around: Readonly<Record<string, unknown>>,
  paper: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Switch[] => {
  if (written.length === 0) throw wrong("--switch: name at least one setting.");
  try {
    return readSwitches(written, around, paper);
  } catch (error) {
    if (!(error instanceof SwitchFault)) throw error;
    throw wrong(`${error.message}${error.unknown === undefined ? "" : nearest(error.unknown, names)}`);
  }
};

const refuseEmpty = ({ measures, all }: Ablation): void => {
  const empty = measures.filter((measure) => all[measure] === undefined);
  if (empty.length > 0)
    throw wrong(
      `--measure ${empty.join(",")}: no item has it; the items' measures are the columns of evigraph score --per-item --csv.`,
    );
};

/** What was given of the settings around the switches and of the models', so that a later version can read the same. */
const givenSettings = (profile: string | undefined, set: readonly string[]): string[] => [
  ...(profile === undefined ? [] : [`profile=${profile}`]),
  ...set,
];

const show = ({ graph, data, out, json, limit }: AblateOptions, ablation: Ablation, manifest: Record<string, unknown>): void => {
  const named = { graph, data: `${data}${limit === undefined ? "" : ` (first ${limit})`}`, ablation };
  const text = `${ablationAsMarkdown(named)}\n\n${NOTICE}`;
  if (out !== undefined) {
    writeWhole(join(out, "ablation.json"), `${JSON.stringify({ ...named, manifest }, null, 2)}\n`);
    writeWhole(join(out, "ablation.md"), `${text}\n`);
    for (const measure of ablation.measures) writeWhole(join(out, `${measure}.svg`), ablationChart(named, measure));
  }
  if (json) printJson({ ...named, manifest });
  else process.stdout.write(`${text}\n`);
};

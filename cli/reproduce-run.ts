import { join } from "node:path";
import { cacheDir, readEnv } from "../clients/env.ts";
import { withoutTracing } from "../clients/tracing.ts";
import type { Condition } from "../evaluation/condition.ts";
import type { ConditionResult } from "../evaluation/condition-result.ts";
import { CONDITIONS, EXPECTED_SCORES } from "../evaluation/conditions.ts";
import { DataMissing } from "../evaluation/find-data.ts";
import { type Judged, judgeResult } from "../evaluation/judge-result.ts";
import { absentParts, notRun, partsOf } from "../evaluation/own-parts.ts";
import { resultFile } from "../evaluation/result-files.ts";
import { runCondition } from "../evaluation/run-condition.ts";
import { itemsAsCsv } from "../evaluation/score-sheet.ts";
import { openLiveParts } from "../graphs/live-parts.ts";
import { EXIT, type ExitCode, missing, wrong } from "./command-fault.ts";
import type { ReproduceOptions } from "./commands/reproduce.ts";
import { commitOf } from "./commit-of.ts";
import { nearest } from "./nearest.ts";
import { prepareData } from "./prepare-data.ts";
import { printJson } from "./print-json.ts";
import { type Clock, startClock } from "./progress.ts";
import { refuseIdle } from "./refuse-idle.ts";
import { staleConditions } from "./stale-conditions.ts";
import { stopOnInterrupt } from "./stop-on-interrupt.ts";
import { version } from "./version.ts";
import { writeWhole } from "./write-whole.ts";

type Done = {
  condition: Condition;
  result: ConditionResult | undefined;
  judged: Judged | undefined;
  reason: string | undefined;
  /** False where the condition's own weights or server are absent: then nothing is missing that comes with the package. */
  ran: boolean;
};

/**
 * Run named conditions and compare their scores with the stored ones.
 *
 * Out: exit code 0 when each is OK or OKish (or new), 1 when one fails or ran on other data, 3 when data are missing: the message says how to get them. A condition whose own
 * weights or server are absent is told as not run, and is an error only where it was asked for by name.
 */
export const runReproduce = async (options: ReproduceOptions): Promise<ExitCode> => {
  if (options.list) return list(options.json === true);
  if (options.prepare === undefined) refuseIdle("reproduce", "without --prepare", { "--from": options.from });
  if (options.prepare !== undefined) return prepareData(options.prepare, options.from);
  const named = options.stale ? [] : chosenConditions(options);
  withoutTracing();
  const env = readEnv();
  const parts = openLiveParts({ env, rememberVectors: true });
  const chosen = options.stale ? await staleConditions(options.out, parts) : named;
  const weights = parts.encoder.check();
  if (weights.is !== "ok") throw missing(weights.detail);
  const clock = startClock({ total: chosen.length, done: 0, unit: "conditions", quiet: options.quiet === true });
  const { signal, release } = stopOnInterrupt(clock);
  const done: Done[] = [];
  try {
    for (const condition of chosen) {
      const place = {
        dataFolder: env.EVIGRAPH_DATA,
        cache: cacheDir(env),
        parts,
        evigraph: version(),
        commitOf: (files: readonly string[]) => commitOf(files),
        tick: tell(clock, condition),
        signal,
      };
      done.push(await runOne(condition, place, options));
      clock.tick();
      if (!options.json) process.stdout.write(`${describe(done.at(-1)!)}\n`); // just pushed
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    clock.say(`Stopped; ${done.length} of ${chosen.length} conditions are done, their results are in ${options.out}.`);
    return EXIT.stopped;
  } finally {
    clock.end();
    release();
    await parts.encoder.close();
  }
  if (options.json)
    printJson(
      done.map(({ condition, judged, reason, result, ran: of }) => ({
        condition: condition.name,
        verdict: judged?.verdict ?? missingVerdict(condition, of),
        reason,
        measures: judged?.measures,
        result,
      })),
    );
  const ran = done.filter((each) => each.ran || options.condition !== undefined);
  if (ran.some(({ result }) => result === undefined)) return EXIT.missing;
  return ran.every(({ judged }) => judged !== undefined && GOOD.includes(judged.verdict)) ? EXIT.done : EXIT.someFailed;
};

const GOOD: readonly string[] = ["OK", "OKish", "NEW"];

const missingVerdict = (condition: Condition, ran: boolean): string => (ran ? undefined : notRun(condition)) ?? "MISSING";

const chosenConditions = ({ all, condition: names = [] }: ReproduceOptions): readonly Condition[] => {
  if (all) return CONDITIONS;
  if (names.length === 0) throw wrong("reproduce: give one of --list, --condition NAME, --stale or --all.");
  const known = CONDITIONS.map(({ name }) => name);
  return names.map((name) => {
    const found = CONDITIONS.find((condition) => condition.name === name);
    if (found === undefined) throw wrong(`--condition ${name}: there is no such condition.${nearest(name, known)}`);
    return found;
  });
};

const runOne = async (
  condition: Condition,
  place: Parameters<typeof runCondition>[1],
  { out }: ReproduceOptions,
): Promise<Done> => {
  const absent = absentParts(condition);
  if (absent.length > 0)
    return { condition, result: undefined, judged: undefined, reason: `absent: ${absent.join(", ")}`, ran: false };
  const parts = partsOf(condition, place.parts);
  try {
    const { result, perItem } = await runCondition(condition, { ...place, parts });
    writeWhole(join(out, resultFile(condition.name)), `${JSON.stringify(result, null, 2)}\n`);
    writeWhole(
      join(out, "items", resultFile(condition.name).replace(/json$/, "csv")),
      itemsAsCsv({ measures: {}, perItem, missing: [], notComputed: {}, notes: [] }),
    );
    return { condition, result, judged: judgeResult(condition, result), reason: undefined, ran: true };
  } catch (error) {
    if (!(error instanceof DataMissing)) throw error;
    return { condition, result: undefined, judged: undefined, reason: error.message, ran: true };
  } finally {
    if (parts.encoder !== place.parts.encoder) await parts.encoder.close();
    if (parts.crossEncoder !== place.parts.crossEncoder) await parts.crossEncoder?.close();
  }
};

const tell =
  (clock: Clock, { name }: Condition) =>
  (stage: string, done: number, of: number | undefined): void =>
    clock.show({ event: "progress", step: stage, item: name, done, of: of ?? done, unit: "" });

const describe = ({ condition, judged, result, reason, ran }: Done): string => {
  if (!ran) return `${missingVerdict(condition, ran)}  ${condition.name} (${reason ?? ""})`;
  if (judged === undefined || result === undefined) return `MISSING  ${condition.name}\n${reason ?? ""}`;
  const values = judged.measures.map(({ name, value, expected }) => {
    const measure = result.measures[name];
    const interval = measure === undefined ? "" : ` [${shown(measure.low)}, ${shown(measure.high)}] n ${measure.n}`;
    return `         ${name} ${shown(value)}${interval}${expected === undefined ? "" : `, expected ${shown(expected)}`}`;
  });
  const { fallbacks, failed, seconds } = result.manifest;
  const trouble = [
    ...Object.entries(fallbacks).map(([code, count]) => `${count} ${code}`),
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
  ];
  return [
    `${judged.verdict.padEnd(8)} ${condition.name} (${seconds} s${trouble.length > 0 ? `; ${trouble.join(", ")}` : ""})`,
    ...values,
  ].join("\n");
};

const shown = (value: number | undefined): string => (value === undefined ? "not computed" : value.toFixed(4));

const list = (json: boolean): ExitCode => {
  if (json) printJson(CONDITIONS.map((condition) => ({ ...condition, expected: EXPECTED_SCORES[condition.name] ?? null })));
  else
    for (const { name, about, data, measures, tolerance, settings } of CONDITIONS) {
      const [main = ""] = measures;
      const expected = EXPECTED_SCORES[name]?.[main];
      process.stdout.write(
        `${name}\n  ${about}\n  data: ${data}; settings: ${JSON.stringify(settings)}\n  expected: ${expected === undefined ? "not measured yet" : `${main} ${shown(expected)} (within ${tolerance})`}\n`,
      );
    }
  return EXIT.done;
};

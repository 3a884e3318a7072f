import { appendFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { canonicalJson } from "../clients/canonical-json.ts";
import { readJsonLines } from "../clients/json-lines.ts";
import { sha256 } from "../clients/text-store.ts";
import { ItemFailed } from "../nodes/common/item-failed.ts";
import { chooseItems } from "./choose-items.ts";
import { EXIT, type ExitCode, missing, wrong } from "./command-fault.ts";
import type { LinesOptions } from "./commands/interpret.ts";
import { dryRun } from "./dry-run.ts";
import { printJson } from "./print-json.ts";
import { startClock } from "./progress.ts";
import { refuseIdle } from "./refuse-idle.ts";
import { runItems } from "./run-items.ts";
import { stopOnInterrupt } from "./stop-on-interrupt.ts";

export type LineRun<Line extends { id: string; numeric?: boolean }, Done> = {
  lines: readonly Line[];
  options: LinesOptions;
  unit: string;
  fingerprint: Record<string, unknown>;
  run(line: Line, signal: AbortSignal): Promise<Done>;
};

const Partial = z.looseObject({ id: z.string() });

/**
 * Run one step on every line of a file, and write the results in the order of the input.
 *
 * Finished lines lie in OUT.partial until all are there, so a killed run goes on with the same command; with other settings it starts anew.
 * A line that failed is written as {id, error} and runs again with the same command.
 * Out: exit code 0, 1 when lines failed (listed last), or 130 when Ctrl-C stopped it; a CommandFault (exit 3) when nothing could run.
 */
export const runLines = async <Line extends { id: string; numeric?: boolean }, Done extends { id: string }>({
  lines,
  options,
  unit,
  fingerprint,
  run,
}: LineRun<Line, Done>): Promise<ExitCode> => {
  refuseIdle("interpret and evidence", "on lines, each of which is one step", { "--checkpoint": options.checkpoint });
  if (options.in !== "-" && resolve(options.in) === resolve(options.out))
    throw wrong(`--out ${options.out}: this is the input; name another file.`);
  if (lines.length === 0) throw wrong(`--in ${options.in}: the file holds no line.`);
  if (statSync(options.out, { throwIfNoEntry: false })?.isDirectory() === true)
    throw wrong(`--out ${options.out}: this is a folder; name a file.`);
  const chosen = chooseItems(lines, options, "line");
  if (options.dryRun) return dryRun({ options, unit, items: chosen.length, fingerprint });
  const partial = `${options.out}.partial`;
  const print = sha256(canonicalJson({ ...fingerprint, lines }));
  const done = options.fresh ? new Map<string, unknown>() : readPartial(partial, print);
  writeFileSync(partial, [{ id: "", print }, ...done.values()].map((line) => `${JSON.stringify(line)}\n`).join(""), {
    mode: 0o600,
  });
  const clock = startClock({
    total: chosen.length,
    done: chosen.filter(({ id }) => done.has(id)).length,
    unit,
    quiet: options.quiet === true,
  });
  const { signal, release } = stopOnInterrupt(clock);
  const failed = new Map<string, ItemFailed>();
  try {
    await runItems({
      items: chosen.filter(({ id }) => !done.has(id)),
      concurrency: options.concurrency,
      signal,
      progress: clock,
      run: (line, itemSignal) =>
        run(line, itemSignal).catch((error: unknown) => {
          if (!(error instanceof ItemFailed)) throw error;
          failed.set(line.id, error);
          return { id: line.id, error: error.message };
        }),
      ended: (line) => {
        done.set(line.id, line);
        if (failed.has(line.id)) return;
        appendFileSync(partial, `${JSON.stringify(line)}\n`, { flush: true });
      },
    });
  } finally {
    clock.end();
    release();
  }
  const fellBack = chosen.filter(({ id }) => hasFallbacks(done.get(id))).length;
  if (fellBack > 0) clock.say(`${fellBack} of ${chosen.length} ${unit} left the planned path; their lines say why (fallbacks).`);
  if (signal.aborted) {
    clock.say(`Stopped; ${done.size} of ${chosen.length} ${unit} are done. The same command goes on.`);
    return EXIT.stopped;
  }
  const faults = [...failed.values()];
  if (faults.length === chosen.length && faults.every(({ code }) => code === "misconfigured"))
    throw missing(faults[0]?.message ?? "nothing could be run");
  const half = `${options.out}.tmp`;
  writeFileSync(half, chosen.map((line) => `${JSON.stringify(asGiven(line, done.get(line.id)))}\n`).join(""), { mode: 0o600 });
  renameSync(half, options.out);
  if (failed.size === 0) rmSync(partial, { force: true });
  if (options.json) printJson({ out: options.out, lines: chosen.length, failed: [...failed.keys()] });
  else process.stdout.write(`Written: ${options.out} (${chosen.length} ${unit})\n`);
  if (failed.size === 0) return EXIT.done;
  process.stderr.write(
    `${failed.size} of ${chosen.length} ${unit} failed:\n${[...failed].map(([id, { message }]) => `  ${id}: ${message}`).join("\n")}\n`,
  );
  return EXIT.someFailed;
};

const hasFallbacks = (line: unknown): boolean => typeof line === "object" && line !== null && "fallbacks" in line;

/** An id that the input gave as a number goes out as one. */
const asGiven = (line: { id: string; numeric?: boolean }, result: unknown): unknown =>
  line.numeric === true && typeof result === "object" && result !== null ? { ...result, id: Number(line.id) } : result;

const readPartial = (file: string, print: string): Map<string, unknown> => {
  const [head, ...rest] = readJsonLines(file, Partial);
  return head?.print === print ? new Map(rest.map((line) => [line.id, line])) : new Map();
};

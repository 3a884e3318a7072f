import { dollars } from "../clients/models/ledger.ts";
import type { ProgressEvent } from "../state/progress.ts";
import { EXIT, type ExitCode, missing } from "./command-fault.ts";
import { type CostSummary, costSummary, describeCost } from "./cost-summary.ts";
import { NOTICE } from "./notice.ts";
import { PAID } from "./open-ledger.ts";
import type { OpenedRun } from "./open-run.ts";
import { describePadding, paddedEntries } from "./padded-entries.ts";
import { printJson } from "./print-json.ts";
import { type Clock, startClock } from "./progress.ts";
import type { ResultLine } from "./result-line.ts";
import { openRunFolder, type RunFolder } from "./run-folder.ts";
import { runItems } from "./run-items.ts";
import { finishedManifest, newManifest } from "./run-manifest.ts";
import type { RunOptions } from "./run-options.ts";
import { stopOnInterrupt } from "./stop-on-interrupt.ts";
import { tellOutages } from "./tell-outages.ts";
import { tellTruncated } from "./tell-truncated.ts";
import { say } from "./visible-text.ts";

/** A graph, its items, and how their results look. */
export type GraphRun<Item extends { id: string }> = {
  items: readonly Item[];
  unit: string;
  options: RunOptions & { out?: string };
  /** What its calls cost, what left the process, and the encoder. */
  opened: Pick<OpenedRun, "ledger" | "audit"> & { parts: Pick<OpenedRun["parts"], "encoder"> };
  command: readonly string[];
  /** Everything that must be equal for a run to go on; it goes into the manifest. */
  fingerprint: Record<string, unknown>;
  runItem(item: Item, about: { signal: AbortSignal; show(event: ProgressEvent): void }): Promise<ResultLine>;
  /** Ids of all entries of the official files, in their order; an entry without a line is padded. */
  entries: readonly string[];
  /** Files of the shared task, made of result lines alone; items without a line are padded. */
  official(lines: readonly ResultLine[]): { name: string; content: string | Uint8Array }[];
  /** One result for people. */
  describe(line: ResultLine): string;
  /** What to print after the last item. */
  after?(lines: readonly ResultLine[]): Promise<string>;
};

/**
 * Run a graph on its items: progress on stderr, each result on stdout as it finishes, and the run folder whole after every item.
 *
 * Out: exit code 0, 1 when items failed (listed last), 130 when Ctrl-C stopped it; the same command goes on from there.
 */
export const runGraph = async <Item extends { id: string }>(run: GraphRun<Item>): Promise<ExitCode> => {
  const { items, options } = run;
  const order = items.map(({ id }) => id);
  const started = Date.now();
  const manifest = newManifest(run.command, run.fingerprint, started);
  const folder =
    options.out === undefined
      ? undefined
      : openRunFolder({
          folder: options.out,
          manifest,
          mode: options.fresh ? "fresh" : options.resume ? "resume" : "auto",
          order,
        });
  const lines = new Map((folder?.done ?? []).map((line) => [line.id, line]));
  const waiting = items.filter(({ id }) => !lines.has(id));
  const clock = startClock({ total: items.length, done: lines.size, unit: run.unit, quiet: options.quiet === true });
  if (lines.size > 0)
    clock.say(`${lines.size} of ${items.length} ${run.unit} are done already in ${options.out}; going on with the others.`);
  const { signal, release } = stopOnInterrupt(clock);
  try {
    writeOfficial(folder, run, lines);
    await runItems({
      items: waiting,
      concurrency: options.concurrency,
      signal,
      enough: run.opened.ledger.ledger.usedUp,
      progress: clock,
      run: (item, itemSignal) => run.runItem(item, { signal: itemSignal, show: clock.show }),
      ended: (line) => {
        lines.set(line.id, line);
        folder?.add(line);
        writeOfficial(folder, run, lines);
        if (!options.json) print(clock, run.describe(line));
      },
    });
    clock.end();
    const done = order.flatMap((id) => lines.get(id) ?? []);
    const cost = costSummary(done, run.opened.ledger.log.read(), run.opened.ledger.prices);
    folder?.write("ledger.json", `${JSON.stringify(cost, null, 2)}\n`);
    if (done.length === items.length && done.every(({ status }) => status !== "failed")) folder?.remove(PAID);
    const audit = run.opened.audit?.head();
    folder?.finish(
      {
        ...finishedManifest(manifest, {
          entries: run.entries,
          lines: done,
          started,
          stopped: signal.aborted || done.length < items.length,
        }),
        ...(audit === undefined ? {} : { audit }),
      },
      order,
    );
    if (signal.aborted) {
      clock.say(
        `Stopped; ${done.length} of ${items.length} ${run.unit} are done${options.out === undefined ? "." : `. The same command goes on in ${options.out}.`}`,
      );
      if (options.json)
        printJson({ notice: NOTICE, results: done, cost, ...padding(run, done), run: folder?.path ?? null, stopped: true });
      return EXIT.stopped;
    }
    return await close(run, done, cost, folder);
  } finally {
    release();
    folder?.release();
  }
};

const print = (clock: Clock, text: string): void => {
  clock.end();
  say(text);
};

const close = async <Item extends { id: string }>(
  run: GraphRun<Item>,
  done: readonly ResultLine[],
  cost: CostSummary,
  folder: RunFolder | undefined,
): Promise<ExitCode> => {
  const { options } = run;
  const failed = done.filter(({ status }) => status === "failed");
  const after = (await run.after?.(done)) ?? "";
  if (options.json) printJson({ notice: NOTICE, results: done, cost, ...padding(run, done), run: folder?.path ?? null });
  else {
    if (after !== "") say(after);
    for (const line of describeCost(cost)) process.stdout.write(`${line}\n`);
    if (folder !== undefined)
      process.stdout.write(
        `Written: ${run
          .official(done)
          .map(({ name }) => `${folder.path}/${name}`)
          .join(
            ", ",
          )}, results.jsonl, ledger.json, manifest.json\n${describePadding(paddedEntries(run.entries, done), run.entries.length)}`,
      );
    process.stdout.write(`${NOTICE}\n`);
  }
  tellTruncated(run.opened.parts.encoder, options);
  tellOutages(done, run.unit);
  const waiting = run.items.length - done.length;
  if (run.opened.ledger.ledger.usedUp()) {
    const again = folder === undefined ? "" : "; then the same command goes on, and pays for no reply twice";
    process.stderr.write(
      `The budget of ${dollars(options.budget ?? 0)} is used up (${dollars(run.opened.ledger.ledger.spentUsd())} spent): ${waiting + failed.length} of ${run.items.length} ${run.unit} are not done. Raise --budget${again}.\n`,
    );
  }
  if (failed.length === 0) return waiting === 0 ? EXIT.done : EXIT.someFailed;
  process.stderr.write(
    `${failed.length} of ${done.length} ${run.unit} failed:\n${failed.map(({ id, error }) => `  ${id}: ${error ?? "unknown"}`).join("\n")}\n`,
  );
  if (failed.length === done.length && failed.every(({ error }) => error?.includes("misconfigured") === true)) {
    throw missing(failed[0]?.error ?? "nothing could be run");
  }
  return EXIT.someFailed;
};

const writeOfficial = <Item extends { id: string }>(
  folder: RunFolder | undefined,
  run: GraphRun<Item>,
  lines: ReadonlyMap<string, ResultLine>,
): void => {
  if (folder === undefined) return;
  // In the order of the input, whichever item ended first: a replay gives the same bytes at any concurrency.
  const inOrder = run.items.flatMap(({ id }) => lines.get(id) ?? []);
  for (const { name, content } of run.official(inOrder)) folder.write(name, content);
};

/** Entries of the official files that stand for no result, where there are files. */
const padding = <Item extends { id: string }>({ options, entries }: GraphRun<Item>, done: readonly ResultLine[]) =>
  options.out === undefined ? {} : { padded: paddedEntries(entries, done) };

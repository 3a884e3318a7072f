import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "../clients/canonical-json.ts";
import { readJsonLines } from "../clients/json-lines.ts";
import { wrong } from "./command-fault.ts";
import { lockFolder } from "./lock-folder.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { CALLS, PAID } from "./open-ledger.ts";
import { ResultLine } from "./result-line.ts";
import { writeWhole } from "./write-whole.ts";

/** A run's folder: what is done is on disk after each item, whole, and a killed run goes on from there. */
export type RunFolder = {
  path: string;
  /** Lines of items that are done, in the order of the input; failed ones are left out so that they run again. */
  done: ResultLine[];
  /** Append one item's line, on disk before this returns. */
  add(line: ResultLine): void;
  /** Write a file beside and rename it, so that readers never see half of it. */
  write(name: string, content: string | Uint8Array): void;
  /** Remove a file or folder of the run, where it is there. */
  remove(name: string): void;
  /** Rewrite results.jsonl in the order of the input, write the manifest, and give the folder free. */
  finish(manifest: Manifest, order: readonly string[]): void;
  release(): void;
};

export type OpenRun = { folder: string; manifest: Manifest; mode: "auto" | "resume" | "fresh"; order: readonly string[] };

const RESULTS = "results.jsonl";
const MANIFEST = "manifest.json";
/** A run holds note text: its owner alone may read it. */
const PRIVATE = 0o600;

/**
 * Open a run folder: a new one, or one that goes on where the same command was stopped.
 *
 * In: folder, the manifest of this command, mode (fresh: start anew; resume: a run must be there), order of the items' ids.
 * Out: the folder, locked for this process. A run with other settings, models, data or command is a CommandFault (exit 2) that names
 * the difference; so is a folder in which another process is at work.
 */
export const openRunFolder = ({ folder, manifest, mode, order }: OpenRun): RunFolder => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const release = lockFolder(folder);
  try {
    const before = mode === "fresh" ? undefined : readManifest(join(folder, MANIFEST));
    if (mode === "fresh")
      for (const name of [RESULTS, MANIFEST, CALLS, PAID]) rmSync(join(folder, name), { recursive: true, force: true });
    if (mode === "resume" && before === undefined)
      throw wrong(`--resume: ${folder} holds no run; leave --resume out to start one.`);
    if (before !== undefined) refuseOther(folder, before, manifest);
    const done = before === undefined ? [] : readDone(join(folder, RESULTS), order);
    writeWhole(join(folder, RESULTS), done.map((line) => `${JSON.stringify(line)}\n`).join(""), PRIVATE);
    writeWhole(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, PRIVATE);
    return {
      path: folder,
      done,
      add: (line) => appendLine(join(folder, RESULTS), line),
      write: (name, content) => writeWhole(join(folder, name), content, PRIVATE),
      remove: (name) => rmSync(join(folder, name), { recursive: true, force: true }),
      finish: (finished, ids) => {
        const lines = inOrder(readJsonLines(join(folder, RESULTS), ResultLine), ids);
        writeWhole(join(folder, RESULTS), lines.map((line) => `${JSON.stringify(line)}\n`).join(""), PRIVATE);
        writeWhole(join(folder, MANIFEST), `${JSON.stringify(finished, null, 2)}\n`, PRIVATE);
        release();
      },
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
};

const refuseOther = (folder: string, before: Manifest, now: Manifest): void => {
  const there = wholeValues(before.fingerprint);
  const here = wholeValues(now.fingerprint);
  const differing = [...new Set([...there.keys(), ...here.keys()])].filter((key) => there.get(key) !== here.get(key));
  if (differing.length === 0) return;
  const shown = differing.slice(0, 5).map((key) => `${key}: ${short(there.get(key))} there, ${short(here.get(key))} now`);
  const more = differing.length > shown.length ? `; ${differing.length - shown.length} more` : "";
  throw wrong(
    `${folder} holds a run with other settings (${shown.join("; ")}${more}). Take another --out, or --fresh to start anew.`,
  );
};

const short = (value: string | undefined): string =>
  value === undefined ? "none" : value.length > 80 ? `${value.slice(0, 80)}…` : value;

/** The values of a fingerprint by their path, a list as one value: a settings difference is shown, not searched. */
const wholeValues = (value: unknown, path = ""): Map<string, string> => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return new Map([[path, canonicalJson(value)]]);
  return new Map(
    Object.entries(value).flatMap(([key, member]) => [...wholeValues(member, path === "" ? key : `${path}.${key}`)]),
  );
};

/** The last line of a killed run may be torn; it is left out, and its item runs again. */
const readDone = (file: string, order: readonly string[]): ResultLine[] =>
  inOrder(readJsonLines(file, ResultLine), order).filter(({ status }) => status !== "failed");

const inOrder = (lines: readonly ResultLine[], order: readonly string[]): ResultLine[] => {
  const last = new Map(lines.map((line) => [line.id, line]));
  return order.flatMap((id) => last.get(id) ?? []);
};

const appendLine = (file: string, line: ResultLine): void => {
  appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600, flush: true });
};

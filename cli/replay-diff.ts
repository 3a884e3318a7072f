import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "../clients/canonical-json.ts";
import { type Difference, describeDifference, requestDifferences } from "../clients/request-difference.ts";
import { type Recorded, readRecordings } from "../clients/store.ts";
import { sha256 } from "../clients/text-store.ts";
import { EXIT, type ExitCode, wrong } from "./command-fault.ts";
import { readManifest } from "./manifest.ts";
import { NOTICE } from "./notice.ts";
import { printJson } from "./print-json.ts";
import { ResultLine } from "./result-line.ts";

/** One departure between two folders: what it is about, and its parts; texts are never quoted. */
type Departure = { about: string; is: string; parts: Difference[] };

/**
 * Show in what two folders of recordings differ, or two run folders.
 *
 * In: folders a and b. Out: exit code 0 when they are alike, 1 when not. Recordings: requests that only one holds, each beside the nearest of the other,
 * and replies that differ. Runs: settings, and items whose results differ; times are left out.
 */
export const runReplayDiff = (a: string, b: string, { json }: { json?: boolean }): ExitCode => {
  for (const folder of [a, b])
    if (!existsSync(folder) || !statSync(folder).isDirectory()) throw wrong(`replay diff: ${folder} is no folder.`);
  const runs = [a, b].map((folder) => readManifest(join(folder, "manifest.json")));
  const [left, right] = runs;
  if ((left === undefined) !== (right === undefined))
    throw wrong(
      `replay diff: ${left === undefined ? b : a} is a run folder and ${left === undefined ? a : b} is not; give two of one kind.`,
    );
  const departures =
    left !== undefined && right !== undefined
      ? [...settingsDiffer(left.fingerprint, right.fingerprint), ...resultsDiffer(linesOf(a), linesOf(b))]
      : recordingsDiffer(recordingsOf(a), recordingsOf(b));
  if (json) printJson({ notice: NOTICE, a, b, departures });
  else {
    const lines = departures.flatMap(({ about, is, parts }) => [
      `${about}: ${is}`,
      ...parts.map(
        (part) =>
          `  ${describeDifference(part)
            .replace(" there, ", " in A, ")
            .replace(/ now(?= \(|$)/u, " in B")}`,
      ),
    ]);
    process.stdout.write(
      `${[...lines, departures.length === 0 ? "No difference." : `${departures.length} differences.`, NOTICE].join("\n")}\n`,
    );
  }
  return departures.length === 0 ? EXIT.done : EXIT.someFailed;
};

type Kept = Recorded & { key: string };

const recordingsOf = (folder: string): Kept[] => {
  const kept = readRecordings(folder).map((one) => ({
    ...one,
    key: sha256(canonicalJson({ kind: one.kind, name: one.name, request: one.request })),
  }));
  if (kept.length === 0) throw wrong(`replay diff: ${folder} holds no recording and no run.`);
  return kept;
};

const recordingsDiffer = (left: readonly Kept[], right: readonly Kept[]): Departure[] => {
  const [inLeft, inRight] = [new Map(left.map((one) => [one.key, one])), new Map(right.map((one) => [one.key, one]))];
  const onlyRight = right.filter(({ key }) => !inLeft.has(key));
  const found: Departure[] = [];
  for (const one of left) {
    const same = inRight.get(one.key);
    if (same !== undefined) {
      const parts = requestDifferences(one.name, { reply: untimed(one.reply) }, { reply: untimed(same.reply) });
      if (parts.length > 0) found.push({ about: aboutOf(one), is: "the same request has another reply", parts });
      continue;
    }
    const others = onlyRight.filter(({ kind, name }) => kind === one.kind && name === one.name);
    const compared = others.map((other) => ({ other, parts: requestDifferences(one.name, one.request, other.request) }));
    const nearest = compared.sort((a, b) => a.parts.length - b.parts.length)[0];
    if (nearest === undefined) found.push({ about: aboutOf(one), is: "only in A", parts: [] });
    else {
      onlyRight.splice(onlyRight.indexOf(nearest.other), 1);
      found.push({ about: aboutOf(one), is: "asked otherwise", parts: nearest.parts });
    }
  }
  return [...found, ...onlyRight.map((one) => ({ about: aboutOf(one), is: "only in B", parts: [] }))];
};

const aboutOf = ({ name, key }: Kept): string => `${name} (${key.slice(0, 8)})`;

const untimed = (reply: unknown): unknown => {
  if (typeof reply !== "object" || reply === null || !("ms" in reply)) return reply;
  const { ms: _, ...rest } = reply;
  return rest;
};

const settingsDiffer = (left: Record<string, unknown>, right: Record<string, unknown>): Departure[] => {
  const parts = requestDifferences("run", left, right);
  return parts.length === 0 ? [] : [{ about: "run", is: "other settings, models or data", parts }];
};

/** Parts of a result that two runs are compared by; usage and milliseconds are not. */
const RESULT_PARTS = ["status", "question", "evidence", "answer", "citations", "fallbacks"] as const;

const resultsDiffer = (left: ReadonlyMap<string, ResultLine>, right: ReadonlyMap<string, ResultLine>): Departure[] =>
  [...new Set([...left.keys(), ...right.keys()])].flatMap((id): Departure[] => {
    const [one, other] = [left.get(id), right.get(id)];
    if (one === undefined || other === undefined)
      return [{ about: `item ${id}`, is: `only in ${one === undefined ? "B" : "A"}`, parts: [] }];
    const partsOf = (line: ResultLine) => Object.fromEntries(RESULT_PARTS.map((part) => [part, line[part]]));
    const parts = requestDifferences("result", partsOf(one), partsOf(other));
    return parts.length === 0 ? [] : [{ about: `item ${id}`, is: "another result", parts }];
  });

const linesOf = (folder: string): Map<string, ResultLine> => {
  const file = join(folder, "results.jsonl");
  const lines = existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];
  return new Map(lines.map((line) => ResultLine.parse(JSON.parse(line))).map((line) => [line.id, line]));
};

import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import { evigraph, evigraphKilledAfter } from "../support/evigraph-cli.ts";

const CASES = "data/demo/archehr/archehr-qa.xml";
const QUESTIONS = "data/demo/bioasq/questions.json";
const SUBTASKS = ["1", "2", "3", "4"];
const CORPUS = "data/demo/bioasq/corpus.jsonl";
const folder = mkdtempSync(join(tmpdir(), "evigraph kills "));
const INDEX = join(folder, "whole.db");

/** Moments from 0 to 1, the same for the same seed, so that a failure can be run again. */
const seed = Math.floor(Math.random() * 2 ** 31);
const moments = (state: number) => () => {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

/** The lines of results.jsonl; the last one of a killed run may be torn and is left out, that of an ended run may not. */
const linesOf = (out: string, lastMayBeTorn = false): { id: string }[] => {
  const file = join(out, "results.jsonl");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [""];
  const torn = lines.pop();
  if (!lastMayBeTorn) expect(torn, "results.jsonl ends in the middle of a line").toBe("");
  return lines.map((line) => JSON.parse(line));
};
/** What two runs must share: everything but the time that was spent. */
const timeless = (lines: readonly object[]): unknown =>
  JSON.parse(JSON.stringify(lines, (key, value: unknown) => (key === "ms" ? 0 : value)));
const filesUnder = (out: string): string[] => readdirSync(out, { recursive: true, encoding: "utf8" }).sort();

/** Official files are whole after every item, so also at any moment of a killed run: each is there as a whole, or not yet. */
const expectWholeFiles = (out: string): void => {
  if (!existsSync(out)) return;
  linesOf(out, true);
  for (const name of filesUnder(out)) {
    const bytes = () => readFileSync(join(out, name));
    if (name.endsWith(".json")) JSON.parse(bytes().toString("utf8"));
    if (name.endsWith(".zip")) JSON.parse(strFromU8(unzipSync(bytes())["submission.json"] ?? new Uint8Array()));
  }
};

type Killed = {
  name: string;
  kills: number;
  command: (out: string) => string[];
  /** Time that an undisturbed run takes (milliseconds); each kill comes at a moment of it. */
  ms: number;
  afterKill: (out: string) => void | Promise<void>;
  afterEnd: (out: string) => Promise<void>;
};

/** Run a command, kill it and run it again, until it was killed `kills` times; a run that comes to its end is checked and begun anew. */
const killLoop = async ({ name, kills, command, ms, afterKill, afterEnd }: Killed): Promise<void> => {
  const random = moments(seed);
  let ends = 0;
  const out = () => join(folder, `${name}-${ends}`);
  for (let killed = 0; killed < kills; ) {
    const after = random() * ms;
    const ran = await evigraphKilledAfter(command(out()), after);
    if (ran.code === null) {
      killed++;
      await afterKill(out());
      continue;
    }
    expect(ran.code, `seed ${seed}, after ${killed} kills, ${out()}: ${ran.stderr}`).toBe(0);
    await afterEnd(out());
    ends++;
  }
  await evigraph(command(out()));
  await afterEnd(out());
  console.log(`${name}: killed ${kills} times, ended ${ends + 1} times (seed ${seed})`);
};

beforeAll(async () => {
  await evigraph(["index", "build", "--articles", CORPUS, "--out", INDEX, "--quiet"]);
});

test("an archehr run killed 30 times ends with every case once, whole files and the same answers", async () => {
  const command = (out: string) => [
    ...["archehr", "run", "--cases", CASES, "--limit", "4"],
    ...["--quiet", "--offline", "--out", out],
  ];
  const undisturbed = join(folder, "archehr-undisturbed");
  const { ms } = await evigraph(command(undisturbed));
  const expected = linesOf(undisturbed);
  expect(expected).toHaveLength(4);
  const submissionFile = (out: string, subtask: string): string => join(out, `subtask-${subtask}`, "submission.json");
  const submissionOf = (out: string, subtask: string): string => readFileSync(submissionFile(out, subtask), "utf8");
  for (const subtask of SUBTASKS) {
    const validate = ["validate", "--as", "archehr", "--subtask", subtask, "--cases", CASES];
    await evigraph([...validate, submissionFile(undisturbed, subtask)]);
  }
  await killLoop({
    name: "archehr",
    kills: 30,
    command,
    ms,
    afterKill: expectWholeFiles,
    afterEnd: async (out) => {
      expect(timeless(linesOf(out))).toEqual(timeless(expected));
      expect(filesUnder(out)).toEqual(filesUnder(undisturbed)); // no half file; the empty lock file stays in both
      for (const subtask of SUBTASKS) expect(submissionOf(out, subtask)).toBe(submissionOf(undisturbed, subtask));
    },
  });
});

test("a bioasq run killed 12 times ends with every question once, whole files and the same answers", async () => {
  const command = (out: string) => [
    ...["bioasq", "run", "--questions", QUESTIONS, "--index", INDEX, "--limit", "4"],
    ...["--quiet", "--offline", "--out", out],
  ];
  const undisturbed = join(folder, "bioasq-undisturbed");
  const { ms } = await evigraph(command(undisturbed));
  const expected = linesOf(undisturbed);
  expect(expected).toHaveLength(4);
  await evigraph(["validate", "--as", "bioasq", "--questions", QUESTIONS, "--phase", "A+", join(undisturbed, "submission.json")]);
  await killLoop({
    name: "bioasq",
    kills: 12,
    command,
    ms,
    afterKill: expectWholeFiles,
    afterEnd: async (out) => {
      expect(timeless(linesOf(out))).toEqual(timeless(expected));
      expect(filesUnder(out)).toEqual(filesUnder(undisturbed));
      for (const name of ["submission.json", "documents.trec"])
        expect(readFileSync(join(out, name), "utf8")).toBe(readFileSync(join(undisturbed, name), "utf8"));
    },
  });
});

test("an index build killed 12 times ends with the same index and nothing beside it", async () => {
  const command = (out: string) => ["index", "build", "--articles", CORPUS, "--out", `${out}.db`, "--quiet"];
  const undisturbed = join(folder, "index-undisturbed");
  const { ms } = await evigraph(command(undisturbed));
  const verified = async (out: string): Promise<unknown> =>
    JSON.parse((await evigraph(["index", "verify", "--index", `${out}.db`, "--json"])).stdout);
  const expected = await verified(undisturbed);
  await killLoop({
    name: "index",
    kills: 12,
    command,
    ms,
    // A killed build leaves no index, or, where the kill came between its last step and its exit, a whole one.
    afterKill: async (out) => void (existsSync(`${out}.db`) && expect(await verified(out)).toEqual(expected)),
    afterEnd: async (out) => {
      expect(await verified(out)).toEqual(expected);
      const beside = readdirSync(folder).filter((name) => join(folder, name).startsWith(`${out}.db.`));
      expect(beside).toEqual([]);
    },
  });
});

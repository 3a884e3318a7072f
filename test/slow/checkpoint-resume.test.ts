import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { buildIndex } from "../../clients/index/build-index.ts";
import { readArticles } from "../../clients/index/read-articles.ts";
import { evigraph, evigraphKilledAfter } from "../support/evigraph-cli.ts";

const execute = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "evigraph-checkpoint-"));
const INDEX = join(folder, "demo.db");

type Ran = { trace: string[]; values: Record<string, unknown> | undefined };

/** Run one item in a process of its own; with `killAt` it dies there. Out: what it reached, and its values where it came to its end. */
const run = async (graph: "archehr" | "bioasq", file: string, killAt = ""): Promise<Ran> => {
  const trace = join(folder, `trace-${Math.random()}`);
  const program = ["--import", "tsx", "test/support/run-until-killed.ts", graph, file, trace, killAt, INDEX];
  const ended = await execute(process.execPath, program).catch((error: { signal?: string }) => {
    if (error.signal !== "SIGKILL" || killAt === "") throw error;
    return undefined;
  });
  if (killAt !== "" && ended !== undefined) throw new Error(`nothing reached ${JSON.stringify(killAt)}`);
  const reached = existsSync(trace) ? readFileSync(trace, "utf8").trimEnd().split("\n") : [];
  return { trace: reached, values: ended === undefined ? undefined : JSON.parse(ended.stdout) };
};
const timeless = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === "ms" ? 0 : inner)));
const begun = (trace: readonly string[]): string[] =>
  trace.flatMap((moment) => (moment.startsWith("begin ") ? [moment.slice("begin ".length)] : []));
const asking = (trace: readonly string[]): string[] =>
  trace.flatMap((moment) => (moment.startsWith("ask ") ? [moment.slice("ask ".length)] : []));
let runs = 0;
const newFile = (): string => join(folder, `run ${runs++}.db`);

describe("archehr", () => {
  let whole: Ran;
  beforeAll(async () => {
    whole = await run("archehr", newFile());
  });

  test.each([
    ["begin interpretQuestion", "interpretQuestion"],
    ["ask scoreSentences", "scoreSentences"], // in the middle of a node's work
    ["end scoreSentences", "scoreSentences"], // its work is done, but not yet on disk
    ["begin alignAnswer", "alignAnswer"],
    ["begin finishAnswer", "finishAnswer"],
  ])("killed at %s, a new process redoes %s and what follows, and nothing before it", async (killAt, unfinished) => {
    const file = newFile();
    const killed = await run("archehr", file, killAt);
    expect(killed.trace.at(-1)).toBe(killAt);
    const resumed = await run("archehr", file);
    const path = begun(whole.trace);
    expect(begun(resumed.trace)).toEqual(path.slice(path.indexOf(unfinished)));
    const asked = asking(whole.trace);
    const before = asked.filter((step) => path.indexOf(step) < path.indexOf(unfinished));
    expect(asking(resumed.trace)).toEqual(asked.slice(before.length));
    expect(timeless(resumed.values)).toEqual(timeless(whole.values)); // usage too: no call is counted twice
  });

  test("the checkpoint file and its notes are readable by their owner only", async () => {
    const file = newFile();
    await run("archehr", file);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(statSync(`${file}.texts`).mode & 0o077).toBe(0);
  });
});

describe("bioasq", () => {
  let whole: Ran;
  beforeAll(async () => {
    const articles = readArticles(["data/demo/bioasq/corpus.jsonl"], process.stdin);
    const built = await buildIndex({ articles, file: INDEX }); // without vectors: the words are enough here
    if (built.is !== "ok") throw new Error(built.detail);
    whole = await run("bioasq", newFile());
    expect(asking(whole.trace)).toContain("guessAnswer"); // the rescue ran
  });

  test("killed in the search of the rescue, a new process neither retrieves nor guesses again", async () => {
    const file = newFile();
    const killed = await run("bioasq", file, "search of the rescue");
    expect(asking(killed.trace)).toEqual(["expandQuestion", "guessAnswer"]);
    const resumed = await run("bioasq", file);
    expect(begun(resumed.trace)[0]).toBe("mergeRescue");
    expect(asking(resumed.trace)).not.toContain("guessAnswer");
    expect(timeless(resumed.values)).toEqual(timeless(whole.values));
  });

  test("killed while a model guesses, a new process asks it again, and nothing before it", async () => {
    const file = newFile();
    await run("bioasq", file, "ask guessAnswer");
    const resumed = await run("bioasq", file);
    expect(asking(resumed.trace)[0]).toBe("guessAnswer");
    expect(begun(resumed.trace)).not.toContain("searchArticles");
    expect(timeless(resumed.values)).toEqual(timeless(whole.values));
  });

  test("killed while the answer is drafted, a new process drafts it and retrieves nothing", async () => {
    const file = newFile();
    await run("bioasq", file, "begin draftIdeal");
    const resumed = await run("bioasq", file);
    expect(begun(resumed.trace)).toEqual(["draftIdeal", "repairFormat", "validateAnswer"]);
    expect(resumed.trace.filter((moment) => moment.startsWith("search"))).toEqual([]);
    expect(timeless(resumed.values)).toEqual(timeless(whole.values));
  });
});

test("the command with --checkpoint, killed 8 times, gives the lines of an undisturbed run, with no call counted twice", async () => {
  const command = (name: string) => [
    ...["archehr", "run", "--cases", "data/demo/archehr/archehr-qa.xml", "--limit", "3", "--quiet", "--offline"],
    ...["--out", join(folder, name), "--checkpoint", join(folder, `${name}.db`)],
  ];
  const lines = (name: string): unknown[] =>
    readFileSync(join(folder, name, "results.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  const { ms } = await evigraph(command("undisturbed"));
  let round = 0;
  for (let killed = 0; killed < 8; ) {
    // Moments spread over the run; the golden ratio keeps them apart without chance.
    const after = ms * ((0.2 + 0.618 * (killed + round)) % 1);
    const { code } = await evigraphKilledAfter(command(`killed-${round}`), after);
    if (code === null) killed++;
    else expect(timeless(lines(`killed-${round++}`))).toEqual(timeless(lines("undisturbed")));
  }
  await evigraph(command(`killed-${round}`));
  expect(timeless(lines(`killed-${round}`))).toEqual(timeless(lines("undisturbed")));
});

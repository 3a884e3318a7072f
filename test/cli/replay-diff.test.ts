import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-replay-diff-"));
afterAll(() => rmSync(folder, { recursive: true }));
const note = join(folder, "note.txt");
writeFileSync(
  note,
  "INR was 4.8 on arrival, so warfarin was held.\nPotassium was 4.1.\nWarfarin was resumed when INR fell to 2.1.\n",
);
const run = (name: string, ...more: string[]) =>
  runCli(
    ...["archehr", "run", "--note", note, "--question", "Why did they stop the warfarin?", "--out", join(folder, name)],
    ...["--offline", "--fresh", ...more],
  );
const record = (name: string, ...more: string[]) => run(`run-${name}`, "--record", join(folder, name), ...more);
const diff = async (a: string, b: string) => {
  const { code, out } = await runCli("replay", "diff", join(folder, a), join(folder, b), "--json");
  return { code, departures: JSON.parse(out).departures as { about: string; is: string; parts: { path: string }[] }[] };
};

let told = "";
beforeAll(async () => {
  told = (await record("one")).err;
  await record("same");
  await record("longer", "--set", "answerMaxWords=40");
  await record("other-rules", "--set", "extractive.alignMost=1");
});

test("two recordings of one run are alike, and their folder says whose text it holds", async () => {
  expect(await diff("one", "same")).toEqual({ code: 0, departures: [] });
  expect(told).toContain("hold text of class phi");
  const about = join(folder, "one", "CLASS");
  expect(readFileSync(about, "utf8")).toMatch(/^phi: /);
  expect(statSync(about).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "one")).mode & 0o777).toBe(0o700);
});

test("a setting that changes a prompt is named, with its values, and no text is shown", async () => {
  const { code, departures } = await diff("one", "longer");
  expect(code).toBe(1);
  const draft = departures.find(({ about }) => about.startsWith("archehr/draft-answer@"));
  expect(draft).toMatchObject({
    is: "asked otherwise",
    parts: [{ path: "input.maxWords", one: "75", other: "40", setting: "answerMaxWords" }],
  });
  const shown = (await runCli("replay", "diff", join(folder, "one"), join(folder, "longer"))).out;
  expect(shown).toContain("input.maxWords 75 in A, 40 in B (setting answerMaxWords)");
  expect(shown).not.toMatch(/INR|Potassium/);
});

test("a replay that misses names the setting too", async () => {
  const { code, err } = await run("missed", "--replay", join(folder, "one"), "--set", "interpretMaxWords=12");
  expect(code).toBe(1);
  expect(err).toContain("replayMiss");
  expect(err).toContain("input.maxWords 15 there, 12 now (setting interpretMaxWords)");
});

test("a setting of the embedded model is named in its recordings", async () => {
  const { departures } = await diff("one", "other-rules");
  expect(departures[0]?.parts).toEqual([
    { path: "revision.extractive.alignMost", one: "absent", other: "1", setting: "extractive.alignMost" },
  ]);
});

test("a reply that was changed by hand is found, by its place", async () => {
  await record("changed");
  const files = readdirSync(join(folder, "changed"), { recursive: true, encoding: "utf8" }).map((name) =>
    join(folder, "changed", name),
  );
  const file = files.find(
    (name) => name.endsWith(".json") && readFileSync(name, "utf8").includes('"name":"archehr/draft-answer@'),
  )!;
  writeFileSync(file, readFileSync(file, "utf8").replace('"value":{"answer":"', '"value":{"answer":"Perhaps '));
  const { departures } = await diff("one", "changed");
  expect(departures).toMatchObject([
    { is: "the same request has another reply", parts: [{ path: "reply.outcome.value.answer" }] },
  ]);
});

test("two run folders are compared by settings and results", async () => {
  expect((await diff("run-one", "run-same")).departures).toEqual([]);
  const { departures } = await diff("run-one", "run-longer");
  expect(departures[0]).toMatchObject({
    about: "run",
    parts: [{ path: "settings.answerMaxWords", one: "75", other: "40" }],
  });
});

test("a run folder and recordings do not compare, and neither does what is no folder", async () => {
  expect((await runCli("replay", "diff", join(folder, "run-one"), join(folder, "one"))).code).toBe(2);
  expect((await runCli("replay", "diff", join(folder, "nowhere"), join(folder, "one"))).code).toBe(2);
  expect((await runCli("replay", "diff", note, join(folder, "one"))).code).toBe(2);
});

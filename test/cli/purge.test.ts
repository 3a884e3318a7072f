import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph purge "));
const [run, checkpoint, record] = [join(folder, "run"), join(folder, "steps.db"), join(folder, "recordings")];
const NAME = "Zebulon";

/** Every file below a folder that holds the name. */
const holding = (place: string): string[] =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(NAME));

beforeAll(async () => {
  const note = join(folder, "..", `${NAME}.txt`);
  writeFileSync(note, `${NAME} took warfarin.\nWarfarin was held because INR was 4.8.\n`);
  const asked = ["--note", note, "--question", "Why was warfarin held?", "--out", run];
  expect((await runCli("archehr", "run", ...asked, "--checkpoint", checkpoint, "--record", record, "--quiet")).code).toBe(0);
});

test("with the run folder, its checkpoints and its recordings named, no file holds the patient's name", async () => {
  expect(holding(folder).length).toBeGreaterThan(2); // texts, checkpoints and recordings at least
  const { code, out } = await runCli("purge", run, "--checkpoint", checkpoint, "--record", record, "--json");
  expect(code).toBe(0);
  const { removed, beside } = JSON.parse(out);
  expect(removed).toContain("results.jsonl");
  expect(beside).toEqual(expect.arrayContaining([checkpoint, `${checkpoint}.texts`, record]));
  expect(holding(folder)).toEqual([]);
  expect(existsSync(record)).toBe(false);
  expect(existsSync(join(run, "manifest.json"))).toBe(true);
});

test("what is no file of checkpoints and no folder of recordings is left alone", async () => {
  const other = join(folder, "letter.txt");
  writeFileSync(other, "not ours");
  const place = join(folder, "ab");
  mkdirSync(join(place, "ab"), { recursive: true });
  writeFileSync(join(place, "ab", "letter.json"), "{}");
  expect(await runCli("purge", "--checkpoint", other)).toMatchObject({
    code: 2,
    err: expect.stringContaining("holds no checkpoints"),
  });
  expect(await runCli("purge", "--record", place)).toMatchObject({
    code: 2,
    err: expect.stringContaining("holds no recordings"),
  });
  expect(await runCli("purge", "--checkpoint", join(folder, "none.db"))).toMatchObject({ code: 2 });
  expect(await runCli("purge")).toMatchObject({ code: 2, err: expect.stringContaining("name a run folder") });
  expect(existsSync(other) && existsSync(join(place, "ab", "letter.json"))).toBe(true);
});

import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ArchehrSettings } from "../state/settings/archehr.ts";
import { ExtractiveSettings } from "../state/settings/extractive.ts";

const page = readFileSync(new URL("../docs/archehr-method.md", import.meta.url), "utf8");
const code = [...page.matchAll(/`([^`\s]+)`/gu)].map(([, name = ""]) => name);

test("every file that the page on the method names is there", () => {
  const files = code.filter((name) => name.includes("/"));
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([]);
});

test("every setting that it names is one, with the value that it gives", () => {
  const known = new Set([...Object.keys(ArchehrSettings.parse({})), ...Object.keys(ExtractiveSettings.parse({})), "profile"]);
  const named = [...page.matchAll(/settings? `([A-Za-z]+)`/gu)].map(([, name = ""]) => name);
  const switches = [...page.matchAll(/^\| ((?:`[A-Za-z]+`(?:, )?)+) \|/gmu)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([A-Za-z]+)`/gu)].map(([, name = ""]) => name),
  );
  expect(switches.length).toBeGreaterThan(8);
  expect([...named, ...switches].filter((name) => !known.has(name))).toEqual([]);
  const { strictFrom, strictMost } = ExtractiveSettings.parse({});
  expect([strictFrom, strictMost]).toEqual([0.24, 40]);
});

test("every subsection of the method has a row", () => {
  for (const section of ["3", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6"])
    expect(page).toContain(`| ${section} | `);
});

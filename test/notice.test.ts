import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../clients/env.ts";

const root = packageRoot();
const notice = readFileSync(join(root, "NOTICE"), "utf8");
/** Names of files in NOTICE, with what stands in braces written out. */
const named = notice
  .replaceAll(/\S*\{([^}]+)\}(\S*)/gu, (whole, names: string, end: string) =>
    names
      .split(",")
      .map((name) => `${whole.slice(0, whole.indexOf("{"))}${name}${end}`)
      .join(" "),
  )
  .split(/[\s,]+/u)
  .map((name) => name.split("/").at(-1));

const lists = ["clients", "retrieval", "text", "nodes", "formats"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).flatMap((file) =>
    file.endsWith(".json") ? [join(folder, file)] : [],
  ),
);

test("every file that was learned from a public data set is named in NOTICE, with that data set", () => {
  const learned = lists.flatMap((file) => {
    const { source = "" } = JSON.parse(readFileSync(join(root, file), "utf8")) as { source?: string };
    return /CC BY|BioASQ|SciFact/u.test(source) && !source.startsWith("written for this project") ? [file] : [];
  });
  expect(learned.length).toBeGreaterThanOrEqual(6);
  for (const file of learned) expect(named).toContain(file.split("/").at(-1));
  for (const licence of ["CC BY 2.5", "CC BY 4.0", "ODC-By 1.0", "Apache License 2.0", "CC0-1.0"])
    expect(notice).toContain(licence);
});

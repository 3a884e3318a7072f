import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folders = ["cli", "clients", "evaluation", "formats", "graphs", "nodes", "prompts", "retrieval", "state", "text"];
const sources = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(folder, file), "utf8")),
);
const listed = new Set([...readFileSync("docs/references.md", "utf8").matchAll(/^\| ([a-z0-9]+) \|/gm)].map(([, key]) => key));

test("every cited work is in docs/references.md", () => {
  const cited = sources.flatMap((text) =>
    [...text.matchAll(/@cite ([a-z0-9]+)|; ([a-z]+[0-9]{4}[a-z0-9]*) §/g)].map(([, key, other]) => key ?? other),
  );
  expect(cited.length).toBeGreaterThan(50);
  expect([...new Set(cited)].filter((key) => !listed.has(key))).toEqual([]);
});

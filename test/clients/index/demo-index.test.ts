import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDemoIndex } from "../../../clients/index/demo-index.ts";
import { failure, ok } from "../../../state/outcome.ts";
import { letterEncoder, newFolder } from "../../support/hand-made-index.ts";

const facts = ok({ weights: "", tokenizer: "", weightsSha256: "", dimensions: 8, maxTokens: 256 });
const encoder = { ...letterEncoder(), check: () => facts as never };
const folder = newFolder();

test("the demo corpus is built once, and opened as it is the next time", async () => {
  const first = await openDemoIndex({ folder, encoder });
  if (first.is !== "ok") throw new Error(first.detail);
  expect(first.value.stats()).toMatchObject({ value: { articles: 160, vectors: 160 } });
  await first.value.close();
  const files = readdirSync(folder);
  expect(files).toHaveLength(1);
  const built = statSync(join(folder, files[0] ?? ""));
  const again = await openDemoIndex({ folder, encoder });
  expect(again.is).toBe("ok");
  expect(readdirSync(folder)).toEqual(files);
  expect(statSync(join(folder, files[0] ?? "")).mtimeMs).toBe(built.mtimeMs);
});

test("a damaged one is built anew", async () => {
  const [file = ""] = readdirSync(folder);
  writeFileSync(join(folder, file), Buffer.from("SQLite format 3\0"));
  // Not an index any more by its first bytes: a cache may be replaced, since it holds nothing of the user's.
  const mended = await openDemoIndex({ folder, encoder });
  expect(mended.is === "ok" && mended.value.stats()).toMatchObject({ value: { articles: 160 } });
});

test("without weights it says what is missing", async () => {
  const none = { ...letterEncoder(), check: () => failure("misconfigured", "weights are missing") };
  expect(await openDemoIndex({ folder: newFolder(), encoder: none })).toEqual(failure("misconfigured", "weights are missing"));
});

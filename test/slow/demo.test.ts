import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { evigraph } from "../support/evigraph-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-demo-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the demo runs both graphs, and the embedded model beats the trivial baseline of every row", async () => {
  const { code, stdout } = await evigraph(["demo", "--out", folder, "--quiet"]);
  expect(code).toBe(0);
  const rows = [...stdout.matchAll(/^\| ((?:archehr|bioasq)\/[^|]+) \| ([^|]+) \| ([\d.]+) \| ([\d.]+) \|/gm)];
  expect(rows.length).toBeGreaterThanOrEqual(10);
  for (const [, prompt, measure, ours, baseline] of rows)
    expect(Number(ours), `${prompt}, ${measure}`).toBeGreaterThan(Number(baseline));
});

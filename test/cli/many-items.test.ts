import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-many-"));
const ITEMS = Array.from({ length: 50 }, (_, at) => `c${at}`);

test("fifty items in one run leave no warning of listeners that pile up", async () => {
  const cases = join(folder, "cases.xml");
  const one = (id: string) => `<case id="${id}"><patient_narrative>Why was my warfarin stopped?</patient_narrative></case>`;
  writeFileSync(cases, `<annotations>${ITEMS.map(one).join("")}</annotations>`);
  const told: Error[] = [];
  const hear = (warning: Error) => void told.push(warning);
  process.on("warning", hear);
  const { code, out } = await runCli(
    ...["archehr", "run", "--cases", cases, "--subtask", "1", "--concurrency", "4", "--quiet", "--json"],
  );
  await new Promise(setImmediate); // a warning is emitted on the next turn
  process.off("warning", hear);
  expect(code).toBe(0);
  expect(JSON.parse(out).results).toHaveLength(50);
  expect(told.filter(({ name }) => name === "MaxListenersExceededWarning")).toEqual([]);
});

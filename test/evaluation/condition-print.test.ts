import { expect, test } from "vitest";
import type { Condition } from "../../evaluation/condition.ts";
import { conditionPrint } from "../../evaluation/condition-print.ts";
import { CONDITIONS } from "../../evaluation/conditions.ts";
import type { LiveParts } from "../../graphs/live-parts.ts";
import { archehrDeps } from "../support/archehr-deps.ts";

const withReader = (identity: string) =>
  ({ ...archehrDeps().deps, encoder: { weightsSha256: "w", reader: { identity } } }) as unknown as LiveParts;

test("another reader changes the print of what reads notes with the embedded model, and of no other", async () => {
  const changed: Condition[] = [];
  for (const condition of CONDITIONS) {
    const [one, other] = [await conditionPrint(condition, withReader("r")), await conditionPrint(condition, withReader("s"))];
    if (JSON.stringify(one) !== JSON.stringify(other)) changed.push(condition);
  }
  const reads = CONDITIONS.filter(
    ({ task, server, extractive }) =>
      (task === "archehr" || task === "sentences") && server === undefined && extractive?.readerWeight !== 0,
  );
  expect(changed.map(({ name }) => name)).toEqual(reads.map(({ name }) => name));
  // Both kinds are there, and so is each kind that reads none.
  expect(new Set(changed.map(({ task }) => task))).toEqual(new Set(["archehr", "sentences"]));
  const still = CONDITIONS.filter((condition) => !changed.includes(condition));
  for (const task of ["interpretation", "ranking", "bioasq"]) expect(still.some((one) => one.task === task)).toBe(true);
  expect(still.some(({ task, server }) => task === "archehr" && server !== undefined)).toBe(true);
});

test("the reader and its weight are the whole change: settings, weights and drawing stay what they were", async () => {
  const best = CONDITIONS.find(({ name }) => name === "demo-archehr/best")!;
  const [one, other] = [await conditionPrint(best, withReader("r")), await conditionPrint(best, withReader("s"))];
  expect(one.reader?.weights).toBe("r");
  expect({ ...other, reader: one.reader }).toEqual(one);
});

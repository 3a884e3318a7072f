import { expect, test } from "vitest";
import { eachItem } from "../../evaluation/each-item.ts";

const by = (concurrency: number) => ({ concurrency, signal: new AbortController().signal, tick: () => undefined });

test("what the work gave stands in the order of the items, whichever ended first", async () => {
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const ended: number[] = [];
  const given = await eachItem([20, 1, 10], by(3), async (ms) => {
    await wait(ms);
    ended.push(ms);
    return `${ms}`;
  });
  expect(given).toEqual(["20", "1", "10"]);
  expect(ended[0]).toBe(1);
});

test.each([
  [1, 1],
  [2, 2],
  [9, 4],
  [0, 1],
])("at most %i are under way at once", async (atOnce, most) => {
  let [now, seen] = [0, 0];
  await eachItem([1, 2, 3, 4], by(atOnce), async () => {
    seen = Math.max(seen, ++now);
    await new Promise<void>((resolve) => setImmediate(resolve));
    now -= 1;
  });
  expect(seen).toBe(most);
});

test("a throw is thrown on", async () => {
  await expect(eachItem([1, 2], by(1), () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await eachItem([], by(3), async () => 1)).toEqual([]);
});

test("after a throw no further item starts, also beside it", async () => {
  const started: number[] = [];
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const running = eachItem([1, 2, 3, 4], by(2), async (item) => {
    started.push(item);
    if (item === 1) throw new Error("no");
    await turn();
  });
  await expect(running).rejects.toThrow("no");
  await turn();
  await turn();
  expect(started).toEqual([1, 2]);
});

test("how far it is, is told once an item", async () => {
  const told: [number, number][] = [];
  await eachItem(["a", "b"], { ...by(1), tick: (done, of) => told.push([done, of]) }, async () => undefined);
  expect(told).toEqual([
    [1, 2],
    [2, 2],
  ]);
});

import { expect, test } from "vitest";
import { eachItem } from "../../evaluation/each-item.ts";

test("what the work gave stands in the order of the items, whichever ended first", async () => {
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const ended: number[] = [];
  const given = await eachItem([20, 1, 10], 3, async (ms, at) => {
    await wait(ms);
    ended.push(at);
    return `${at}:${ms}`;
  });
  expect(given).toEqual(["0:20", "1:1", "2:10"]);
  expect(ended[0]).toBe(1);
});

test.each([
  [1, 1],
  [2, 2],
  [9, 4],
  [0, 1],
])("at most %i are under way at once", async (atOnce, most) => {
  let [now, seen] = [0, 0];
  await eachItem([1, 2, 3, 4], atOnce, async () => {
    seen = Math.max(seen, ++now);
    await new Promise<void>((resolve) => setImmediate(resolve));
    now -= 1;
  });
  expect(seen).toBe(most);
});

test("a throw is thrown on", async () => {
  await expect(eachItem([1, 2], 1, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await eachItem([], 3, async () => 1)).toEqual([]);
});

import { expect, test } from "vitest";
import { duration, startClock } from "../../cli/progress.ts";
import { runItems } from "../../cli/run-items.ts";

const quiet = startClock({ total: 0, done: 0, unit: "items", quiet: true });
const run = async (concurrency: number, work: (item: number) => Promise<number>, signal = new AbortController().signal) => {
  const done: number[] = [];
  await runItems({
    items: [0, 1, 2, 3, 4, 5],
    concurrency,
    signal,
    run: work,
    ended: (item) => done.push(item),
    progress: quiet,
  });
  return done;
};

test.each([1, 3, 20])("every item runs once at concurrency %i", async (concurrency) => {
  expect((await run(concurrency, async (item) => item)).sort()).toEqual([0, 1, 2, 3, 4, 5]);
});

test("no more items run at once than asked for", async () => {
  let now = 0;
  let most = 0;
  await run(2, async (item) => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setImmediate(resolve));
    now--;
    return item;
  });
  expect(most).toBe(2);
});

test("after a stop no further item starts, and none that was cut short counts", async () => {
  const controller = new AbortController();
  const done = await run(
    1,
    async (item) => {
      if (item === 2) controller.abort();
      return item;
    },
    controller.signal,
  );
  expect(done).toEqual([0, 1]);
});

test("a bug is thrown on, after the items at work have ended", async () => {
  await expect(
    run(2, async (item) => {
      if (item === 1) throw new TypeError("bug");
      return item;
    }),
  ).rejects.toThrow("bug");
});

test.each([
  [4_000, "4 s"],
  [89_000, "89 s"],
  [180_000, "3 min"],
  [7_800_000, "2 h 10 min"],
])("%i ms are told as %s", (ms, text) => expect(duration(ms)).toBe(text));

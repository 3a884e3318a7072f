import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openAllowance } from "../../../../clients/models/chat/allowance.ts";
import { deadlineCalls } from "../../../../clients/models/chat/deadline-call.ts";
import { ok } from "../../../../state/outcome.ts";
import { ModelSettings } from "../../../../state/settings/models.ts";

const { signal } = new AbortController();
const LATE = 10 * 60_000;

/** An allowance on a clock that only waiting moves (milliseconds). */
const withClock = (limits: { requestsPerMinute?: number; tokensPerMinute?: number }) => {
  const clock = { ms: 0 };
  const allowance = openAllowance(
    { requestsPerMinute: 0, tokensPerMinute: 0, ...limits },
    () => clock.ms,
    async (ms) => {
      clock.ms += ms;
    },
  );
  return { clock, ...allowance };
};

describe("an allowance", () => {
  test("without limits lets everything through at once", async () => {
    const { clock, take } = withClock({});
    for (let at = 0; at < 1000; at++) expect(await take(1_000_000, LATE, signal)).toBeUndefined();
    expect(clock.ms).toBe(0);
  });

  test("with room lets a late call through: its own deadline ends it, not the limit", async () => {
    const { take } = withClock({ requestsPerMinute: 60 });
    expect(await take(0, -1, signal)).toBeUndefined();
  });

  test("of 60 requests a minute gives six at once, then one a second", async () => {
    const { clock, take } = withClock({ requestsPerMinute: 60 });
    const starts: number[] = [];
    for (let at = 0; at < 9; at++) {
      await take(0, LATE, signal);
      starts.push(Math.round(clock.ms));
    }
    expect(starts).toEqual([0, 0, 0, 0, 0, 0, 1000, 2000, 3000]);
  });

  test("of 6,000 tokens a minute gives 600 at once; a request of 2,000 is sent, and the next waits for its debt", async () => {
    const { clock, take } = withClock({ tokensPerMinute: 6000 });
    await take(2000, LATE, signal);
    expect(clock.ms).toBe(0);
    // 1,400 of debt and 100 wanted at 100 a second.
    await take(100, LATE, signal);
    expect(clock.ms).toBeCloseTo(15_000, 6);
  });

  test("a request that was sent without waiting is counted: what follows waits for it", async () => {
    const { clock, take, charge } = withClock({ requestsPerMinute: 60, tokensPerMinute: 6000 });
    for (let at = 0; at < 6; at++) charge(100); // the bucket of six requests and of 600 tokens is empty
    await take(100, LATE, signal);
    expect(clock.ms).toBeCloseTo(1000, 6);
  });

  test("gives back what a reply did not use", async () => {
    const { clock, take, settle } = withClock({ tokensPerMinute: 6000 });
    await take(600, LATE, signal);
    settle(600, 200); // 400 are free again
    await take(400, LATE, signal);
    expect(clock.ms).toBe(0);
  });

  test("lets the next one through as soon as a reply gives back its reserve", async () => {
    const allowance = openAllowance({ requestsPerMinute: 0, tokensPerMinute: 6000 });
    await allowance.take(5000, performance.now() + 1000, signal); // 4,400 of debt: 50 s by the clock alone
    const next = allowance.take(500, performance.now() + 1000, signal);
    allowance.settle(5000, 10);
    expect(await next).toBeUndefined();
  });

  test("whoever stops waiting leaves the line", async () => {
    const allowance = openAllowance({ requestsPerMinute: 1, tokensPerMinute: 0 });
    await allowance.take(0, performance.now() + 1000, signal);
    const stop = new AbortController();
    const waiting = allowance.take(0, performance.now() + 600_000, stop.signal);
    stop.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
  });

  test("says at once that room comes after the deadline, and takes nothing", async () => {
    const { clock, take, settle } = withClock({ requestsPerMinute: 6 });
    await take(0, LATE, signal);
    settle(0, 0);
    expect(await take(0, 9000, signal)).toMatchObject({
      is: "rateLimited",
      detail: expect.stringContaining("room only in 10 s"),
    });
    expect(await take(0, 10_001, signal)).toBeUndefined();
    expect(clock.ms).toBeCloseTo(10_000, 6);
  });

  test("never lets more than a minute's limit and one bucket through in any minute", async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(sizes, async (tokens) => {
        const { clock, take } = withClock({ tokensPerMinute: 6000 });
        const sent: { at: number; size: number }[] = [];
        for (const size of tokens) {
          await take(size, Number.POSITIVE_INFINITY, signal);
          sent.push({ at: clock.ms, size });
        }
        for (const { at: from } of sent) {
          const within = sent.filter(({ at }) => at >= from && at < from + 60_000);
          expect(within.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(6600 + 0.1);
        }
      }),
      { numRuns: 100 },
    );
  });
});

test("a call over the model's limit waits before it sends, instead of meeting 429", async () => {
  const call = deadlineCalls(ModelSettings.parse({ requestsPerMinute: 600, deadlineMs: 5000 }));
  const began = performance.now();
  const starts: number[] = [];
  const attempt = async () => {
    starts.push(performance.now() - began);
    return { is: "final" as const, value: { outcome: ok("done") } };
  };
  const ended = await Promise.all(Array.from({ length: 62 }, () => call("The call", 0, attempt, undefined)));
  expect(ended.every(({ outcome, retries }) => outcome.is === "ok" && retries === 0)).toBe(true);
  // 60 at once, the next ones 100 ms apart.
  expect(starts[60]).toBeGreaterThanOrEqual(95);
  expect(starts[61]).toBeGreaterThanOrEqual(195);
});

test("a call whose turn comes after its deadline ends rateLimited without a request", async () => {
  const call = deadlineCalls(ModelSettings.parse({ tokensPerMinute: 60, deadlineMs: 500 }));
  let asked = 0;
  const attempt = async () => {
    asked++;
    return { is: "final" as const, value: { outcome: ok("done") } };
  };
  await call("The call", 600, attempt, undefined);
  const { outcome } = await call("The call", 600, attempt, undefined);
  expect(outcome).toMatchObject({ is: "rateLimited", detail: expect.stringContaining("60 tokens a minute") });
  expect(asked).toBe(1);
});

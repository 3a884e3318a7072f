import { describe, expect, it } from "vitest";
import { sharedPacer, startPacer } from "../../../clients/pubmed/pacer.ts";

const never = new AbortController().signal;

/** A clock that moves only by waiting. */
const clock = () => {
  let time = 0;
  return {
    now: () => time,
    wait: async (ms: number) => {
      time += Math.max(0, ms);
    },
  };
};

describe("startPacer", () => {
  it("starts requests evenly spaced, however fast they are asked for", async () => {
    const { now, wait } = clock();
    const pacer = startPacer(4, now, wait);
    const starts: number[] = [];
    for (let at = 0; at < 4; at++) {
      await pacer.turn(Number.POSITIVE_INFINITY, never);
      starts.push(now());
    }
    expect(starts).toEqual([0, 250, 500, 750]);
  });

  it("gives each of many callers at one moment a start of its own", async () => {
    const waits: number[] = [];
    const pacer = startPacer(
      200,
      () => 0,
      async (ms) => void waits.push(ms),
    );
    await Promise.all(Array.from({ length: 4 }, () => pacer.turn(Number.POSITIVE_INFINITY, never)));
    expect(waits).toEqual([0, 5, 10, 15]);
  });

  it("takes no turn for a request that would come too late, nor for one that was stopped", async () => {
    const { now, wait } = clock();
    const pacer = startPacer(1, now, wait);
    expect(await pacer.turn(10_000, never)).toBe(true);
    expect(await pacer.turn(999, never)).toBe(false);
    expect(await pacer.turn(10_000, AbortSignal.abort())).toBe(false);
    expect(await pacer.turn(10_000, never)).toBe(true);
    expect(now()).toBe(1000); // the second turn is the next one: none was lost
  });

  it("holds off everybody after the service has said that it is too much", async () => {
    const { now, wait } = clock();
    const pacer = startPacer(1000, now, wait);
    pacer.holdOff(700);
    await pacer.turn(Number.POSITIVE_INFINITY, never);
    expect(now()).toBe(700);
  });
});

describe("sharedPacer", () => {
  it("is one for all clients of a service", () => {
    expect(sharedPacer("https://a.example", 3)).toBe(sharedPacer("https://a.example", 3));
    expect(sharedPacer("https://a.example", 3)).not.toBe(sharedPacer("https://b.example", 3));
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryCalls } from "../../../clients/call-log.ts";
import type { AskRequest, Carried } from "../../../clients/models/ask-with.ts";
import { openLedger } from "../../../clients/models/ledger.ts";
import { costOf, type Price, priceOf } from "../../../clients/models/prices.ts";
import { failure, ok } from "../../../state/outcome.ts";
import { ModelSettings } from "../../../state/settings/models.ts";

const about = { source: "a price list of this test", date: "2026-03-01" };
const PRICES: Price[] = [
  { model: "gemini:pro", input: 2, cached: 0.5, output: 10, ...about },
  { model: "vllm:*", input: 0, output: 1, ...about },
  { model: "vllm:big*", input: 1, output: 1, ...about },
];
// A prompt of 300 characters is 100 tokens, and 0 of the template; with 100 for the reply: 100 x 2 + 100 x 10 = 1200 millionths of a dollar at most.
const settings = ModelSettings.parse({ templateTokens: 0, replyTokens: 100, geminiThinkingTokens: 128 });
const MOST = (100 * 2 + (100 + 128) * 10) / 1e6;
const request = (model = "gemini:pro"): AskRequest => ({
  prompt: "test/p@1",
  system: "",
  user: "x".repeat(300),
  input: {},
  model,
  revision: "1",
  temperature: 0,
  sample: 0,
  schema: {},
});
const options = { role: "draft", step: "draftAnswer", item: "c1", temperature: 0 } as const;
const answered = (input: number, output: number, more: Partial<Carried> = {}): Carried => ({
  outcome: ok("x"),
  inputTokens: input,
  outputTokens: output,
  ...more,
});

describe("prices", () => {
  test("an exact name goes before a pattern, the longest pattern first; what is not there is unknown", () => {
    expect(priceOf(PRICES, "gemini:pro")).toMatchObject({ input: 2 });
    expect(priceOf(PRICES, "vllm:bigger")).toMatchObject({ input: 1 });
    expect(priceOf(PRICES, "vllm:small")).toMatchObject({ input: 0 });
    expect(priceOf(PRICES, "openai:x")).toBeUndefined();
    expect(priceOf([], "extractive")).toEqual({ input: 0, output: 0 });
    expect(priceOf([], "replay:folder")).toEqual({ input: 0, output: 0 });
  });

  test("cached input has its own price, and reasoning that of the output", () => {
    // 600 x 2 + 400 x 0.5 + (50 + 30) x 10 = 2200 millionths.
    expect(costOf(PRICES[0]!, { input: 1000, cached: 400, output: 50, reasoning: 30 })).toBeCloseTo(0.0022, 12);
    expect(costOf({ input: 2, output: 10 }, { input: 1000, cached: 400, output: 0, reasoning: 0 })).toBeCloseTo(0.002, 12);
  });
});

describe("a ledger", () => {
  test("writes each call down with what it cost, and no text", async () => {
    const log = memoryCalls();
    const { metered, spentUsd } = openLedger({ prices: PRICES, log, settings });
    await metered(request(), options, async () => answered(100, 10, { retries: 1, ms: 5 }));
    await metered(request("openai:x"), options, async () => ({ outcome: failure("truncated", "cut", { text: "note" }) }));
    expect(log.read()).toEqual([
      expect.objectContaining({
        item: "c1",
        role: "draft",
        step: "draftAnswer",
        inputTokens: 100,
        retries: 1,
        ms: 5,
        usd: 0.0003,
      }),
      expect.objectContaining({ outcome: "truncated", usd: null }),
    ]);
    expect(JSON.stringify(log.read())).not.toContain("note");
    expect(spentUsd()).toBeCloseTo(0.0003, 12);
  });

  test("stops before the call that might exceed the budget, and makes the others", async () => {
    let made = 0;
    const { metered, usedUp } = openLedger({ prices: PRICES, budgetUsd: MOST * 1.5, log: memoryCalls(), settings });
    const call = async () => {
      made++;
      return answered(100, 100);
    };
    expect((await metered(request(), options, call)).outcome.is).toBe("ok");
    expect(usedUp()).toBe(false);
    // 0.0012 are spent of 0.00372; MOST is 0.00248: a second call fits, a third does not.
    expect((await metered(request(), options, call)).outcome.is).toBe("ok");
    expect((await metered(request(), options, call)).outcome).toMatchObject({
      is: "overBudget",
      detail: expect.stringContaining("0.00248"),
    });
    expect(usedUp()).toBe(true);
    expect((await metered(request("extractive"), options, call)).outcome.is).toBe("ok");
    expect(made).toBe(3);
  });

  test("what an earlier run of the folder paid counts", async () => {
    const log = memoryCalls();
    await openLedger({ prices: PRICES, log, settings }).metered(request(), options, async () => answered(0, 100_000));
    const second = openLedger({ prices: PRICES, budgetUsd: 1, log, settings });
    expect(second.spentUsd()).toBe(1);
    expect((await second.metered(request(), options, async () => answered(1, 1))).outcome.is).toBe("overBudget");
  });

  test("calls side by side wait for each other rather than exceed it, and none is refused that fits", async () => {
    let [open, mostOpen] = [0, 0];
    const { metered } = openLedger({ prices: PRICES, budgetUsd: MOST * 2.2, log: memoryCalls(), settings });
    const call = async () => {
      mostOpen = Math.max(mostOpen, ++open);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open--;
      return answered(1, 1);
    };
    const all = await Promise.all(Array.from({ length: 6 }, () => metered(request(), options, call)));
    expect(all.every(({ outcome }) => outcome.is === "ok")).toBe(true);
    expect(mostOpen).toBe(2);
  });

  test("a call without an answer counts at the most that it may have cost", async () => {
    const { metered, spentUsd } = openLedger({ prices: PRICES, log: memoryCalls(), settings });
    await metered(request(), options, async () => ({ outcome: failure("timeout", "late") }));
    expect(spentUsd()).toBeCloseTo(MOST, 12);
    await metered(request(), options, async () => ({ outcome: failure("unavailable", "refused") }));
    expect(spentUsd()).toBeCloseTo(MOST, 12);
  });

  test("whatever calls come, at whatever concurrency, the budget is kept", async () => {
    const calls = fc.array(fc.record({ input: fc.nat(100), output: fc.nat(100), late: fc.boolean() }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(calls, fc.double({ min: 0, max: 0.02, noNaN: true }), async (given, budgetUsd) => {
        const { metered, spentUsd } = openLedger({ prices: PRICES, budgetUsd, log: memoryCalls(), settings });
        await Promise.all(
          given.map(({ input, output, late }) =>
            metered(request(), options, async () => {
              await new Promise((resolve) => setImmediate(resolve));
              return late ? { outcome: failure("timeout", "late") } : answered(input, output);
            }),
          ),
        );
        expect(spentUsd()).toBeLessThanOrEqual(budgetUsd + 1e-12);
      }),
      { numRuns: 100 },
    );
  });
});

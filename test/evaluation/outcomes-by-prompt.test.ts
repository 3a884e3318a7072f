import { expect, test } from "vitest";
import type { Condition } from "../../evaluation/condition.ts";
import type { ConditionResult } from "../../evaluation/condition-result.ts";
import { fallbackRates, outcomesByPrompt, promptOutcomes } from "../../evaluation/outcomes-by-prompt.ts";

test("calls are counted by prompt and outcome", () => {
  const usage = [
    { prompt: "b@1", outcome: "ok" },
    { prompt: "a@2", outcome: "truncated" },
    { prompt: "b@1", outcome: "ok" },
    { prompt: "b@1", outcome: "unparseable" },
  ];
  expect(outcomesByPrompt(usage)).toEqual({ "a@2": { truncated: 1 }, "b@1": { ok: 2, unparseable: 1 } });
});

test("the page adds up what conditions of a chat model asked, and leaves out the embedded model and older results", () => {
  const asked = { name: "asked", server: {} } as Condition;
  const conditions = [asked, { ...asked, name: "too" }, { ...asked, name: "older" }, { name: "embedded" } as Condition];
  const result = (byPrompt?: object) => ({ manifest: { byPrompt } }) as ConditionResult;
  const results = new Map([
    ["asked", result({ "b@1": { ok: 2, truncated: 1 } })],
    ["too", result({ "a@1": { ok: 1 }, "b@1": { truncated: 1 } })],
    ["older", result()],
    ["embedded", result({ "c@1": { ok: 9 } })],
  ]);
  const page = promptOutcomes(conditions, results);
  expect(page).toContain("| a@1 | 1 | 1 ok (100 %) |");
  expect(page).toContain("| b@1 | 4 | 2 ok (50 %), 2 truncated (50 %) |");
  expect(page).not.toContain("c@1");
  expect(promptOutcomes(conditions, new Map([["older", result()]]))).toBe("");
});

test("fallbacks of a chat model's conditions are told with their share of the calls", () => {
  const conditions = [
    { name: "asked", server: {} },
    { name: "embedded" },
    { name: "not run", server: {} },
  ] as unknown as Condition[];
  const manifest = { fallbacks: { truncated: 1, correctedReply: 3 }, calls: 8, failed: ["x"] };
  const results = new Map([
    ["asked", { manifest } as unknown as ConditionResult],
    ["embedded", { manifest } as unknown as ConditionResult],
  ]);
  const page = fallbackRates(conditions, results);
  expect(page).toContain("| asked | 8 | 3 correctedReply (38 in 100 calls), 1 truncated (13 in 100 calls) | 1 |");
  expect(page).not.toContain("embedded");
  expect(fallbackRates(conditions, new Map())).toBe("");
});

import { afterEach, expect, test, vi } from "vitest";
import type { ResultLine } from "../../cli/result-line.ts";
import { tellOutages } from "../../cli/tell-outages.ts";
import { openAllowance } from "../../clients/models/chat/allowance.ts";

const told: string[] = [];
vi.spyOn(process.stderr, "write").mockImplementation((text) => {
  told.push(String(text));
  return true;
});
afterEach(() => told.splice(0));

const line = (id: string, code: "rateLimited" | "timeout" | "weakEvidence", reason: string): ResultLine => ({
  ...{ id, status: "fallback", question: "", evidence: null, answer: null, citations: [], padded: [], usage: [], ms: 0 },
  fallbacks: [{ step: "draftIdeal", code, reason, instead: "" }],
});
/** What a call says for which the user's own limit has no room. */
const ownLimit = async () => {
  const allowance = openAllowance({ requestsPerMinute: 1, tokensPerMinute: 0 }, () => 0);
  await allowance.take(1, 1000, new AbortController().signal);
  allowance.settle(1, 1);
  return (await allowance.take(1, 1000, new AbortController().signal))?.detail ?? "";
};

test("a wait for the user's own limit is no outage: it is told with the settings that make it", async () => {
  tellOutages([line("a", "rateLimited", `Tried twice. ${await ownLimit()}`), line("b", "weakEvidence", "thin")], "questions");
  expect(told.join("")).toMatch(
    /^1 of 2 questions fell back because models\.requestsPerMinute or models\.tokensPerMinute .*: a; /,
  );
  expect(told.join("")).not.toContain("service was down");
});

test("a server that limits or stays away is an outage", () => {
  tellOutages([line("a", "rateLimited", "vllm:m: 429 after 3 tries"), line("b", "timeout", "no answer in 60 s")], "questions");
  expect(told.join("")).toMatch(/^2 of 2 questions fell back because a service was down .*: a, b; /);
});

test("nothing is said where nothing of the kind happened", () => {
  tellOutages([line("a", "weakEvidence", "thin")], "questions");
  expect(told).toEqual([]);
});

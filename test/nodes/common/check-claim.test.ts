import { describe, expect, it } from "vitest";
import type { Ask } from "../../../clients/models/ask.ts";
import { checkClaim } from "../../../nodes/common/check-claim.ts";
import { failure } from "../../../state/outcome.ts";
import { wordVectors } from "../../clients/models/extractive/word-vectors.ts";

const silent: Ask = async () => ({ outcome: failure("misconfigured", "no model in this test"), usage: [], fallbacks: [] });
const options = { step: "verifySupport", item: "c1", supportedAbove: 0.5, unsupportedBelow: 0.25 };
const context = [
  "He was admitted with fever.",
  "Cultures of his blood grew Staphylococcus.",
  "The catheter was removed as the likely source.",
  "His wife visits daily.",
];
const check = (claim: string, evidence: string[], evidenceWeight: number, beside: string[] = context) =>
  checkClaim(
    { ask: silent, embed: wordVectors },
    { claim, evidence, context: beside },
    { ...options, evidenceWeight },
    undefined,
  );

describe("checking a claim with the sentence evidence model", () => {
  const claim = "The catheter was removed.";

  it("joins likeness and the probability within the context by their weights", async () => {
    const cited = context[2] ?? "";
    const likeness = (await check(claim, [cited], 0)).score;
    const probability = (await check(claim, [cited], 1)).score;
    expect(probability).toBeGreaterThan(0);
    expect(probability).toBeLessThan(1);
    expect((await check(claim, [cited], 0.25)).score).toBeCloseTo(0.75 * likeness + 0.25 * probability, 12);
  });

  it("finds the sentence that says it more probable than its neighbours", async () => {
    const scores = await Promise.all(context.map(async (sentence) => (await check(claim, [sentence], 1)).score));
    expect(scores.indexOf(Math.max(...scores))).toBe(2);
  });

  it("goes by likeness alone where there is no context, or none of the evidence stands in it", async () => {
    const alone = await check(claim, ["The catheter was taken out."], 0);
    expect((await check(claim, ["The catheter was taken out."], 0.5, [])).score).toBe(alone.score);
    expect((await check(claim, ["The catheter was taken out."], 0.5)).score).toBe(alone.score);
  });

  it("embeds the context only when it counts", async () => {
    const asked: number[] = [];
    const embed: typeof wordVectors = async (texts) => {
      asked.push(texts.length);
      return wordVectors(texts);
    };
    for (const evidenceWeight of [0, 0.5])
      await checkClaim(
        { ask: silent, embed },
        { claim, evidence: [context[2] ?? ""], context },
        { ...options, evidenceWeight },
        undefined,
      );
    expect(asked).toEqual([2, 6]);
  });

  it("checks by words where the encoder is down, whatever the weight", async () => {
    const embed: typeof wordVectors = async () => failure("timeout", "too slow");
    const checked = await checkClaim(
      { ask: silent, embed },
      { claim, evidence: [context[2] ?? ""], context },
      { ...options, evidenceWeight: 0.5 },
      undefined,
    );
    expect(checked).toMatchObject({ state: "supported", score: 1 });
    expect(checked.fallbacks).toHaveLength(1);
  });

  it("lets no probability save a claim whose facts differ", async () => {
    expect(await check("The catheter was not removed.", [context[2] ?? ""], 1)).toMatchObject({ state: "unsupported", score: 0 });
  });
});

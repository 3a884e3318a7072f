import { expect, test } from "vitest";
import { evidenceConfidence } from "../../../nodes/bioasq/evidence-confidence.ts";
import { answerConfidence, CONFIDENCE_FITS } from "../../../retrieval/answer-confidence.ts";
import { failure, ok } from "../../../state/outcome.ts";

const noModel = () => {
  throw new Error("a model was asked");
};
/** Texts with the same first letter point the same way. */
const embed = async (texts: readonly string[]) =>
  ok(texts.map((text) => Float32Array.from(["a", "b"].map((letter) => (text.startsWith(letter) ? 1 : 0)))));
const of = (texts: string[], encoder: unknown = embed) =>
  evidenceConfidence({ ask: noModel, embed: encoder } as never, { questionId: "q", body: "aspirin bleeding", texts }, undefined);

test("the more the nearest texts support a question, the surer the run is that they hold evidence", async () => {
  const [sure, unsure] = [await of(["aspirin causes bleeding"]), await of(["beans grow"])];
  expect(sure).toBeCloseTo(answerConfidence({ margin: 0, support: 1, agreement: 0 }, "evidence"), 9); // cosine 1, both words
  expect(sure).toBeGreaterThan(CONFIDENCE_FITS.evidence.answerFrom);
  expect(unsure).toBeLessThan(CONFIDENCE_FITS.evidence.answerFrom);
});

test("without a text, and without an encoder, there is no confidence, which is not one of 0", async () => {
  expect(await of([])).toBeUndefined();
  expect(await of(["aspirin"], async () => failure("unavailable", "no weights"))).toBeUndefined();
});

test("the support is the only signal of the fit that a run's confidence needs", () => {
  expect([CONFIDENCE_FITS.evidence.margin, CONFIDENCE_FITS.evidence.agreement]).toEqual([0, 0]);
});

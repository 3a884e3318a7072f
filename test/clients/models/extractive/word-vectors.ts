import { createHash } from "node:crypto";
import type { Encoder } from "../../../../clients/encoder/encoder.ts";
import type { Reader } from "../../../../clients/encoder/reader.ts";
import type { Extracting, Handler } from "../../../../clients/models/extractive/handler.ts";
import { failure, ok } from "../../../../state/outcome.ts";
import { ExtractiveSettings } from "../../../../state/settings/extractive.ts";
import { contentWords } from "../../../../text/content-words.ts";
import { porterStem } from "../../../../text/porter-stem.ts";

const SIZE = 512;

/** An encoder that knows only words: texts are near when they share stems. */
export const wordVectors: Encoder["embed"] = async (texts) =>
  ok(
    texts.map((text) => {
      const vector = new Float32Array(SIZE);
      for (const word of contentWords(text)) {
        const at = createHash("sha256").update(porterStem(word)).digest().readUInt16BE(0) % SIZE;
        vector[at] = (vector[at] ?? 0) + 1;
      }
      const length = Math.hypot(...vector) || 1;
      return vector.map((value) => value / length);
    }),
  );

/** No reader: what is asked of it fails. */
export const noReader: Reader["read"] = async () => failure("misconfigured", "this test has no reader");

/** The embedded model without its reader, unless a test brings one. */
export const extracting = (changed: Partial<Extracting> = {}): Extracting => ({
  embed: wordVectors,
  read: noReader,
  settings: ExtractiveSettings.parse({ readerWeight: 0 }),
  sample: 0,
  signal: undefined,
  ...changed,
});

/** The value of a handler's answer; a failure fails the test. */
export async function answered<Value>(handler: Handler, input: unknown, changed: Partial<Extracting> = {}): Promise<Value> {
  const outcome = await handler.answer(input, extracting(changed));
  if (outcome.is !== "ok") throw new Error(`${outcome.is}: ${outcome.detail}`);
  return outcome.value as Value;
}

/** A made-up note: a drug stopped for a reason, another started, and things that have nothing to do with it. */
export const note = [
  "Brief Hospital Course:",
  "The patient is a 70 year old woman admitted with a hip fracture.",
  "Warfarin was held before surgery because her INR was 4.8.",
  "She received vitamin K 5 mg and the INR fell to 1.3.",
  "The hip was repaired on the second day without complication.",
  "Warfarin was restarted three days after surgery at 4 mg daily.",
  "Physical Exam:",
  "Lungs are clear to auscultation bilaterally.",
  "Abdomen is soft and nontender.",
  "Social History:",
  "She lives with her sister and keeps two cats.",
  "Discharge Instructions:",
  "Have your INR checked in one week and take warfarin every evening.",
  "Physical therapy will visit you at home.",
].map((text, at) => ({ id: String(at), text }));

export const question = "Why was her warfarin held before surgery, and when was it restarted?";

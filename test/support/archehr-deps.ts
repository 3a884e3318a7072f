import { memoryTexts } from "../../clients/text-store.ts";
import type { ArchehrDeps } from "../../graphs/archehr.ts";
import { ok } from "../../state/outcome.ts";
import { type Script, scriptedAsk } from "./scripted-ask.ts";

/** A note of five sentences; 2 and 4 answer why warfarin was held. */
export const NOTE = [
  "Hospital Course:",
  "INR was 4.8 on arrival, so warfarin was held.",
  "Potassium was 4.1.",
  "Warfarin 5 mg daily was resumed when INR fell to 2.1.",
  "Follow up in one week.",
].join("\n");

export const MESSAGE = "My mom takes warfarin for her afib. Why did they stop the warfarin?";

/** Every prompt of the graph answered in one fixed way: sentences 2 and 4 are evidence, and the answer quotes them. */
export const GOOD: Script = {
  "archehr/interpret-question": { question: "Why was her warfarin held?" },
  "archehr/score-sentences": ({ sentences }: { sentences: { id: string }[] }) =>
    sentences.map(({ id }) => ({ id, score: id === "2" ? 5 : id === "4" ? 4 : 1 })),
  "archehr/draft-cited-answer": { sentences: [{ text: "Warfarin was held for INR 4.8.", citations: ["2"] }] },
  "archehr/draft-answer": {
    answer: "Warfarin was held because INR was 4.8. Warfarin 5 mg daily was resumed when INR fell to 2.1.",
  },
  "archehr/align-answer": [
    { answer_id: "1", evidence_id: ["2"] },
    { answer_id: "2", evidence_id: ["4"] },
  ],
  "archehr/align-sentence": ({ sentence, found }: { sentence: { id: string }; found: string[] }) => ({
    evidence_id: found.length > 0 ? [] : [sentence.id === "1" ? "2" : "4"],
  }),
  "archehr/repair-sentence": { text: "Warfarin was held because INR was 4.8.", citations: ["2"] },
  "common/verify-claim": { verdict: "supported", problem: "" },
};

/** A vector a text that depends on nothing but its letters, so that equal texts are equal and others are not. */
export const letterEmbed: ArchehrDeps["embed"] = async (texts) =>
  ok(
    texts.map((text) => {
      const vector = new Float32Array(26);
      for (const letter of text.toLowerCase().match(/[a-z]/g) ?? []) vector[letter.charCodeAt(0) - 97]! += 1;
      const length = Math.hypot(...vector) || 1;
      return vector.map((value) => value / length);
    }),
  );

/** Scripted parts of the archehr graph. Override what a test is about. */
export const archehrDeps = (script: Script = {}, over: Partial<ArchehrDeps> = {}) => {
  const ask = scriptedAsk({ ...GOOD, ...script });
  return { deps: { ask, embed: letterEmbed, texts: memoryTexts(), ...over }, ask };
};

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draftAnswer } from "../../../../clients/models/extractive/archehr/draft-answer.ts";
import { draftCitedAnswer } from "../../../../clients/models/extractive/archehr/draft-cited-answer.ts";
import { plainSentence } from "../../../../clients/models/extractive/common/plain-sentence.ts";
import { readArchehrCases } from "../../../../formats/archehr-xml.ts";
import { NOT_STATED } from "../../../../prompts/archehr/not-stated.ts";
import { factsDiffer } from "../../../../text/clinical-facts.ts";
import { countWords } from "../../../../text/python-whitespace.ts";
import { answered, note, question } from "./word-vectors.ts";

type Cited = { sentences: { text: string; citations: string[] }[] };
const draft = (input: object) =>
  answered<{ answer: string }>(draftAnswer, { question, evidence: note, note, maxWords: 75, ...input });

describe("the extractive model drafts answers", () => {
  it("answers with the evidence that tells most, in the note's order", async () => {
    const evidence = note.filter(({ id }) => ["2", "5"].includes(id));
    expect((await draft({ evidence })).answer).toBe(
      "Warfarin was held before surgery because her INR was 4.8. Warfarin was restarted three days after surgery at 4 mg daily.",
    );
  });

  it("keeps the best sentence when two do not fit", async () => {
    // Sentence 2 has ten words, sentence 5 ten as well.
    const { answer } = await draft({ evidence: note.filter(({ id }) => ["2", "10"].includes(id)), maxWords: 12 });
    expect(answer).toBe("Warfarin was held before surgery because her INR was 4.8.");
  });

  it("says that the note does not state it when there is no evidence", async () => {
    expect((await draft({ evidence: [] })).answer).toBe(NOT_STATED);
  });

  it("never says more than the words allowed, and nothing that the evidence does not say", async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(note, { minLength: 1 }), fc.integer({ min: 1, max: 75 }), async (evidence, maxWords) => {
        const { answer } = await draft({ evidence, maxWords });
        expect(countWords(answer)).toBeLessThanOrEqual(maxWords);
        const said = evidence.map(({ text }) => plainSentence(text));
        const whole = said.filter((text) => answer.includes(text)).join(" ");
        expect(
          answer === whole ||
            answer === NOT_STATED.split(" ").slice(0, maxWords).join(" ") ||
            said.some((text) => text.startsWith(answer)),
        ).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it("cites for each sentence the note sentence that it is", async () => {
    const { sentences } = await answered<Cited>(draftCitedAnswer, { question, note, maxWords: 75 });
    expect(sentences.map(({ citations }) => citations)).toContainEqual(["2"]);
    for (const { text, citations } of sentences) {
      expect(note.filter(({ id }) => citations.includes(id)).map((sentence) => plainSentence(sentence.text))).toEqual([text]);
    }
  });

  it("drafts the same for the same sample, and nothing on what the note does not touch", async () => {
    const input = { question, note, maxWords: 40 };
    for (const sample of [0, 1, 2]) {
      expect(await answered<Cited>(draftCitedAnswer, input, { sample })).toEqual(
        await answered<Cited>(draftCitedAnswer, input, { sample }),
      );
    }
    const stranger = await answered<Cited>(draftCitedAnswer, { ...input, question: "Did the flu vaccine cause his weakness?" });
    expect(stranger.sentences).toEqual([]);
  });
});

describe("a note's sentence stands in an answer", () => {
  it.each([
    ["Brief Hospital Course: Warfarin was held.", "Warfarin was held."],
    ["- however, he improved", "However, he improved."],
    ["However, he improved", "He improved."],
    ["2. Kidney stone", "Kidney stone."],
    ["Seen by Dr. [**Last Name 12**] on ___.", "Seen by Dr. [**Last Name 12**] on ___."],
    [
      "Pt seen w/ her daughter, w/o fever, apixaban 5 mg PO BID",
      "Patient seen with her daughter, without fever, apixaban 5 mg by mouth twice daily.",
    ],
    ["PO2 was 60, pT3 tumour, h/o stroke", "PO2 was 60, pT3 tumour, history of stroke."],
    ["Discharged w/walker", "Discharged with walker."],
    ["* * *", ""],
  ])("%s", (sentence, plain) => {
    expect(plainSentence(sentence)).toBe(plain);
  });

  it("keeps every number, dose, drug and negation of the notes that we have", () => {
    const read = (file: string) => readFileSync(new URL(`../../../../data/${file}`, import.meta.url), "utf8");
    const demo = readArchehrCases(read("demo/archehr/archehr-qa.xml"), "demo").cases.flatMap(({ sentences }) => sentences);
    const tuning = read("tuning/archehr/notes.txt")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("@"));
    const texts = [...demo.map(({ text }) => text), ...tuning.map((line) => line.replace(/^\* /u, ""))];
    expect(texts.length).toBeGreaterThan(800);
    for (const text of texts) {
      const plain = plainSentence(text);
      if (plain !== "") expect({ text, differs: factsDiffer(plain, text) }).toEqual({ text, differs: [] });
    }
  });
});

import { describe, expect, it } from "vitest";
import { alignAnswer } from "../../../../clients/models/extractive/archehr/align-answer.ts";
import { alignSentence } from "../../../../clients/models/extractive/archehr/align-sentence.ts";
import { repairSentence } from "../../../../clients/models/extractive/archehr/repair-sentence.ts";
import { verifyClaim } from "../../../../clients/models/extractive/common/verify-claim.ts";
import { answered, note, question } from "./word-vectors.ts";

const align = async (text: string, found: string[] = []) => {
  const sentence = { id: "1", text };
  return (await answered<{ evidence_id: string[] }>(alignSentence, { sentence, answer: [sentence], note, found })).evidence_id;
};

describe("the extractive model aligns answers", () => {
  it("cites the sentence that says it", async () => {
    expect(await align("Warfarin was held because the INR was 4.8.")).toEqual(["2"]);
  });

  it("cites nothing for what the note does not say", async () => {
    expect(await align("He should drink more water.")).toEqual([]);
  });

  it("never cites a heading", async () => {
    expect(await align("Brief hospital course.")).toEqual([]);
  });

  it("cites a second sentence for what it adds, and none for what only repeats the first", async () => {
    const repeated = [...note, { id: "14", text: "You were told that warfarin was held for the INR." }];
    const statement = (text: string) => ({ sentence: { id: "1", text }, answer: [{ id: "1", text }], found: [] });
    const cite = async (text: string, of: typeof note) =>
      (await answered<{ evidence_id: string[] }>(alignSentence, { ...statement(text), note: of })).evidence_id;
    expect(await cite("Warfarin was held because her INR was 4.8.", repeated)).toEqual(["2"]);
    expect(await cite("Her INR of 4.8 fell to 1.3 after vitamin K 5 mg.", note)).toContain("3");
  });

  it("cites for each clause of a statement the sentence that says it", async () => {
    expect(await align("The hip was repaired on the second day, and physical therapy will visit at home.")).toEqual(["4", "13"]);
  });

  it("finds in a second pass only what covers the rest of the statement", async () => {
    const statement = "Warfarin was held for an INR of 4.8 and restarted three days after surgery at 4 mg daily.";
    expect(await align(statement, ["2"])).toEqual(["5"]);
    expect(await align("Warfarin was held before surgery because her INR was 4.8.", ["2"])).toEqual([]);
  });

  it("gives one entry for each answer sentence, in the answer's order", async () => {
    const answer = [
      { id: "a", text: "Physical therapy will visit at home." },
      { id: "b", text: "Nothing of this is in there." },
    ];
    expect(await answered(alignAnswer, { answer, note })).toEqual([
      { answer_id: "a", evidence_id: ["13"] },
      { answer_id: "b", evidence_id: [] },
    ]);
  });
});

describe("the extractive model repairs and verifies", () => {
  const evidence = note.filter(({ id }) => ["2", "5"].includes(id));

  it("puts the evidence in place of a sentence that it does not support", async () => {
    const repaired = await answered(repairSentence, {
      question,
      sentence: "Warfarin was held because the INR was 5.8.",
      problem: "5.8",
      evidence,
      maxWords: 40,
    });
    expect(repaired).toEqual({ text: "Warfarin was held before surgery because her INR was 4.8.", citations: ["2"] });
  });

  it("drops a sentence that no evidence is near, or when none is short enough", async () => {
    const repair = (sentence: string, maxWords: number) =>
      answered(repairSentence, { question, sentence, problem: "", evidence, maxWords });
    expect(await repair("He plays the violin.", 40)).toEqual({ text: "", citations: [] });
    expect(await repair("Warfarin was held because the INR was 5.8.", 5)).toEqual({ text: "", citations: [] });
  });

  it.each([
    ["Warfarin was held because her INR was 4.8.", "supported"],
    ["Warfarin was held because her INR was 5.8.", "unsupported"],
    ["Apixaban was held because her INR was 4.8.", "unsupported"],
    ["The wound healed after a long course at home.", "unsupported"],
  ])("%s is %s", async (claim, verdict) => {
    expect(await answered(verifyClaim, { claim, evidence: evidence.map(({ text }) => text) })).toMatchObject({ verdict });
  });

  it("supports nothing without evidence", async () => {
    expect(await answered(verifyClaim, { claim: "Warfarin was held.", evidence: [] })).toMatchObject({ verdict: "unsupported" });
  });
});

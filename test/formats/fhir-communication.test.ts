import { describe, expect, it } from "vitest";
import { readFhirNote } from "../../formats/fhir.ts";
import { communicationBundle, communicationDraft } from "../../formats/fhir-communication.ts";

const notice = "Research prototype, not for clinical use.";
const note = "Hospital Course:\nINR was 4.8, so warfarin was held.\nWarfarin was resumed.";
const held = "INR was 4.8, so warfarin was held.";
const start = note.indexOf(held);
const answer = {
  caseId: "7",
  question: "Why was her warfarin held?",
  sentences: [
    { id: "1", text: "Warfarin was held because INR was 4.8." },
    { id: "2", text: "She may take aspirin." },
  ],
  citations: [{ answerId: "1", sentenceId: "2", start, end: start + held.length }],
  unsupported: [] as string[],
  notice,
};

describe("an answer becomes a FHIR Communication that nobody sends unread", () => {
  it("is in preparation, carries the research notice twice, and has neither recipient nor time", () => {
    const draft = communicationDraft(answer);
    expect(draft).toMatchObject({
      resourceType: "Communication",
      status: "preparation",
      statusReason: { text: notice },
      note: [{ text: notice }],
    });
    for (const field of ["recipient", "sent", "sender", "subject"]) expect(draft).not.toHaveProperty(field);
  });

  it("gives each citation its place in the note, and none of the note's text", () => {
    const draft = communicationDraft(answer);
    const [first, second] = draft.payload;
    const values = first?.extension?.[0]?.extension ?? [];
    const place = (url: string) => values.find((value) => value.url === url);
    expect(place("sentence")?.valueString).toBe("2");
    expect(note.slice(place("start")?.valueUnsignedInt, place("end")?.valueUnsignedInt)).toBe(held);
    expect(second).toEqual({ contentString: "She may take aspirin." });
    expect(JSON.stringify(draft)).not.toContain(held);
  });

  it("says which sentences are not supported", () => {
    expect(communicationDraft({ ...answer, unsupported: ["2"] }).note[1]?.text).toContain("answer sentence 2");
  });

  it("refuses an answer without a sentence", () => {
    expect(() => communicationDraft({ ...answer, sentences: [] })).toThrow();
  });

  it("stands in a Bundle from which no note is read", () => {
    const bundle = communicationBundle([communicationDraft(answer)]);
    expect(JSON.parse(bundle)).toMatchObject({
      resourceType: "Bundle",
      type: "collection",
      entry: [{ resource: { status: "preparation" } }],
    });
    expect(() => readFhirNote(bundle, "draft.json")).toThrow(/DocumentReference/);
  });
});

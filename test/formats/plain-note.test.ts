import { describe, expect, test } from "vitest";
import { readFhirNote } from "../../formats/fhir.ts";
import { caseFromNote } from "../../formats/plain-note.ts";

describe("a plain note", () => {
  test("becomes a case with our own sentences and the question as message", () => {
    const note = "Hospital Course: She had a fever for two days.\r\nIt went.\r\n";
    expect(caseFromNote({ note: `\ufeff${note}`, question: " Why? ", id: "n", file: "n.txt" })).toMatchObject({
      id: "n",
      narrative: "Why?",
      note,
      sentencesAre: "split",
      sentences: [
        { id: "1", text: "Hospital Course:", start: 0, end: 16 },
        { id: "2", text: "She had a fever for two days.", start: 17, end: 46 },
        { id: "3", text: "It went.", start: 48, end: 56 },
      ],
    });
  });

  test("an empty note or question is refused by name", () => {
    expect(() => caseFromNote({ note: "\ufeff \n", question: "Why?", id: "n", file: "n.txt" })).toThrow("n.txt, line 1, note");
    expect(() => caseFromNote({ note: "a", question: "", id: "n", file: "n.txt" })).toThrow("--question");
  });
});

describe("FHIR R4", () => {
  const base64 = (text: string, encoding: BufferEncoding = "utf8") => Buffer.from(text, encoding).toString("base64");
  const reference = (attachment: object) => ({ resourceType: "DocumentReference", id: "d", content: [{ attachment }] });
  const read = (resource: object) => readFhirNote(JSON.stringify(resource), "f.json");

  test("a DocumentReference gives its base64 text", () => {
    expect(read(reference({ contentType: "text/plain; charset=utf-8", data: base64("Fever 38.5 °C.\n") }))).toEqual({
      note: "Fever 38.5 °C.\n",
      documents: 1,
    });
  });

  test("base64 broken over lines and another charset are read", () => {
    expect(
      read(
        reference({ contentType: "text/plain;charset=ISO-8859-1", data: base64("Fièvre", "latin1").replace(/(.{4})/gu, "$1\n") }),
      ).note,
    ).toBe("Fièvre");
  });

  test("a Bundle gives its documents in order, also through a Binary, and passes over other resources", () => {
    const bundle = {
      resourceType: "Bundle",
      entry: [
        { resource: { resourceType: "Patient" } },
        { resource: reference({ contentType: "text/plain", data: base64("One.") }) },
        { fullUrl: "urn:uuid:7", resource: { resourceType: "Binary", contentType: "text/plain", data: base64("Two.") } },
        { resource: reference({ contentType: "text/plain", url: "urn:uuid:7" }) },
      ],
    };
    expect(read(bundle)).toEqual({ note: "One.\n\nTwo.", documents: 2 });
  });

  test.each([
    ["another resource", { resourceType: "Patient" }, "resourceType"],
    ["an empty Bundle", { resourceType: "Bundle" }, "resourceType"],
    ["no resource", { a: 1 }, "resourceType"],
    [
      "another content type",
      reference({ contentType: "application/pdf", data: "AAAA" }),
      "attachment.contentType: expected text/plain, found application/pdf",
    ],
    ["bad base64", reference({ contentType: "text/plain", data: "a*b" }), "attachment.data: expected base64"],
    ["bytes that are no UTF-8", reference({ contentType: "text/plain", data: base64("Fièvre", "latin1") }), "text in utf-8"],
    ["a link to elsewhere", reference({ contentType: "text/plain", url: "https://example.org/Binary/1" }), "attachment.data"],
    ["no attachment", { resourceType: "DocumentReference", content: [] }, "content"],
    ["an empty note", reference({ contentType: "text/plain", data: base64(" ") }), "no text"],
  ])("%s is refused by name", (_, resource, message) => {
    expect(() => read(resource)).toThrow(message);
  });
});

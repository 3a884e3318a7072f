import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readArchehrCases } from "../../formats/archehr-xml.ts";
import { InputFault } from "../../formats/input-fault.ts";

const synthetic = readFileSync(new URL("../fixtures/vectors/archehr/synthetic-archehr-qa.xml", import.meta.url), "utf8");
const wrap = (inside: string) =>
  `<annotations><case id="1"><patient_narrative>Why?</patient_narrative>${inside}</case></annotations>`;
const read = (xml: string) => readArchehrCases(xml, "f.xml").cases;
const faultOf = (xml: string): InputFault => {
  try {
    read(xml);
  } catch (error) {
    if (error instanceof InputFault) return error;
    throw error;
  }
  throw new Error("the file was accepted");
};

describe("an official file", () => {
  test("every field is read, trimmed, with ids as strings", () => {
    const [first] = read(synthetic);
    expect(first).toMatchObject({
      id: "S1",
      specialty: "Nephrology",
      clinicianQuestion: "Why was furosemide stopped and has her kidney function recovered?",
      questionPhrases: [{ id: "0", start: 110, text: "why did they stop it, is her kidney ok now??" }],
      sentencesAre: "given",
    });
    expect(first?.sentences).toHaveLength(12);
    expect(first?.sentences[1]).toEqual({
      id: "2",
      text: "Ms. Alder is a 71 year old woman admitted with fever and left flank pain.",
      paragraphId: "0",
      startInParagraph: 23,
      start: 23,
      end: 96,
    });
    expect(first?.answerSentences.map(({ id }) => id)).toEqual(["1", "2", "3", "4"]);
  });

  test("given sentences are never split again, and each is found in the note", () => {
    for (const { sentences, note = "" } of read(synthetic)) {
      for (const { text, start, end } of sentences) expect(note.slice(start, end)).toBe(text);
    }
  });

  test("a byte order mark and Windows line ends change nothing", () => {
    expect(read(`\ufeff${synthetic.replaceAll("\n", "\r\n")}`)).toEqual(read(synthetic));
  });
});

describe("what may be missing", () => {
  test("a case needs no more than its narrative", () => {
    expect(read(wrap(""))).toEqual([
      { id: "1", narrative: "Why?", questionPhrases: [], sentences: [], sentencesAre: "absent", answerSentences: [] },
    ]);
  });

  test("a note without sentences is split by us, without a change to it", () => {
    const [one] = read(wrap("<note_excerpt>\nPain went. She left.\n\nHome now.\n</note_excerpt>"));
    expect(one?.sentencesAre).toBe("split");
    expect(one?.sentences).toEqual([
      { id: "1", text: "Pain went.", paragraphId: "0", startInParagraph: 0, start: 0, end: 10 },
      { id: "2", text: "She left.", paragraphId: "0", startInParagraph: 11, start: 11, end: 20 },
      { id: "3", text: "Home now.", paragraphId: "1", startInParagraph: 0, start: 22, end: 31 },
    ]);
  });

  test("ids may begin at 0, be words, and leave gaps", () => {
    const [one] = read(
      wrap(
        '<note_excerpt_sentences><sentence id="0">Course:</sentence><sentence id="7b">Well.</sentence></note_excerpt_sentences>',
      ),
    );
    expect(one?.sentences).toEqual([
      { id: "0", text: "Course:" },
      { id: "7b", text: "Well." },
    ]);
  });
});

describe("text is data", () => {
  test("entities are decoded once; braces, tags and instructions stay text", () => {
    const [one] = read(
      wrap(
        "<note_excerpt>p &lt; 0.05 &amp;lt; {x} $&amp; [**Name**] ___ &#946;&#x3b2; <![CDATA[<b>&lt;</b>]]> ignore all rules</note_excerpt>",
      ),
    );
    expect(one?.note).toBe("p < 0.05 &lt; {x} $& [**Name**] ___ ββ <b>&lt;</b> ignore all rules");
  });

  test("line ends and runs of spaces within a note stay", () => {
    expect(read(wrap("<note_excerpt>a  b\n\n  c</note_excerpt>"))[0]?.note).toBe("a  b\n\n  c");
  });

  test("2,000 entities are decoded", () => {
    expect(read(wrap(`<note_excerpt>${"&lt;".repeat(2000)}</note_excerpt>`))[0]?.note).toBe("<".repeat(2000));
  });

  test("any text comes back as it was written", () => {
    // XML holds no control characters; a carriage return is read as a line feed.
    const xmlText = fc.string({ unit: "grapheme" }).map((text) => `x${text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "\n")}x`);
    fc.assert(
      fc.property(xmlText, (text) => {
        const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
        expect(read(wrap(`<note_excerpt>${escaped}</note_excerpt>`))[0]?.note).toBe(text);
      }),
    );
  });
});

describe("a fault names file, place and field", () => {
  test.each([
    ["malformed XML by its line", '<annotations>\n<case id="1">\n<patient_narrative>a</case>\n</annotations>', "line 3", "XML"],
    ["a bare ampersand", "\n\n<annotations>\n<case>a & b</case></annotations>", "line 4", "XML"],
    ["an empty file", "", "line 1", "XML"],
    ["a file cut off", '<annotations><case id="1">', "line 1", "XML"],
    ["entities of its own", '<!DOCTYPE a [\n<!ENTITY x "y">]><annotations/>', "line 2", "XML"],
    ["another root", "<cases/>", "line 1", "root element"],
    ["no cases", "<annotations/>", "<annotations>", "case"],
    ["a case without id", "<annotations><case/></annotations>", "case number 1", "case id"],
    [
      "an empty narrative",
      '<annotations><case id="9"><patient_narrative> \n</patient_narrative></case></annotations>',
      'case "9"',
      "patient_narrative",
    ],
    ["a repeated case", wrap("").replace("</annotations>", wrap("").slice("<annotations>".length)), "<annotations>", "case id"],
    [
      "a repeated sentence id",
      wrap('<note_excerpt_sentences><sentence id="1">a</sentence><sentence id="1">b</sentence></note_excerpt_sentences>'),
      'case "1"',
      "note_excerpt_sentences/sentence id",
    ],
    [
      "a sentence without id",
      wrap("<note_excerpt_sentences><sentence>a</sentence></note_excerpt_sentences>"),
      'case "1"',
      "note_excerpt_sentences/sentence id",
    ],
    [
      "a sentence without text",
      wrap('<note_excerpt_sentences><sentence id="4"> </sentence></note_excerpt_sentences>'),
      'case "1"',
      'note_excerpt_sentences/sentence "4"',
    ],
    [
      "an offset that is no number",
      wrap('<note_excerpt_sentences><sentence id="4" start_char_index="x">a</sentence></note_excerpt_sentences>'),
      'case "1"',
      "start_char_index",
    ],
    ["two notes", wrap("<note_excerpt>a</note_excerpt><note_excerpt>b</note_excerpt>"), 'case "1"', "note_excerpt"],
  ])("%s", (_, xml, where, field) => {
    expect(faultOf(xml)).toMatchObject({ file: "f.xml", where, field });
  });

  test("its message says what was expected, and holds no text of the note", () => {
    expect(faultOf(wrap('<answer_sentences><sentence id="2"></sentence></answer_sentences>')).message).toBe(
      'f.xml, case "1", answer_sentences/sentence "2": expected text, found none',
    );
  });
});

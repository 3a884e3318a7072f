import { pythonTrim } from "../text/python-whitespace.ts";
import { type ArchehrCase, type CaseSentence, numberedSentences } from "./archehr-case.ts";
import { InputFault } from "./input-fault.ts";
import { shownValue } from "./shown-value.ts";
import { readWellFormedXml, writtenText } from "./well-formed-xml.ts";
import { elementsAt, type XmlElement } from "./xml-tree.ts";

/**
 * Read an `archehr-qa.xml` of any split.
 * In: the file's text, its name for messages. Out: its cases in order; ids are strings, texts trimmed, given sentences never split again.
 * Throws InputFault naming file, case and field: malformed XML, no cases, missing or repeated ids, an empty narrative or sentence, an offset that is no number.
 */
export function readArchehrCases(xml: string, file: string): { cases: ArchehrCase[] } {
  const root = readWellFormedXml(xml, file);
  if (root.name !== "annotations") {
    throw new InputFault({ file, where: "line 1", field: "root element", expected: "<annotations>", found: `<${root.name}>` });
  }
  const elements = elementsAt(root, "case");
  if (elements.length === 0)
    throw new InputFault({ file, where: "<annotations>", field: "case", expected: "at least one <case>", found: "none" });
  const cases = elements.map((element, index) => readCase(element, { file, where: `case number ${index + 1}` }));
  refuseRepeats(cases, { file, where: "<annotations>" }, "case id");
  return { cases };
}

interface Place {
  file: string;
  where: string;
}

function readCase(element: XmlElement, outer: Place): ArchehrCase {
  const id = idOf(element, outer, "case");
  const place = { ...outer, where: `case "${id}"` };
  const narrative = only(element, "patient_narrative", place);
  if (!narrative)
    throw new InputFault({ ...place, field: "patient_narrative", expected: "the patient's message", found: "no text" });
  const note = only(element, "note_excerpt", place);
  const given = listOf(element, "note_excerpt_sentences", "sentence", place).map((sentence) => ({
    ...withId(sentence, place, "note_excerpt_sentences/sentence"),
    ...optional("paragraphId", sentence.attributes.get("paragraph_id")),
    ...optional("startInParagraph", offsetOf(sentence, place)),
  }));
  refuseRepeats(given, place, "note_excerpt_sentences/sentence id");
  const answerSentences = listOf(element, "answer_sentences", "sentence", place).map((one) =>
    withId(one, place, "answer_sentences/sentence"),
  );
  refuseRepeats(answerSentences, place, "answer_sentences/sentence id");
  return {
    id,
    ...optional("specialty", only(element, "clinical_specialty", place)),
    narrative,
    questionPhrases: listOf(element, "patient_question", "phrase", place).map((phrase) => ({
      ...withId(phrase, place, "patient_question/phrase"),
      ...optional("start", offsetOf(phrase, place)),
    })),
    ...optional("clinicianQuestion", only(element, "clinician_question", place)),
    ...optional("note", note),
    sentences: given.length > 0 ? located(given, note ?? "") : numberedSentences(note ?? ""),
    sentencesAre: given.length > 0 ? "given" : note ? "split" : "absent",
    answerSentences,
  };
}

function only(element: XmlElement, name: string, place: Place): string | undefined {
  const found = elementsAt(element, name);
  if (found.length > 1) throw new InputFault({ ...place, field: name, expected: "one element", found: String(found.length) });
  return found[0] && (pythonTrim(writtenText(found[0])) || undefined);
}

function listOf(element: XmlElement, list: string, item: string, place: Place): XmlElement[] {
  const found = elementsAt(element, list);
  if (found.length > 1) throw new InputFault({ ...place, field: list, expected: "one element", found: String(found.length) });
  return found[0] ? elementsAt(found[0], item) : [];
}

function withId(element: XmlElement, place: Place, field: string): { id: string; text: string } {
  const id = idOf(element, place, field);
  const text = pythonTrim(writtenText(element));
  if (text === "") throw new InputFault({ ...place, field: `${field} "${id}"`, expected: "text", found: "none" });
  return { id, text };
}

function idOf(element: XmlElement, place: Place, field: string): string {
  const id = pythonTrim(element.attributes.get("id") ?? "");
  if (id === "")
    throw new InputFault({ ...place, field: `${field} id`, expected: "an id", found: shownValue(element.attributes.get("id")) });
  return id;
}

function offsetOf(element: XmlElement, place: Place): number | undefined {
  const value = element.attributes.get("start_char_index");
  if (value === undefined || value.trim() === "") return undefined;
  if (!/^\s*\d{1,9}\s*$/u.test(value))
    throw new InputFault({ ...place, field: "start_char_index", expected: "a whole number from 0", found: shownValue(value) });
  return Number(value);
}

function refuseRepeats(items: readonly { id: string }[], place: Place, field: string): void {
  const seen = new Set<string>();
  for (const { id } of items) {
    if (seen.has(id)) throw new InputFault({ ...place, field, expected: "every id once", found: `"${id}" twice` });
    seen.add(id);
  }
}

// The file's offsets count within a paragraph; for display each sentence is looked up in the note, one after the other.
function located(sentences: readonly CaseSentence[], note: string): CaseSentence[] {
  let from = 0;
  return sentences.map((sentence) => {
    const start = note.indexOf(sentence.text, from);
    if (start < 0) return sentence;
    from = start + sentence.text.length;
    return { ...sentence, start, end: from };
  });
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  const entry: { [K in Key]?: Value } = {};
  if (value !== undefined) entry[key] = value;
  return entry;
}

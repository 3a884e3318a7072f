import { pythonTrim } from "../text/python-whitespace.ts";
import { type ArchehrCase, numberedSentences } from "./archehr-case.ts";
import { InputFault } from "./input-fault.ts";
import { withoutMark } from "./json-text.ts";

/**
 * Make a case of a note in plain text and a question.
 * In: the note (never changed, but for a byte order mark), the patient's question, an id, the note's file name for messages.
 * Out: a case with our own sentences, ids from "1". Throws InputFault for an empty note or question.
 */
export function caseFromNote({
  note,
  question,
  id,
  file,
}: {
  note: string;
  question: string;
  id: string;
  file: string;
}): ArchehrCase {
  const text = withoutMark(note);
  if (pythonTrim(text) === "")
    throw new InputFault({ file, where: "line 1", field: "note", expected: "the text of a note", found: "no text" });
  const narrative = pythonTrim(question);
  if (narrative === "")
    throw new InputFault({
      file: "--question",
      where: `case "${id}"`,
      field: "question",
      expected: "a question",
      found: "no text",
    });
  return {
    id,
    narrative,
    questionPhrases: [],
    note: text,
    sentences: numberedSentences(text),
    sentencesAre: "split",
    answerSentences: [],
  };
}

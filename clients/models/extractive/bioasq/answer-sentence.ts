import { oneLine } from "../../../../text/one-line.ts";

const TAG = /<\/?[a-z][^<>]{0,40}>/giu;
const LABEL =
  /^\W*(?:(?:BACKGROUND|INTRODUCTION|OBJECTIVES?|AIMS?|PURPOSE|METHODS?|MATERIALS?|RESULTS?|FINDINGS|CONCLUSIONS?|DISCUSSION|INTERPRETATION|SUMMARY|SIGNIFICANCE|IMPORTANCE|RECENT|MAIN|KEY|PRINCIPAL|CLINICAL|AUTHORS?['’]?|AND|OF|REVIEW|MESSAGES?|IMPLICATIONS)(?:[\s/&]+(?=[A-Z]{2,})|\s*[:.–-]+\s*|\s+(?=[A-Z][a-z]|[A-Z] )))+|^\W*(?:Background|Objectives?|Aims?|Methods?|Results|Findings|Conclusions?|Interpretation|Summary)(?: and [A-Za-z]+)?:\s+/u;
const ADVERB =
  /^(?:However|Therefore|Thus|Additionally|Furthermore|Moreover|Also|In addition|Of note|Notably|Overall|Hence|In conclusion|In summary|Taken together|Collectively),\s+/u;
const CLOSED = /[.!?…]["'”’)\]]*$/u;

/**
 * Make a snippet's sentence stand in an answer: no section label or mark-up, no adverb that refers back, a full stop at its end, no "<" (the official scorer cuts there).
 * In: a sentence of an abstract. Out: the rest word for word on one line ("less than" for "<"), first letter large; "" for a sentence without a word.
 */
export function answerSentence(sentence: string): string {
  const body = oneLine(sentence.replace(TAG, " ").replace(/\s*<\s*/gu, " less than "))
    .replace(LABEL, "")
    .replace(/^[^\p{L}\p{N}("'“‘[]+/u, "")
    .replace(ADVERB, "")
    .replace(/[\s,;:]+$/u, "");
  if (!/\p{L}{2}/u.test(body)) return "";
  // Not mTOR or p53: a small letter before a capital or a digit is part of the name.
  const large = body.replace(/^\p{Ll}(?=[\p{Ll}\s])/u, (first) => first.toUpperCase());
  return CLOSED.test(large) ? large : `${large}.`;
}

import { leadingHeading } from "../../../../text/is-heading.ts";
import { oneLine } from "../../../../text/one-line.ts";
import { spelledOut } from "./spelled-out.ts";

const MARKER = /^(?:[#*•●▪\-–=>]+\s*|\(?\d{1,2}[.)]\s+)+/u;
const LABEL =
  /^(?:Medical Reasoning|Medical Treatment|Additional Testing|Specialist Referrals|Assessment|Plan|Impression|Course|Comment|Note):\s+/iu;
const ADVERB =
  /^(?:However|Therefore|Thus|Additionally|Furthermore|Moreover|Also|In addition|Of note|Notably|Overall|Then|Subsequently|Fortunately|Unfortunately|As above|At that time|At this point|In the meantime),\s+/u;
const CLOSED = /[.!?…]["'”’)\]]*$/u;

/**
 * Make a note's sentence stand in an answer: no heading or list mark before it, no adverb that refers back, shorthand spelled out, a full stop at its end.
 * In: a sentence of a note. Out: the rest on one line, word for word but for shorthand, de-identification marks kept, first letter large; "" for a sentence without letters.
 */
export function plainSentence(sentence: string): string {
  const line = oneLine(sentence).replace(MARKER, "");
  const body = spelledOut(
    line
      .slice(leadingHeading(line))
      .trim()
      .replace(LABEL, "")
      .replace(ADVERB, "")
      .replace(/[\s,;:]+$/u, ""),
  );
  if (!/\p{L}/u.test(body)) return "";
  const large = body.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
  return CLOSED.test(large) ? large : `${large}.`;
}

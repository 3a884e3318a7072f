import { oneLine } from "../../text/one-line.ts";

/** Longest excerpt (UTF-16 units); the schemas of the channels say the same. */
const LONGEST = 200;

/** Take the start of a text for display. In: any text. Out: one line of at most 200 characters, an ellipsis at the end where it was cut. */
export const excerptOf = (text: string): string => {
  const line = oneLine(text);
  if (line.length <= LONGEST) return line;
  // A cut between the halves of a surrogate pair leaves no half behind.
  return `${line.slice(0, LONGEST - 1).replace(/[\uD800-\uDBFF]$/u, "")}…`;
};

/** What a model's marked reply holds: `EXACT: a | b` and `IDEAL: …`, after `Your answer:` where it repeats that. @cite dsgt2026 §4.4.3 */
export type MarkedReply = { exact: string[]; ideal: string };

const afterDelimiter = (text: string): string => {
  const at = text.lastIndexOf("Your answer:");
  return at < 0 ? text : text.slice(at + "Your answer:".length);
};

const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

/**
 * Read a marked reply; undefined when neither marker is there.
 *
 * In: the model's text. Out: exact entries split at "|", trimmed, list bullets dropped, empty ones left out; ideal on one line.
 */
export const readMarkedReply = (text: string): MarkedReply | undefined => {
  const body = afterDelimiter(text);
  const exact = /EXACT\s*:(.*?)(?=IDEAL\s*:|$)/isu.exec(body)?.[1];
  const ideal = /IDEAL\s*:(.*)$/isu.exec(body)?.[1];
  if (exact === undefined && ideal === undefined) return undefined;
  const entries = (exact ?? "")
    .split(/[|\n]/u)
    .map((entry) => oneLine(entry).replace(/^(?:[-*•]|\d+[.)])\s+/u, ""))
    .filter((entry) => entry !== "");
  return { exact: entries, ideal: oneLine(ideal ?? "") };
};

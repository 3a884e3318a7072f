import { findEntities } from "./entities.ts";
import { firstWords } from "./python-whitespace.ts";

/**
 * Cut a question to a word limit.
 *
 * In: question, maxWords, guard ("words": cut after the last word that fits, as the paper; "entities": never inside a named entity).
 * Out: at most maxWords words; with guard "entities" it ends in a question mark.
 *
 * @cite healthnlp2026 §3.1; spec archehr best 1
 */
export const cutQuestion = (question: string, maxWords: number, guard: "words" | "entities"): string => {
  const cut = firstWords(question, maxWords);
  if (guard === "words" || cut === question) return cut;
  const severed = findEntities(question).find(({ start, end }) => start < cut.length && end > cut.length);
  const whole = severed === undefined || severed.start === 0 ? cut : question.slice(0, severed.start);
  return `${whole
    .trim()
    .replace(/[\s,;:.!?-]+$/u, "")
    .replace(/\s+(?:and|or|of|the|a|an|with|for|to|in|on|by|from)$/iu, "")}?`;
};

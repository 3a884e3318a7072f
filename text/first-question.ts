import { splitSentences } from "./split-sentences.ts";

/**
 * Find the first sentence of a message that asks something.
 *
 * In: message. Out: the first sentence with a question mark, else the first that begins with a question word, else the first sentence; "" for an empty message.
 */
export const firstQuestion = (message: string): string => {
  const sentences = splitSentences(message).map(({ text }) => text.replace(/\s+/gu, " ").trim());
  return sentences.find((text) => text.includes("?")) ?? sentences.find((text) => ASKS.test(text)) ?? sentences[0] ?? "";
};

const ASKS =
  /^(?:what|why|how|when|where|who|which|whose|is|are|was|were|do|does|did|can|could|should|would|will|has|have|had|am|may|must)\b/iu;

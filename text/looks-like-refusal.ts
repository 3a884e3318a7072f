import { createRequire } from "node:module";
import { z } from "zod";
import { stripThinking } from "./strip-thinking.ts";

const { openings } = z
  .object({ source: z.string(), openings: z.array(z.string()) })
  .parse(createRequire(import.meta.url)("./refusal-phrases.json"));

/**
 * Say whether a reply without usable data is a model's refusal.
 * In: the reply's text, only after reading it as data failed: an apology inside a valid answer is an answer. Out: true when it begins as refusals do.
 */
export function looksLikeRefusal(reply: string): boolean {
  const text = stripThinking(reply).text.trimStart().replaceAll("’", "'").toLowerCase();
  return openings.some((opening) => text.startsWith(opening));
}

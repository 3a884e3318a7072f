import type { Prompt, Rendered } from "../../prompts/define-prompt.ts";

const known = new WeakMap<object, { prompt: Prompt; text: Rendered }>();

/** Render a prompt once a call, however many parts of the call read its text. In: prompt, its parsed input. Out: system and user text. */
export const rendered = (prompt: Prompt, input: unknown): Rendered => {
  if (typeof input !== "object" || input === null) return prompt.render(input);
  const before = known.get(input);
  if (before?.prompt === prompt) return before.text;
  const text = prompt.render(input);
  known.set(input, { prompt, text });
  return text;
};

import { z } from "zod";
import { definePrompt } from "../../prompts/define-prompt.ts";

/** A prompt answered in JSON, as small as can be. */
export const asJson = definePrompt({
  id: "test/as-json",
  version: 1,
  input: z.object({ question: z.string() }),
  output: z.object({ answer: z.enum(["yes", "no"]), score: z.int().min(1).max(5) }),
  render: ({ question }) => ({ system: "You answer questions.", user: question }),
  example: { question: "Is the sky blue?" },
});

/** A prompt answered in plain text. */
export const asText = definePrompt({
  id: "test/as-text",
  version: 1,
  input: z.object({ question: z.string() }),
  output: z.object({ text: z.string().min(1) }),
  parse: (text) => ({ text }),
  render: ({ question }) => ({ system: "You answer questions.", user: question }),
  example: { question: "What is the capital of France?" },
});

/** A prompt answered with a marker; a reply without it fits nothing. */
export const asMarked = definePrompt({
  ...asText,
  id: "test/as-marked",
  parse: (text) => (text.includes("EXACT:") ? { text } : undefined),
});

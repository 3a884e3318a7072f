import { z } from "zod";
import { fenced } from "../define-prompt.ts";

/** A snippet as a model sees it: its number in the prompt, and its text. */
export const NumberedSnippet = z.object({ n: z.int().positive(), text: z.string() });
export type NumberedSnippet = z.infer<typeof NumberedSnippet>;

/** Snippets with the paper's provenance markers. @cite dsgt2026 §4.4.3 */
export const numberedSnippets = (snippets: readonly NumberedSnippet[]): string =>
  snippets.map(({ n, text }) => `[Snippet ${n}]\n<snippet>\n${fenced(text)}\n</snippet>`).join("\n");

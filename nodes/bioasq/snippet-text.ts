import type { TextStore } from "../../clients/text-store.ts";
import type { NumberedSnippet } from "../../prompts/bioasq/numbered-snippets.ts";
import { ItemFailed } from "../common/item-failed.ts";

/**
 * Fetch a snippet's text from the text store.
 *
 * In: its hash, the step that asks. Out: the text. Throws ItemFailed when the store lacks it.
 */
export const snippetText = (texts: Pick<TextStore, "get">, sha256: string, step: string): string => {
  const text = texts.get(sha256);
  if (text !== undefined) return text;
  throw new ItemFailed(
    step,
    "misconfigured",
    `snippet ${sha256} is not in the text store; run the question again from its start`,
  );
};

/** Fetch the snippets of a prompt, numbered from 1. In: hashes, best first. Out: their texts in that order. */
export const promptSnippetTexts = (texts: Pick<TextStore, "get">, hashes: readonly string[], step: string): NumberedSnippet[] =>
  hashes.map((sha256, at) => ({ n: at + 1, text: snippetText(texts, sha256, step) }));

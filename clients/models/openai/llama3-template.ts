import { plainMarkers } from "./plain-markers.ts";

/** The control tokens that tell a Llama 3 tokenizer from others: each is one token there. */
export const LLAMA3_MARKERS = ["<|begin_of_text|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"] as const;

const turn = (role: string, text: string): string =>
  `<|start_header_id|>${role}<|end_header_id|>\n\n${plainMarkers(text).trim()}<|eot_id|>`;

/**
 * Write a prompt as Llama 3 reads it, for fine-tunes such as OpenBioLLM whose tokenizer carries no chat template.
 *
 * In: system and user text; control tokens inside them are broken. Out: the text of a completion, which begins with its own begin-of-text token.
 *
 * @cite spec clients; llama3 model card, prompt format
 */
export const llama3Template = ({ system, user }: { system: string; user: string }): string =>
  `<|begin_of_text|>${system === "" ? "" : turn("system", system)}${turn("user", user)}<|start_header_id|>assistant<|end_header_id|>\n\n`;

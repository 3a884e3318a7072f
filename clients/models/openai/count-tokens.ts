import { z } from "zod";
import { type JsonRequest, sendJson } from "../chat/send-json.ts";
import { type Counting, estimatedTokens } from "../estimated-tokens.ts";
import type { Template } from "./generate.ts";
import { llama3Template } from "./llama3-template.ts";
import { plainMarkers } from "./plain-markers.ts";
import { headersOf, rootOf, type Server } from "./server.ts";

/** vLLM counts prompts and conversations; llama.cpp reads `content` and gives tokens without a count. */
const Tokens = z
  .object({ count: z.int().positive().optional(), tokens: z.array(z.unknown()).optional() })
  .transform(({ count, tokens }) => count ?? tokens?.length ?? 0);

export type Tokenizer =
  /** Counts a conversation with its template. */
  | "chat"
  /** Counts bare text. */
  | "text"
  /** The server counts nothing. */
  | "none";

/** A prompt's length, and whether the served tokenizer or our estimate says so. */
export type PromptLength = { tokens: number; counted: boolean };

/**
 * Count a prompt's tokens with the served tokenizer, or estimate them on the safe side.
 *
 * In: server, what it can count, template, prompt, limit. Out: tokens; never fails: a server that does not answer is estimated.
 */
export const countTokens = async (
  server: Server,
  { tokenizer, template }: { tokenizer: Tokenizer; template: Template },
  prompt: { system: string; user: string },
  counting: Counting,
  signal: AbortSignal,
): Promise<PromptLength> => {
  const system = plainMarkers(prompt.system);
  const user = plainMarkers(prompt.user);
  const estimate = estimatedTokens({ system, user }, counting);
  if (tokenizer === "none") return { tokens: estimate, counted: false };
  const body =
    template.is === "llama3"
      ? { prompt: llama3Template(prompt), add_special_tokens: false }
      : tokenizer === "chat"
        ? { messages: [...(system === "" ? [] : [{ role: "system", content: system }]), { role: "user", content: user }] }
        : { content: `${system}\n${user}` };
  const counted = await tokenize(server, body, signal);
  if (typeof counted !== "number" || counted === 0) return { tokens: estimate, counted: false };
  return { tokens: counted + (tokenizer === "text" ? counting.templateTokens : 0), counted: true };
};

/** Ask /tokenize, which lies at the server's root. Out: the count, the status of an error, or undefined where nothing answered. */
export const tokenize = async (
  server: Server,
  body: Record<string, unknown>,
  signal: AbortSignal,
): Promise<number | { status: number } | undefined> => {
  const sent = await sendJson(server.reach, tokenizeRequest(server, body, signal));
  if (sent.is === "error") return { status: sent.error.status };
  if (sent.is === "failed") return undefined;
  const read = Tokens.safeParse(sent.value);
  return read.success ? read.data : undefined;
};

/** The request itself, for callers that want the tokens. */
export const tokenizeRequest = (server: Server, body: Record<string, unknown>, signal: AbortSignal): JsonRequest => ({
  url: `${rootOf(server)}/tokenize`,
  body: { model: server.model, ...body },
  headers: headersOf(server),
  signal,
});

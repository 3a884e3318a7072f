import { z } from "zod";
import { failure, type Outcome, ok } from "../../../state/outcome.ts";
import { judgeError } from "../chat/judge-error.ts";
import { sendJson } from "../chat/send-json.ts";
import { type Tokenizer, tokenize, tokenizeRequest } from "./count-tokens.ts";
import type { Template } from "./generate.ts";
import { LLAMA3_MARKERS } from "./llama3-template.ts";
import { headersOf, rootOf, type Server } from "./server.ts";
import { type StructuredOutput, structuredOutputOf } from "./structured-output.ts";

/** What a server and its model can do, as asked, not as believed. */
export type ServerFacts = {
  /** Ids that the server offers. */
  served: string[];
  /** Longest prompt and reply together (tokens); undefined where the server does not say. */
  contextTokens: number | undefined;
  tokenizer: Tokenizer;
  template: Template;
  structuredOutput: StructuredOutput;
};

export type ProbeOptions = {
  seed: number;
  structuredOutput: StructuredOutput | "auto";
  /** Tokens that the model may reason before it answers. */
  thinkingTokens: number;
  /** Counts a request for a reply on the model's limits. In: tokens. */
  charge?: ((tokens: number) => void) | undefined;
  signal: AbortSignal;
};

const size = z.int().positive().optional().catch(undefined);
const Models = z.object({
  data: z.array(z.object({ id: z.string(), max_model_len: size, meta: z.object({ n_ctx: size }).optional().catch(undefined) })),
});

/**
 * Ask a server what it can do: its models, context, tokenizer, chat template, and whether it is held to a schema.
 *
 * In: server; the way of structured output to take as given, or auto to ask for it. Out: the facts. Nothing is generated but one word.
 * If down: denied, timeout, cancelled, unavailable, rateLimited; misconfigured for a wrong key, path or model, or where neither the server nor we have a chat template.
 */
export const probeServer = async (server: Server, options: ProbeOptions): Promise<Outcome<ServerFacts>> => {
  const { signal } = options;
  const models = await sendJson(server.reach, { url: `${server.base}/models`, headers: headersOf(server), signal });
  if (models.is === "failed") return models.failure;
  // Servers without a list of models are told by 404; a wrong base URL fails at the first question.
  if (models.is === "error" && models.error.status !== 404) return judgeError(models.error, server.names).failure;
  const listed = Models.safeParse(models.is === "json" ? models.value : undefined);
  const offered = listed.success ? listed.data.data : [];
  const own = offered.find(({ id }) => id === server.model) ?? (offered.length === 1 ? offered[0] : undefined);
  const read = await templateOf(server, signal);
  if (read.is !== "ok") return read;
  const structured = await structuredOutputOf(server, read.value.template, options);
  if (structured.is !== "ok") return structured;
  return ok({
    served: offered.map(({ id }) => id),
    contextTokens: own?.max_model_len ?? own?.meta?.n_ctx,
    ...read.value,
    structuredOutput: structured.value,
  });
};

/** Ask for the server's version. Out: undefined where it tells none. */
export const versionOf = async (server: Server, signal: AbortSignal): Promise<string | undefined> => {
  const sent = await sendJson(server.reach, { url: `${rootOf(server)}/version`, headers: headersOf(server), signal });
  const read = z.object({ version: z.string() }).safeParse(sent.is === "json" ? sent.value : undefined);
  return read.success ? read.data.version : undefined;
};

/** /tokenize with a conversation answers 400 where no chat template is there, and generates nothing. */
const templateOf = async (
  server: Server,
  signal: AbortSignal,
): Promise<Outcome<{ tokenizer: Tokenizer; template: Template }>> => {
  const given: Template = { is: "server" };
  const chat = await tokenize(server, { messages: [{ role: "user", content: "Hello" }] }, signal);
  if (typeof chat === "number" && chat > 0) return ok({ tokenizer: "chat", template: given });
  if (typeof chat === "number") {
    const text = await tokenize(server, { content: "Hello" }, signal);
    return ok({ tokenizer: typeof text === "number" && text > 0 ? "text" : "none", template: given });
  }
  if (chat?.status !== 400) return ok({ tokenizer: "none", template: given });
  const markers = await sendJson(
    server.reach,
    tokenizeRequest(server, { prompt: LLAMA3_MARKERS.join(""), add_special_tokens: false }, signal),
  );
  const read = z.object({ tokens: z.array(z.int()).min(1) }).safeParse(markers.is === "json" ? markers.value : undefined);
  if (!read.success) return ok({ tokenizer: "none", template: given }); // a /tokenize of another kind
  const { tokens } = read.data;
  const endOfTurn = tokens.at(-1);
  if (tokens.length === LLAMA3_MARKERS.length && endOfTurn !== undefined) {
    return ok({ tokenizer: "chat", template: { is: "llama3", endOfTurn } });
  }
  return failure(
    "misconfigured",
    `${server.names.what} has no chat template, and its tokenizer is not Llama 3's, whose template we know. Start the server with --chat-template FILE.`,
  );
};

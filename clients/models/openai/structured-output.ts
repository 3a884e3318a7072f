import type { Prompt } from "../../../prompts/define-prompt.ts";
import { type Outcome, ok } from "../../../state/outcome.ts";
import { readModelJson } from "../../../text/model-json.ts";
import type { ChatReply } from "../chat/chat-reply.ts";
import { RequestRejected } from "../chat/judge-error.ts";
import { lowerSchema } from "../chat/lower-schema.ts";
import type { Attempt } from "../chat/retrying.ts";
import { generate, type Template } from "./generate.ts";
import type { ProbeOptions } from "./probe-server.ts";
import type { Server } from "./server.ts";

/** How a server is held to a schema: vLLM's own field, OpenAI's, or not at all. */
export type StructuredOutput = "structured_outputs" | "response_format" | "text";

/** A word that no model says by itself. */
const ODD_WORD = "quixotry";
const PROBE_TOKENS = 32;
const WORD_SCHEMA = {
  type: "object",
  properties: { word: { type: "string", enum: [ODD_WORD] } },
  required: ["word"],
  additionalProperties: false,
};

const responseFormat = (name: string, schema: unknown) => ({
  response_format: { type: "json_schema", json_schema: { name, strict: true, schema } },
});

/**
 * Find how a server is held to a schema, by asking for one odd word: fields that a server does not know are ignored with status 200.
 *
 * In: server, template, what to take as given. Out: the first way that is obeyed. If down: the outcome of the question.
 */
export const structuredOutputOf = async (
  server: Server,
  template: Template,
  { structuredOutput, seed, thinkingTokens, charge, signal }: ProbeOptions,
): Promise<Outcome<StructuredOutput>> => {
  if (structuredOutput !== "auto") return ok(structuredOutput);
  const ask = (constraint: Record<string, unknown>) => {
    charge?.(PROBE_TOKENS + thinkingTokens);
    return refusedAsUndefined(
      generate(server, template, {
        system: "",
        user: "Say hello.",
        temperature: 0,
        maxTokens: PROBE_TOKENS + thinkingTokens,
        seed,
        constraint,
        signal,
      }),
    );
  };
  const choice = await ask({ structured_outputs: { choice: [ODD_WORD] } });
  if (choice !== undefined && choice.is !== "ok") return choice;
  if (choice?.value.text.trim() === ODD_WORD) return ok("structured_outputs");
  const format = await ask(responseFormat("probe", WORD_SCHEMA));
  if (format !== undefined && format.is !== "ok") return format;
  const read = readModelJson(format?.value.text ?? "");
  return ok(read.is === "ok" && JSON.stringify(read.value) === JSON.stringify({ word: ODD_WORD }) ? "response_format" : "text");
};

/** A request that was refused as wrong shows that the field is not taken. */
const refusedAsUndefined = async (asked: Promise<Attempt<Outcome<ChatReply>>>): Promise<Outcome<ChatReply> | undefined> => {
  try {
    const attempt = await asked;
    return attempt.is === "final" ? attempt.value : attempt.failure;
  } catch (error) {
    if (error instanceof RequestRejected) return undefined;
    throw error;
  }
};

/**
 * Write the fields that hold a server to a prompt's output.
 *
 * Out: none for a prompt that reads plain text (marked EXACT and IDEAL), for a schema that would be untyped in part, and for a server that obeys nothing.
 */
export const constraintFor = (prompt: Prompt, way: StructuredOutput): Record<string, unknown> => {
  if (prompt.parse !== undefined || way === "text") return {};
  const schema = lowerSchema(prompt, "grammar");
  if (schema === undefined) return {};
  if (way === "structured_outputs") return { structured_outputs: { json: schema } };
  // OpenAI refuses a schema that is not an object.
  return schema.type === "object" ? responseFormat(prompt.id.replaceAll("/", "_"), schema) : {};
};

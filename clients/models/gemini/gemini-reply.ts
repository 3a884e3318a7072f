import { z } from "zod";
import { failure } from "../../../state/outcome.ts";
import type { ChatReply } from "../chat/chat-reply.ts";
import type { Attempt } from "../chat/retrying.ts";

const count = z.number().int().nonnegative().catch(0);
const Part = z.looseObject({ text: z.string().optional().catch(undefined), thought: z.boolean().optional().catch(undefined) });

/** Every field may be missing: a blocked prompt has no candidates, a blocked answer no content, a bad day no parts. */
const Response = z.object({
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional().catch(undefined),
  candidates: z
    .array(
      z.object({
        content: z
          .object({ parts: z.array(Part).catch([]) })
          .optional()
          .catch(undefined),
        finishReason: z.string().optional().catch(undefined),
      }),
    )
    .catch([]),
  usageMetadata: z
    .object({ promptTokenCount: count, candidatesTokenCount: count, cachedContentTokenCount: count, thoughtsTokenCount: count })
    .optional()
    .catch(undefined),
});

const FINISHES: ReadonlyMap<string, ChatReply["finish"]> = new Map([
  ["STOP", "stop"],
  ["MAX_TOKENS", "length"],
  ["SAFETY", "blocked"],
  ["RECITATION", "blocked"],
  ["PROHIBITED_CONTENT", "blocked"],
  ["BLOCKLIST", "blocked"],
  ["SPII", "blocked"],
  ["LANGUAGE", "blocked"],
  ["IMAGE_SAFETY", "blocked"],
  ["MALFORMED_FUNCTION_CALL", "toolCall"],
  ["UNEXPECTED_TOOL_CALL", "toolCall"],
]);

/**
 * Read what Gemini sent, whole or not.
 *
 * In: the JSON of an answer of status 200. Out: final with the reply (thoughts left out of its text, counted as reasoning); again where it
 * ended with neither text nor a reason, which comes and goes.
 */
export const geminiReply = (response: unknown, what: string): Attempt<ChatReply> => {
  const read = Response.safeParse(response);
  if (!read.success) return { is: "again", failure: failure("unavailable", `${what} is no answer of Gemini.`) };
  const { promptFeedback, candidates, usageMetadata } = read.data;
  const tokens = {
    input: usageMetadata?.promptTokenCount ?? 0,
    output: usageMetadata?.candidatesTokenCount ?? 0,
    cached: usageMetadata?.cachedContentTokenCount ?? 0,
    reasoning: usageMetadata?.thoughtsTokenCount ?? 0,
  };
  const blocked = promptFeedback?.blockReason;
  if (blocked !== undefined) return final({ text: "", reasoning: "", finish: "blocked", said: `prompt ${blocked}`, tokens });
  const [candidate] = candidates;
  const said = candidate?.finishReason ?? "none";
  const text = (candidate?.content?.parts ?? [])
    .filter(({ thought }) => thought !== true)
    .map((part) => part.text ?? "")
    .join("");
  const finish = FINISHES.get(said);
  if (finish === undefined) return { is: "again", failure: failure("unavailable", `${what} ended with finish reason ${said}.`) };
  if (finish === "stop" && text.trim() === "")
    return { is: "again", failure: failure("empty", `${what} held no text (finish reason ${said}).`) };
  return final({ text, reasoning: "", finish, said, tokens });
};

const final = (reply: ChatReply): Attempt<ChatReply> => ({ is: "final", value: reply });

import type { Prompt } from "../../../prompts/define-prompt.ts";
import { type Failure, failure, type Outcome, ok } from "../../../state/outcome.ts";
import { looksLikeRefusal } from "../../../text/looks-like-refusal.ts";
import { type ModelJson, readModelJson } from "../../../text/model-json.ts";
import { pythonTrim } from "../../../text/python-whitespace.ts";
import { stripThinking } from "../../../text/strip-thinking.ts";
import type { ChatReply } from "./chat-reply.ts";

export type ReadOptions = {
  /** What was asked of whom, for the failure. */
  what: string;
  /** Characters of a truncated text that its outcome keeps (count). */
  keptCharacters: number;
  /** True when the model's context, not the budget, ended the reply. */
  contextWasFull?: boolean;
  /** Share of the prompt that would have left the reply its room (0-1), where that is known. */
  fits?: number | undefined;
};

/**
 * Turn a chat model's reply into the prompt's output, or say why it is none.
 *
 * In: prompt (its `parse` reads plain text; without one, the JSON value that fits its output is taken), reply. Out: ok, blocked, overContext,
 * truncated (with its text), empty, refused, unparseable. A truncated reply is never repaired; numbers in prose are never a value.
 */
export const readReply = (prompt: Prompt, reply: ChatReply, options: ReadOptions): Outcome<unknown> => {
  const { what, contextWasFull = false, fits } = options;
  if (reply.finish === "blocked") return failure("blocked", `${what} was withheld by the server: ${reply.said}.`);
  if (reply.finish === "toolCall") return failure("unparseable", `${what} came back as the call of a tool that was not offered.`);
  const cut = reply.finish === "length";
  if (cut && contextWasFull) {
    return failure(
      "overContext",
      `${what} was cut where the model's context ends, after ${reply.tokens.output} tokens; ask with less evidence.`,
      fits === undefined ? {} : { fits },
    );
  }
  const spoken = stripThinking(reply.text);
  if (pythonTrim(spoken.text) === "") return nothingSaid(reply, spoken.unclosed, what);
  if (prompt.parse !== undefined) return cut ? truncated(spoken.text, reply, options) : plainText(prompt, spoken.text, what);
  const read = jsonOf(prompt, reply);
  // Prose that ran out of budget before any value began was no answer in the making.
  if (cut && read.is !== "unparseable") return truncated(spoken.text, reply, options);
  if (read.is === "ok") return ok(read.value);
  if (looksLikeRefusal(reply.text)) return refused(what);
  return failure(read.is, `${what}: ${read.detail}.`);
};

const nothingSaid = (reply: ChatReply, unclosed: boolean, what: string): Failure => {
  // Gemini's thinking is paid from the same budget as its answer.
  if (reply.finish === "length" && !unclosed && (reply.tokens.reasoning > 0 || reply.said === "MAX_TOKENS"))
    return failure("truncated", `${what} spent its budget on ${reply.tokens.reasoning} tokens of thinking and held no text.`);
  return failure("empty", `${what} held ${unclosed ? "reasoning without an answer" : "no text"} (finish reason ${reply.said}).`);
};

const truncated = (text: string, { tokens, said }: ChatReply, { what, keptCharacters }: ReadOptions): Failure =>
  failure("truncated", `${what} was cut after ${tokens.output} tokens (finish reason ${said}).`, {
    text: kept(text, keptCharacters),
  });

const kept = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text);

const refused = (what: string): Failure => failure("refused", `${what} was refused by the model.`);

const plainText = (prompt: Prompt, text: string, what: string): Outcome<unknown> => {
  const value = prompt.parse?.(text);
  if (value !== undefined && prompt.output.safeParse(value).success) return ok(value);
  if (looksLikeRefusal(text)) return refused(what);
  return failure("unparseable", `${what}: ${text.length} characters do not have the format asked for.`);
};

/** The value of the text; once more with the reasoning before it, where a server split the value between the two. */
const jsonOf = (prompt: Prompt, { text, reasoning }: ChatReply): ModelJson => {
  const fits = (value: unknown) => prompt.output.safeParse(value).success;
  const read = readModelJson(text, { fits });
  if (read.is === "ok" || reasoning === "" || readModelJson(reasoning, { fits }).is === "ok") return read;
  const joined = readModelJson(`${reasoning}${text}`, { fits });
  return joined.is === "ok" ? joined : read;
};

import { z } from "zod";
import { failure, type Outcome, ok } from "../../../state/outcome.ts";
import type { ChatReply } from "../chat/chat-reply.ts";
import { judgeError } from "../chat/judge-error.ts";
import type { Attempt } from "../chat/retrying.ts";
import { sendJson } from "../chat/send-json.ts";
import type { Generation } from "./generate.ts";
import { llama3Template } from "./llama3-template.ts";
import { countsOf, finishOf, UsageFields } from "./reply-fields.ts";
import { headersOf, type Server } from "./server.ts";

const Completion = z.object({
  choices: z.array(z.object({ text: z.string().nullish(), finish_reason: z.string() })).min(1),
  usage: UsageFields.optional().catch(undefined),
});

/**
 * Ask a model without a chat template by completion, its prompt written as Llama 3 reads it.
 *
 * In: server, endOfTurn (id of <|eot_id|>), generation. Out and errors: see generate. The request is one answer, not a stream: deadlines end before Node's own limit of 300 s.
 */
export const askCompletions = async (
  server: Server,
  endOfTurn: number,
  generation: Generation,
): Promise<Attempt<Outcome<ChatReply>>> => {
  const { temperature, maxTokens, seed, constraint, signal } = generation;
  const body = {
    model: server.model,
    prompt: llama3Template(generation),
    add_special_tokens: false, // the prompt begins with its own begin-of-text token
    temperature,
    max_tokens: maxTokens,
    seed,
    stop_token_ids: [endOfTurn], // fine-tunes often forget it among their ends
    ...constraint,
  };
  const sent = await sendJson(server.reach, { url: `${server.base}/completions`, body, headers: headersOf(server), signal });
  signal.throwIfAborted();
  if (sent.is === "failed") {
    return sent.failure.is === "unavailable" ? { is: "again", failure: sent.failure } : { is: "final", value: sent.failure };
  }
  if (sent.is === "error") {
    const judged = judgeError(sent.error, server.names);
    return judged.again
      ? { is: "again", failure: judged.failure, waitMs: judged.waitMs }
      : { is: "final", value: judged.failure };
  }
  const read = Completion.safeParse(sent.value);
  const choice = read.data?.choices[0];
  if (choice === undefined)
    return { is: "again", failure: failure("unavailable", `${server.names.what} answered without a completion.`) };
  return {
    is: "final",
    value: ok({
      text: choice.text ?? "",
      reasoning: "",
      finish: finishOf(choice.finish_reason),
      said: choice.finish_reason,
      tokens: countsOf(read.data?.usage),
    }),
  };
};

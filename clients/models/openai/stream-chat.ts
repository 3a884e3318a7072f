import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { z } from "zod";
import { type Failure, failure, type Outcome, ok } from "../../../state/outcome.ts";
import { type ChatReply, NO_TOKENS } from "../chat/chat-reply.ts";
import { judgeError } from "../chat/judge-error.ts";
import type { Attempt } from "../chat/retrying.ts";
import { sendForText } from "../chat/send-json.ts";
import { readServerError, type ServerError } from "../chat/server-error.ts";
import { chatLibrary } from "./chat-library.ts";
import type { Generation } from "./generate.ts";
import { plainMarkers } from "./plain-markers.ts";
import { readEvents } from "./read-events.ts";
import { countsOf, finishOf, UsageFields } from "./reply-fields.ts";
import { headersOf, type Server } from "./server.ts";

const words = z.string().nullish().catch(null);
/** An event of the stream; what is malformed or of another kind says nothing. */
const Event = z
  .object({
    choices: z
      .array(
        z.object({
          index: z.number().catch(0),
          delta: z.object({ content: words, reasoning: words, reasoning_content: words, refusal: words }).nullish().catch(null),
          finish_reason: words,
        }),
      )
      .catch([]),
    usage: UsageFields.nullish().catch(null),
    /** A failure inside a stream of status 200. */
    error: z
      .union([z.string(), z.looseObject({ code: z.coerce.number().int().min(400).max(599).catch(500) })])
      .nullish()
      .catch(null),
  })
  .catch({ choices: [], usage: null, error: null });
/**
 * Ask a chat model by a streamed request, and read its reply from the events.
 *
 * The library names the parameters; the request is ours, so that no callback of LangGraph can switch how the model is read (its `messages` mode makes
 * `invoke` lose the finish reason), and nobody is offered each event. It is streamed because Node ends a silent answer after 300 s.
 * In: server, generation. Out and errors: see generate.
 */
export const streamChat = async (server: Server, generation: Generation): Promise<Attempt<Outcome<ChatReply>>> => {
  const { signal } = generation;
  const url = `${server.base}/chat/completions`;
  const body = await bodyOf(server, generation);
  const sent = await sendForText(server.reach, { url, body, headers: headersOf(server), signal });
  signal.throwIfAborted();
  if (sent.is === "failed") return sent.failure.is === "unavailable" ? again(sent.failure) : final(sent.failure);
  if (sent.is === "error") return judged(sent.error, server);
  const { text, status, type } = sent;
  if (!/^text\/event-stream\b/iu.test(type)) {
    return again(failure("unavailable", `${new URL(url).host} answered ${status} with ${type} instead of an event stream.`));
  }
  return readStream(server, text);
};

/** One of the library's models for each server: it names the parameters, and is never asked itself. */
const namers = new WeakMap<Server, InstanceType<Awaited<ReturnType<typeof chatLibrary>>["ChatOpenAICompletions"]>>();

const bodyOf = async (server: Server, { system, user, temperature, maxTokens, seed, constraint }: Generation) => {
  const { ChatOpenAICompletions, convertMessagesToCompletionsMessageParams } = await chatLibrary();
  const { base, model } = server;
  // Without a key the library would read OPENAI_API_KEY.
  const namer =
    namers.get(server) ?? new ChatOpenAICompletions({ model, maxTokens, apiKey: "none", configuration: { baseURL: base } });
  namers.set(server, namer);
  const { max_tokens, max_completion_tokens, ...named } = namer.invocationParams({ seed }, { streaming: true });
  const messages = [...(system === "" ? [] : [new SystemMessage(plainMarkers(system))]), new HumanMessage(plainMarkers(user))];
  return {
    ...named,
    temperature,
    ...constraint,
    ...(max_completion_tokens === undefined ? { max_tokens: maxTokens } : { max_completion_tokens: maxTokens }),
    messages: convertMessagesToCompletionsMessageParams({ messages, model }),
    stream: true,
  };
};

const readStream = (server: Server, stream: string): Attempt<Outcome<ChatReply>> => {
  const { what } = server.names;
  let text = "";
  let reasoning = "";
  let refusal = "";
  let finish: string | undefined;
  let tokens = NO_TOKENS;
  const events = eventsIn(stream);
  if (events === undefined) return again(failure("unavailable", `${what} sent an event that is no JSON.`));
  for (const event of events) {
    const { choices, usage, error } = Event.parse(event);
    if (error) {
      const status = typeof error === "string" ? 500 : error.code;
      return judged(readServerError(status, undefined, JSON.stringify(event)), server);
    }
    if (usage && usage.prompt_tokens > 0) tokens = countsOf(usage);
    const choice = choices[0];
    if (choice === undefined || choice.index !== 0) continue; // a second choice, which was not asked for
    text += choice.delta?.content ?? "";
    reasoning += choice.delta?.reasoning ?? choice.delta?.reasoning_content ?? "";
    refusal += choice.delta?.refusal ?? "";
    finish ??= choice.finish_reason ?? undefined;
  }
  if (finish === undefined || finish === "abort") {
    return again(failure("unavailable", `${what} ended its stream without a finish reason.`));
  }
  if (text === "" && refusal !== "") return final(failure("refused", `${what} refused.`));
  return final(ok({ text, reasoning, finish: finishOf(finish), said: finish, tokens }));
};

const eventsIn = (stream: string): unknown[] | undefined => {
  try {
    return readEvents(stream);
  } catch {
    return undefined; // the server's doing, whatever stands there
  }
};

const judged = (error: ServerError, { names }: Server): Attempt<Outcome<ChatReply>> => {
  const { again: mends, failure: why, waitMs } = judgeError(error, names);
  return mends ? again(why, waitMs) : final(why);
};

const again = (why: Failure, waitMs?: number): Attempt<never> => ({ is: "again", failure: why, waitMs });

const final = (value: Outcome<ChatReply>): Attempt<Outcome<ChatReply>> => ({ is: "final", value });

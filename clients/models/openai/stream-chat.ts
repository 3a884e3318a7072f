import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { z } from "zod";
import { type Failure, failure, type Outcome, ok } from "../../../state/outcome.ts";
import { type ChatReply, NO_TOKENS } from "../chat/chat-reply.ts";
import { judgeError } from "../chat/judge-error.ts";
import type { Attempt } from "../chat/retrying.ts";
import { readServerError } from "../chat/server-error.ts";
import { chatLibrary } from "./chat-library.ts";
import type { Generation } from "./generate.ts";
import { plainMarkers } from "./plain-markers.ts";
import { countsOf, finishOf, UsageFields } from "./reply-fields.ts";
import type { Server } from "./server.ts";
import { type Seen, watchedFetch } from "./watched-fetch.ts";

const words = z.string().nullish().catch(null);
const Metadata = z.object({
  finish_reason: words,
  completion: z.number().catch(0),
  usage: UsageFields.optional().catch(undefined),
});
const Raw = z.object({
  __raw_response: z.object({
    choices: z.array(z.object({ delta: z.object({ reasoning: words, reasoning_content: words, refusal: words }) })).catch([]),
  }),
});
const EventError = z.object({ error: z.looseObject({ code: z.coerce.number().int().min(400).max(599).catch(500) }) });

/**
 * Ask a chat model and read its reply through our own stream.
 *
 * The stream is ours so that no callback of LangGraph can switch how the model is read: its `messages` mode makes `invoke` lose the finish reason.
 * In: server, generation. Out and errors: see generate.
 */
export const streamChat = async (server: Server, generation: Generation): Promise<Attempt<Outcome<ChatReply>>> => {
  const { fetch, seen } = watchedFetch(server.reach);
  try {
    return await readStream(server, await open(server, generation, fetch), generation);
  } catch (error) {
    if (generation.signal.aborted) throw error;
    return whyItFailed(server, seen, error);
  }
};

const open = async ({ base, key, model }: Server, generation: Generation, fetch: typeof globalThis.fetch) => {
  const { ChatOpenAICompletions } = await chatLibrary();
  const { system, user, temperature, maxTokens, seed, constraint, signal } = generation;
  const chat = new ChatOpenAICompletions({
    model,
    temperature,
    maxTokens,
    modelKwargs: constraint,
    apiKey: key ?? "none", // absent, the library would send OPENAI_API_KEY to whatever server this is
    maxRetries: 0,
    __includeRawResponse: true, // the only way to `reasoning`, which the library drops
    configuration: { baseURL: base, fetch, organization: null, project: null, logLevel: "off" },
  });
  const messages = [...(system === "" ? [] : [new SystemMessage(plainMarkers(system))]), new HumanMessage(plainMarkers(user))];
  return chat.stream(messages, { signal, seed, callbacks: [] });
};

type Chunks = Awaited<ReturnType<typeof open>>;

const readStream = async ({ names }: Server, chunks: Chunks, { signal }: Generation): Promise<Attempt<Outcome<ChatReply>>> => {
  let text = "";
  let reasoning = "";
  let refusal = "";
  let finish: string | undefined;
  let tokens = NO_TOKENS;
  for await (const chunk of chunks) {
    const { finish_reason, completion, usage } = Metadata.parse(chunk.response_metadata);
    if (completion !== 0) continue; // a second choice, which was not asked for
    if (typeof chunk.content === "string") text += chunk.content;
    finish ??= finish_reason ?? undefined;
    if (usage !== undefined && usage.prompt_tokens > 0) tokens = countsOf(usage);
    const raw = Raw.safeParse(chunk.additional_kwargs);
    const delta = raw.success ? raw.data.__raw_response.choices[0]?.delta : undefined;
    reasoning += delta?.reasoning ?? delta?.reasoning_content ?? "";
    refusal += delta?.refusal ?? "";
  }
  signal.throwIfAborted(); // a stopped stream ends without an error
  if (finish === undefined || finish === "abort") {
    return again(failure("unavailable", `${names.what} ended its stream without a finish reason.`));
  }
  if (text === "" && refusal !== "") return { is: "final", value: failure("refused", `${names.what} refused.`) };
  return { is: "final", value: ok({ text, reasoning, finish: finishOf(finish), said: finish, tokens }) };
};

const again = (why: Failure, waitMs?: number): Attempt<never> => ({ is: "again", failure: why, waitMs });

const whyItFailed = ({ names }: Server, seen: Seen, error: unknown): Attempt<Outcome<ChatReply>> => {
  if (seen.failure !== undefined) {
    return seen.failure.is === "unavailable" ? again(seen.failure) : { is: "final", value: seen.failure };
  }
  const event = EventError.safeParse(error);
  const served =
    seen.error ?? (event.success ? readServerError(event.data.error.code, undefined, JSON.stringify(event.data)) : undefined);
  if (served !== undefined) {
    const judged = judgeError(served, names);
    return judged.again ? again(judged.failure, judged.waitMs) : { is: "final", value: judged.failure };
  }
  // Whatever goes wrong while a stream is read is the server's doing: a cut connection, an event that is no JSON.
  if (seen.streaming) return again(failure("unavailable", `${names.what} broke its stream off (${nameOf(error)}).`));
  throw error;
};

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

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
/** An event of the stream; what is malformed or of another kind says nothing. */
const Chunk = z
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
  })
  .catch({ choices: [], usage: null });
const EventError = z.object({ error: z.looseObject({ code: z.coerce.number().int().min(400).max(599).catch(500) }) });

/**
 * Ask a chat model and read its reply from the stream of its events.
 *
 * The library names the parameters and sends the request; its callbacks are not passed. With them LangGraph can switch how a model is read (its
 * `messages` mode makes `invoke` lose the finish reason), and each event would be copied, merged and offered to listeners that are not there.
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
  const { ChatOpenAICompletions, convertMessagesToCompletionsMessageParams } = await chatLibrary();
  const { system, user, temperature, maxTokens, seed, constraint, signal } = generation;
  const chat = new ChatOpenAICompletions({
    model,
    temperature,
    maxTokens,
    modelKwargs: constraint,
    apiKey: key ?? "none", // absent, the library would send OPENAI_API_KEY to whatever server this is
    maxRetries: 0,
    configuration: { baseURL: base, fetch, organization: null, project: null, logLevel: "off" },
  });
  const messages = [...(system === "" ? [] : [new SystemMessage(plainMarkers(system))]), new HumanMessage(plainMarkers(user))];
  return chat.completionWithRetry(
    {
      ...chat.invocationParams({ seed }, { streaming: true }),
      messages: convertMessagesToCompletionsMessageParams({ messages, model }),
      stream: true,
    },
    { signal },
  );
};

type Chunks = Awaited<ReturnType<typeof open>>;

const readStream = async ({ names }: Server, chunks: Chunks, { signal }: Generation): Promise<Attempt<Outcome<ChatReply>>> => {
  let text = "";
  let reasoning = "";
  let refusal = "";
  let finish: string | undefined;
  let tokens = NO_TOKENS;
  for await (const chunk of chunks) {
    if (signal.aborted) break;
    const { choices, usage } = Chunk.parse(chunk);
    if (usage && usage.prompt_tokens > 0) tokens = countsOf(usage);
    const choice = choices[0];
    if (choice === undefined || choice.index !== 0) continue; // a second choice, which was not asked for
    text += choice.delta?.content ?? "";
    reasoning += choice.delta?.reasoning ?? choice.delta?.reasoning_content ?? "";
    refusal += choice.delta?.refusal ?? "";
    finish ??= choice.finish_reason ?? undefined;
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

import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import type { Prompt } from "../../../prompts/define-prompt.ts";
import { failure, type Outcome, ok } from "../../../state/outcome.ts";
import type { ModelSettings } from "../../../state/settings/models.ts";
import type { Env } from "../../env.ts";
import type { AskOptions } from "../ask.ts";
import type { Provider } from "../ask-with.ts";
import { deadlineCalls, type Ended } from "../chat/deadline-call.ts";
import { judgeError, type ServerNames } from "../chat/judge-error.ts";
import { lowerSchema } from "../chat/lower-schema.ts";
import { readReply } from "../chat/read-reply.ts";
import type { Attempt } from "../chat/retrying.ts";
import { revisionOf } from "../chat/revision-of.ts";
import type { Reach } from "../chat/send-json.ts";
import { estimatedTokens } from "../estimated-tokens.ts";
import { rendered } from "../rendered.ts";
import { geminiLibrary } from "./gemini-library.ts";
import { geminiReply } from "./gemini-reply.ts";
import type { GuardedGemini } from "./guarded-gemini.ts";

/** Raise by one whenever the same request is sent in other words; older recordings then no longer replay. */
const WORDING = 1;
const GOOGLE = "https://generativelanguage.googleapis.com";

export type GeminiOptions = { model: string; env: Env; reach: Reach; settings: ModelSettings };

/**
 * Ask a Gemini model.
 *
 * In: model, environment (key, base URL), egress and class of the text, settings. Out: the provider; every call ends in an outcome within the
 * deadline. The thinking budget is reserved apart from the reply's. A request that Gemini calls wrong throws.
 *
 * @cite healthnlp2026 §3.5
 */
export const geminiProvider = ({ model, env, reach, settings }: GeminiOptions): Provider => {
  const call = deadlineCalls(settings);
  const account = accountOf(env);
  return {
    name: `gemini:${model}`,
    revision: revisionOf({ wording: WORDING }, settings, ["seed", "replyTokens", "geminiThinkingTokens"]),
    carryOut: async (prompt, input, options) => {
      if (account.is !== "ok") return { outcome: account };
      const permitted = reach.egress.permits(account.value.baseUrl, reach.dataClass);
      if (permitted.is !== "ok") return { outcome: permitted };
      await geminiLibrary(); // seconds on a busy machine, which Gemini is not to blame for
      const what = `${prompt.id} (gemini:${model})`;
      const question = { prompt, input, options, settings, model, reach, what, ...account.value };
      const reserve = settings.replyTokens + (THINKING.test(model) ? settings.geminiThinkingTokens : 0);
      const tokens = estimatedTokens(rendered(prompt, input), settings) + reserve;
      return call(what, tokens, (signal) => ask(question, signal), options.signal);
    },
  };
};

type Account = { apiKey: string; baseUrl: string };

const accountOf = (env: Env): Outcome<Account> => {
  if (env.GOOGLE_API_KEY === undefined) {
    return failure("misconfigured", "GOOGLE_API_KEY is not set; Gemini asks for it. See .env.example.");
  }
  const baseUrl = (env.GEMINI_BASE_URL ?? GOOGLE).replace(/\/+$/u, "");
  if (!URL.canParse(baseUrl)) return failure("misconfigured", `GEMINI_BASE_URL is "${baseUrl}"; expected https://HOST.`);
  return ok({ apiKey: env.GOOGLE_API_KEY, baseUrl });
};

type Question = Account & {
  prompt: Prompt;
  input: unknown;
  options: AskOptions;
  settings: ModelSettings;
  model: string;
  reach: Reach;
  what: string;
};

const ask = async (question: Question, signal: AbortSignal): Promise<Attempt<Ended>> => {
  const { prompt, input, options, settings, model, what } = question;
  const { system, user } = rendered(prompt, input);
  const thinks = THINKING.test(model);
  const library = await geminiLibrary(); // not before Gemini is asked: it is slow to load
  const gemini = new library.GuardedGemini({
    ...question,
    signal,
    temperature: options.temperature,
    maxOutputTokens: settings.replyTokens + (thinks ? settings.geminiThinkingTokens : 0),
    thinkingBudget: thinks ? settings.geminiThinkingTokens : undefined,
    seed: settings.seed + (options.sample ?? 0),
    schema: prompt.parse === undefined ? lowerSchema(prompt, "gemini") : undefined,
  });
  const messages = [...(system === "" ? [] : [new SystemMessage(system.toWellFormed())]), new HumanMessage(user.toWellFormed())];
  try {
    // No callbacks: LangGraph's would make the library stream, where a block is neither a chunk nor an error.
    await gemini.invoke(messages, { signal, callbacks: [] });
  } catch (error) {
    if (signal.aborted || gemini.sent === undefined) throw error;
  }
  return judged(gemini, question, what);
};

/** Models that take a thinking budget; others answer 400 to one. */
const THINKING = /gemini-(?:2\.5|[3-9])/u;

const judged = ({ sent }: GuardedGemini, { prompt, settings }: Question, what: string): Attempt<Ended> => {
  if (sent === undefined) throw new Error(`${what}: the library answered without a request.`);
  if (sent.is === "failed") {
    return sent.failure.is === "unavailable"
      ? { is: "again", failure: sent.failure }
      : { is: "final", value: { outcome: sent.failure } };
  }
  if (sent.is === "error") {
    const { failure: why, again, waitMs } = judgeError(sent.error, NAMES);
    return again ? { is: "again", failure: why, waitMs } : { is: "final", value: { outcome: why } };
  }
  const reply = geminiReply(sent.value, what);
  if (reply.is === "again") return reply;
  const outcome = readReply(prompt, reply.value, { what, keptCharacters: settings.keptCharacters });
  return { is: "final", value: { outcome, tokens: reply.value.tokens } };
};

const NAMES: ServerNames = { what: "Gemini", keyVariable: "GOOGLE_API_KEY", baseVariable: "GEMINI_BASE_URL" };

import type { Prompt } from "../../../prompts/define-prompt.ts";
import { type Failure, failure, type Outcome } from "../../../state/outcome.ts";
import type { ModelSettings } from "../../../state/settings/models.ts";
import { stoppedBy } from "../../encoder/all-or-first-failure.ts";
import type { Env } from "../../env.ts";
import type { AskOptions } from "../ask.ts";
import type { Provider } from "../ask-with.ts";
import { deadlineCalls, type Ended } from "../chat/deadline-call.ts";
import { readReply } from "../chat/read-reply.ts";
import type { Attempt } from "../chat/retrying.ts";
import { revisionOf } from "../chat/revision-of.ts";
import type { Reach } from "../chat/send-json.ts";
import { estimatedTokens } from "../estimated-tokens.ts";
import { rendered } from "../rendered.ts";
import { chatLibrary } from "./chat-library.ts";
import { countTokens } from "./count-tokens.ts";
import { fitContext, fittingShare } from "./fit-context.ts";
import { generate } from "./generate.ts";
import { probeServer, type ServerFacts } from "./probe-server.ts";
import { type Server, serverOf } from "./server.ts";
import { constraintFor } from "./structured-output.ts";

/** Raise by one whenever the same request is sent in other words; older recordings then no longer replay. */
const WORDING = 1;

export type OpenAiOptions = { kind: "vllm" | "openai"; model: string; env: Env; reach: Reach; settings: ModelSettings };

/**
 * Ask a model of vLLM or of any OpenAI-compatible server.
 *
 * In: kind, model, environment (base URL, key), egress and class of the text, settings. Out: the provider; nothing is sent before its first call,
 * which also asks the server what it can do. Every call ends in an outcome within the deadline; a request that the server calls wrong throws.
 */
export const openAiProvider = ({ kind, model, env, reach, settings }: OpenAiOptions): Provider => {
  const found = serverOf(kind, model, env, reach);
  const call = deadlineCalls(settings);
  const facts = knownFacts(settings);
  return {
    name: `${kind}:${model}`,
    revision: revisionOf({ wording: WORDING }, settings, ["seed", "replyTokens", "thinkingTokens", "structuredOutput"]),
    carryOut: async (prompt, input, options) => {
      if (found.is !== "ok") return { outcome: found };
      const permitted = reach.egress.permits(found.value.base, reach.dataClass);
      if (permitted.is !== "ok") return { outcome: permitted };
      await chatLibrary(); // seconds on a busy machine, which the server is not to blame for
      const what = `${prompt.id} (${kind}:${model})`;
      const tokens = estimatedTokens(rendered(prompt, input), settings) + settings.replyTokens + settings.thinkingTokens;
      const attempt = (signal: AbortSignal, charge: Charge) =>
        ask(found.value, facts, { prompt, input, options, settings, what, signal, charge });
      return call(what, tokens, attempt, options.signal);
    },
  };
};

type Question = {
  prompt: Prompt;
  input: unknown;
  options: AskOptions;
  settings: ModelSettings;
  what: string;
  signal: AbortSignal;
  charge: Charge;
};
/** Counts a request of the first look at a server on the model's limits. In: its tokens. */
type Charge = (tokens: number) => void;
type Facts = (server: Server, signal: AbortSignal, charge: Charge) => Promise<Outcome<ServerFacts>>;

const ask = async (server: Server, facts: Facts, question: Question): Promise<Attempt<Ended>> => {
  const { prompt, input, options, settings, what, signal, charge } = question;
  const known = await facts(server, signal, charge);
  if (known.is !== "ok") return isPassing(known) ? { is: "again", failure: known } : { is: "final", value: { outcome: known } };
  const { contextTokens, template, structuredOutput } = known.value;
  const text = rendered(prompt, input);
  const wanted = settings.replyTokens + settings.thinkingTokens;
  const length = surelyFits(text, contextTokens, wanted + settings.templateTokens)
    ? { tokens: 0, counted: false }
    : await countTokens(server, known.value, text, settings, signal);
  const fit = fitContext(length, contextTokens, { wanted, least: settings.leastReplyTokens + settings.thinkingTokens });
  if (fit.is === "over")
    return { is: "final", value: { outcome: failure("overContext", `${what}: ${fit.detail}`, { fits: fit.fits }) } };
  const attempt = await generate(server, template, {
    ...text,
    temperature: options.temperature,
    maxTokens: fit.maxTokens,
    seed: settings.seed + (options.sample ?? 0),
    constraint: constraintFor(prompt, structuredOutput),
    signal,
  });
  if (attempt.is === "again") return attempt;
  if (attempt.value.is !== "ok") return { is: "final", value: { outcome: attempt.value } };
  const reply = attempt.value.value;
  const written = reply.tokens.output + reply.tokens.reasoning;
  const contextWasFull = contextTokens !== undefined && reply.tokens.input + written >= contextTokens && written < wanted;
  const fits = contextWasFull ? fittingShare(reply.tokens.input, contextTokens, Math.min(wanted, contextTokens / 2)) : undefined;
  const outcome = readReply(prompt, reply, { what, keptCharacters: settings.keptCharacters, contextWasFull, fits });
  return { is: "final", value: { outcome, tokens: reply.tokens } };
};

const isPassing = ({ is }: Failure): boolean => is === "unavailable" || is === "rateLimited";

/** A token holds at least one byte: a prompt of so few bytes needs no counting. */
const surelyFits = (text: { system: string; user: string }, context: number | undefined, reserve: number): boolean =>
  context === undefined || Buffer.byteLength(text.system) + Buffer.byteLength(text.user) + reserve <= context;

/**
 * Ask a server once what it can do, however many calls begin at the same time.
 *
 * A call whose own signal fires stops only its own asking: the others ask again. What went wrong is not remembered.
 */
const knownFacts = (settings: ModelSettings): Facts => {
  let asking: Promise<Outcome<ServerFacts>> | undefined;
  return async (server, signal, charge) => {
    for (;;) {
      asking ??= probeServer(server, { ...settings, signal, charge }).catch((error: unknown) => {
        if (signal.aborted) return stoppedBy(signal, `The first look at ${server.names.what}`);
        throw error;
      });
      const mine = asking;
      const found = await mine.catch((error: unknown) => {
        if (asking === mine) asking = undefined;
        throw error;
      });
      if (found.is === "ok") return found;
      if (asking === mine) asking = undefined;
      const anothersStop = found.is === "cancelled" || found.is === "timeout";
      if (!anothersStop || signal.aborted) return found;
    }
  };
};

import type { Ask, AskOptions } from "../../clients/models/ask.ts";
import type { Failure } from "../../state/outcome.ts";
import { TROUBLES } from "../../state/outcome.ts";
import type { Usage } from "../../state/usage.ts";

/** What a scripted model was asked. */
export type ScriptedCall = { prompt: string; input: Record<string, unknown>; options: AskOptions };

/** A reply: the prompt's output, `{ is: "ok", value }`, a failure, or a function of input and options that gives one of these. */
// biome-ignore lint/suspicious/noExplicitAny: a script answers prompts of any input
export type Script = Record<string, unknown | ((input: any, options: AskOptions) => unknown)>;

const isFailure = (value: unknown): value is Failure =>
  typeof value === "object" && value !== null && "is" in value && TROUBLES.some((trouble) => trouble === value.is);

const isOk = (value: unknown): value is { is: "ok"; value: unknown } =>
  typeof value === "object" && value !== null && "is" in value && value.is === "ok";

/**
 * A model that answers each prompt as its script says, by prompt id.
 *
 * A prompt without a script throws, so that no test asks by accident. Inputs and outputs pass through the prompt's own schemas.
 */
export const scriptedAsk = (script: Script): Ask & { calls: ScriptedCall[] } => {
  const calls: ScriptedCall[] = [];
  const ask: Ask = async (prompt, input, options) => {
    calls.push({ prompt: prompt.id, input: input as Record<string, unknown>, options });
    if (!(prompt.id in script)) throw new Error(`no script for prompt ${prompt.id}`);
    const scripted = script[prompt.id];
    const parsed = prompt.input.parse(input);
    const said = typeof scripted === "function" ? await scripted(parsed, options) : scripted;
    const outcome = isFailure(said) ? said : ({ is: "ok", value: prompt.output.parse(isOk(said) ? said.value : said) } as const);
    return { outcome: outcome as never, usage: [cost(prompt.id, prompt.version, options, outcome.is)] };
  };
  return Object.assign(ask, { calls });
};

/** The same model for every prompt: down in the same way. */
export const downAsk = (failure: Failure): Ask & { calls: ScriptedCall[] } => {
  const calls: ScriptedCall[] = [];
  const ask: Ask = async (prompt, input, options) => {
    calls.push({ prompt: prompt.id, input: input as Record<string, unknown>, options });
    return { outcome: failure, usage: [cost(prompt.id, prompt.version, options, failure.is)] };
  };
  return Object.assign(ask, { calls });
};

const cost = (id: string, version: number, { step, role }: AskOptions, outcome: string): Usage => ({
  step,
  role,
  model: "scripted",
  prompt: `${id}@${version}`,
  outcome,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  reasoningTokens: 0,
  retries: 0,
  ms: 0,
});

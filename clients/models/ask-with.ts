import { z } from "zod";
import type { Prompt } from "../../prompts/define-prompt.ts";
import { failure, type Outcome, ok, type Trouble } from "../../state/outcome.ts";
import type { Role } from "../../state/roles.ts";
import type { Usage } from "../../state/usage.ts";
import { quotesText } from "../../text/quotes-text.ts";
import { stoppedBy } from "../encoder/all-or-first-failure.ts";
import type { Ask, AskOptions } from "./ask.ts";
import { RequestRejected } from "./chat/judge-error.ts";
import { rendered } from "./rendered.ts";

/** How one model ended a call, before its output is checked, and what the call cost; `ms` is measured where absent. */
export type Carried = { outcome: Outcome<unknown> } & Partial<
  Pick<Usage, "inputTokens" | "outputTokens" | "cachedTokens" | "reasoningTokens" | "retries" | "ms">
>;

/** One model that carries out prompts. */
export type Provider = {
  /** Name in the table of roles, such as extractive or gemini:MODEL. */
  name: string;
  /** What changes replies without changing the name: version, weights, rules. Part of the store's key. */
  revision: string;
  carryOut(prompt: Prompt, input: unknown, options: AskOptions): Promise<Carried>;
};

/** Everything that decides a reply; the store's key. */
export type AskRequest = {
  prompt: string;
  system: string;
  user: string;
  /** The parsed input; a model that works by rules reads it instead of the text. */
  input: unknown;
  model: string;
  revision: string;
  temperature: number;
  sample: number;
  /** JSON schema of the output. */
  schema: unknown;
};

export type Through = (request: AskRequest, call: () => Promise<Carried>, options: AskOptions) => Promise<Carried>;

export type AskWith = {
  /** Models of each role, the first one asked first. */
  roles: Readonly<Record<Role, readonly string[]>>;
  /** Models by name. */
  providers: Readonly<Record<string, Provider>>;
  /** Stands between the request and the call, to record or replay it, and to write down what it cost. */
  through?: Through;
};

/** Trouble that another model cannot mend. */
const FINAL: readonly Trouble[] = ["denied", "misconfigured", "cancelled", "replayMiss", "overBudget"];

/**
 * Make an Ask of a table of roles and the models that it names.
 *
 * In: roles, providers, through. Out: an Ask; its output fits the prompt's schema, or the outcome is `unparseable`; one usage entry a model asked.
 * A detail that repeats the prompt or the reply, as servers' messages may, is left out.
 * If a model is down: the role's next one where `nextModels` is set, else its outcome. An unfit input, or a bug in a model, throws.
 */
export const askWith =
  ({ roles, providers, through }: AskWith): Ask =>
  async (prompt, input, options) => {
    const parsed = prompt.input.parse(input);
    const names = options.nextModels ? roles[options.role] : roles[options.role].slice(0, 1);
    const usage: Usage[] = [];
    let outcome: Outcome<z.infer<typeof prompt.output>> = failure(
      "misconfigured",
      `No model is named for role ${options.role}; give its row in the table of roles one.`,
    );
    for (const name of names) {
      const provider = providers[name];
      const carried = provider === undefined ? unknownModel(name, options, providers) : await carry(provider);
      outcome = withoutText(checked(prompt, carried.outcome), prompt, parsed, name);
      usage.push(entry(prompt, name, options, outcome.is, carried));
      if (outcome.is === "ok" || FINAL.includes(outcome.is)) break;
    }
    return { outcome, usage };

    async function carry(provider: Provider): Promise<Carried> {
      if (options.signal?.aborted) return { outcome: stoppedBy(options.signal, `${prompt.id} (${provider.name})`) };
      const call = () =>
        measured(() => provider.carryOut(prompt, parsed, options).catch((error) => throwWithoutText(error, prompt, parsed)));
      return through === undefined ? call() : through(requestOf(prompt, parsed, provider, options), call, options);
    }
  };

const checked = <Out extends z.ZodType>(
  { id, output }: Prompt<z.ZodType, Out>,
  outcome: Outcome<unknown>,
): Outcome<z.infer<Out>> => {
  if (outcome.is !== "ok") return outcome;
  const read = output.safeParse(outcome.value);
  return read.success
    ? ok(read.data)
    : failure("unparseable", `The reply to ${id} does not fit: ${z.prettifyError(read.error).replace(/\s+/gu, " ")}`);
};

/** Details go into fallbacks and onto the terminal, where no text of a patient may stand. */
const withoutText = <Value>(outcome: Outcome<Value>, prompt: Prompt, input: unknown, model: string): Outcome<Value> => {
  if (outcome.is === "ok") return outcome;
  const { user } = rendered(prompt, input);
  if (!quotesText(outcome.detail, [user, ...(outcome.text === undefined ? [] : [outcome.text])])) return outcome;
  return {
    ...outcome,
    detail: `${prompt.id} (${model}) ended in ${outcome.is}; what the server said repeats the text and is left out.`,
  };
};

const throwWithoutText = (error: unknown, prompt: Prompt, input: unknown): never => {
  if (!(error instanceof RequestRejected) || !quotesText(error.message, [rendered(prompt, input).user])) throw error;
  throw new RequestRejected(`${prompt.id}: the server calls the request wrong; what it said repeats the text and is left out.`);
};

const measured = async (call: () => Promise<Carried>): Promise<Carried> => {
  const began = performance.now();
  const carried = await call();
  return { ms: performance.now() - began, ...carried };
};

const unknownModel = (name: string, { role }: AskOptions, providers: AskWith["providers"]): Carried => ({
  outcome: failure(
    "misconfigured",
    `Role ${role} names model ${JSON.stringify(name)}, which is not there; known: ${Object.keys(providers).join(", ") || "none"}.`,
  ),
});

/** Write down all that decides a reply. In: prompt, its parsed input, model, options. Out: the store's key. */
export const requestOf = (
  prompt: Prompt,
  input: unknown,
  { name, revision }: Pick<Provider, "name" | "revision">,
  options: AskOptions,
): AskRequest => ({
  prompt: `${prompt.id}@${prompt.version}`,
  ...rendered(prompt, input),
  input,
  model: name,
  revision,
  temperature: options.temperature,
  sample: options.sample ?? 0,
  schema: schemaOf(prompt.output),
});

/** A prompt's schema is written once: it is asked for with every call. */
const schemas = new WeakMap<z.ZodType, unknown>();
const schemaOf = (output: z.ZodType): unknown => {
  const known = schemas.get(output) ?? z.toJSONSchema(output, { unrepresentable: "any" });
  schemas.set(output, known);
  return known;
};

const entry = (prompt: Prompt, model: string, { step, role }: AskOptions, outcome: string, carried: Carried): Usage => ({
  step,
  role,
  model,
  prompt: `${prompt.id}@${prompt.version}`,
  outcome,
  inputTokens: carried.inputTokens ?? 0,
  outputTokens: carried.outputTokens ?? 0,
  cachedTokens: carried.cachedTokens ?? 0,
  reasoningTokens: carried.reasoningTokens ?? 0,
  retries: carried.retries ?? 0,
  ms: carried.ms ?? 0,
});

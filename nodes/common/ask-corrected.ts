import type { z } from "zod";
import type { Ask, AskOptions } from "../../clients/models/ask.ts";
import type { Prompt } from "../../prompts/define-prompt.ts";
import type { Fallback } from "../../state/fallback.ts";
import { type Outcome, TROUBLES } from "../../state/outcome.ts";
import type { Runtime } from "../../state/step.ts";
import type { Usage } from "../../state/usage.ts";
import { quotesText } from "../../text/quotes-text.ts";

export type Corrected<Value> = { outcome: Outcome<Value>; problem: string | undefined; usage: Usage[]; fallbacks: Fallback[] };

/**
 * Ask, and send the validator's message back while the reply breaks a rule or cannot be read.
 *
 * In: prompt, input, options (corrections: how often a message may go back), runtime. Out: the last outcome; problem, the rule that
 * it still breaks; one usage entry a call; a fallback for each correction and each model passed over. What is told of a broken rule quotes no text of the reply.
 * If the model is down: its outcome, at once.
 *
 * @cite spec archehr best 2
 */
export const askCorrected = async <In extends z.ZodType<Record<string, unknown>, Record<string, unknown>>, Out extends z.ZodType>(
  ask: Ask,
  prompt: Prompt<In, Out>,
  input: z.input<In>,
  options: Omit<AskOptions, "signal"> & { corrections: number },
  runtime: Runtime | undefined,
): Promise<Corrected<z.infer<Out>>> => {
  const { corrections, ...asked } = options;
  const usage: Usage[] = [];
  const fallbacks: Fallback[] = [];
  let current: z.input<In> = input;
  for (let round = 0; ; round++) {
    const reply = await ask(prompt, current, { ...asked, signal: runtime?.signal });
    usage.push(...reply.usage);
    for (const entry of reply.usage) {
      const { role, model, prompt: asking, outcome } = entry;
      runtime?.writer?.({ event: "asked", step: options.step, item: options.item, role, model, prompt: asking, outcome });
    }
    fallbacks.push(...passedOver(options.step, reply.usage));
    const problem = reply.outcome.is === "ok" ? prompt.problem?.(reply.outcome.value, prompt.input.parse(input)) : undefined;
    const message = reply.outcome.is === "unparseable" ? reply.outcome.detail : problem;
    const told = message === undefined ? undefined : withoutReply(message, reply.outcome, prompt.id);
    if (message === undefined || round >= corrections)
      return { outcome: reply.outcome, problem: problem === undefined ? undefined : told, usage, fallbacks };
    fallbacks.push({
      step: options.step,
      code: "correctedReply",
      reason: told ?? message,
      instead: "sent the message back to the model",
    });
    const previous = reply.outcome.is === "ok" ? JSON.stringify(reply.outcome.value) : "";
    current = { ...input, correction: { previous, problem: message } };
  }
};

const withoutReply = (message: string, outcome: Outcome<unknown>, prompt: string): string =>
  outcome.is === "ok" && quotesText(message, textsIn(outcome.value))
    ? `the reply to ${prompt} breaks a rule of its input`
    : message;

/** Every text within a value. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** Models of the role that were asked before the last one and ended in trouble, each with its own: a model that blocked a note was not down. */
const passedOver = (step: string, usage: readonly Usage[]): Fallback[] =>
  usage.slice(0, -1).map(({ model, outcome, prompt }) => ({
    step,
    code: TROUBLES.find((trouble) => trouble === outcome) ?? "unavailable",
    reason: `${model} ended ${prompt} in ${outcome}`,
    instead: "asked the role's next model",
  }));

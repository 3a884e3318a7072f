import type { z } from "zod";
import type { Prompt } from "../../prompts/define-prompt.ts";
import type { Outcome } from "../../state/outcome.ts";
import type { Role } from "../../state/roles.ts";
import type { Usage } from "../../state/usage.ts";

/** How one call is made, and for whom; everything that changes the reply is part of the store's key. */
export type AskOptions = {
  role: Role;
  /** Node that asks, for the ledger. */
  step: string;
  /** Case id or question id, for the ledger. */
  item: string;
  temperature: number;
  /** Number of the sample, from 0, where one prompt is asked several times. */
  sample?: number;
  /** On trouble of the role's first model, ask its next ones in turn. */
  nextModels?: boolean;
  signal?: AbortSignal | undefined;
};

/** The end of a call, with one entry of what it cost for each model asked. */
export type Reply<Value> = { outcome: Outcome<Value>; usage: Usage[] };

/**
 * Ask the model of a role to carry out a prompt.
 *
 * In: prompt, its input, options. Out: the parsed output or what went wrong, and what the call cost.
 * If the model is down: an outcome within the call's deadline; a bug throws.
 */
export type Ask = <In extends z.ZodType, Out extends z.ZodType>(
  prompt: Prompt<In, Out>,
  input: z.input<In>,
  options: AskOptions,
) => Promise<Reply<z.infer<Out>>>;

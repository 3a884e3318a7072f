import type { ProgressEvent } from "./progress.ts";

/** What LangGraph's runtime gives a step; a step needs no import for it. */
export type Runtime = {
  signal?: AbortSignal | undefined;
  writer?: ((event: ProgressEvent) => void) | undefined;
  /** Hands a draft to a person and returns the decision; never called inside a try. */
  interrupt?: ((draft: unknown) => unknown) | undefined;
};

/**
 * One step of a pipeline: a plain async function from part of the state to a partial update.
 *
 * It sees only `Reads`, and may write only `Writes`, `fallbacks` and `usage`; anything else is a type error.
 * LangGraph's runtime fits the second parameter, so a step is a node without an adapter.
 */
export type Step<State, Reads extends keyof State, Writes extends keyof State = never> = (
  state: Readonly<Pick<State, Reads>>,
  runtime?: Runtime,
) => Promise<OnlyPartial<State, Writes | Extract<keyof State, "fallbacks" | "usage">>>;

type OnlyPartial<T, K extends keyof T> = Partial<Pick<T, K>> & { [Other in Exclude<keyof T, K>]?: never };

import type { Runtime } from "../state/step.ts";

/** Steps to stand in the place of a graph's own: each may read the whole state, and writes what that node may write. */
export type ReplacedSteps<State, Steps extends Record<string, (state: never, runtime?: Runtime) => unknown>> = {
  [Node in keyof Steps]?: (state: Readonly<State>, runtime?: Runtime) => ReturnType<Steps[Node]>;
};

import { AsyncLocalStorage } from "node:async_hooks";
import { AsyncLocalStorageProviderSingleton as ambient } from "@langchain/core/singletons";
import type { Runtime } from "../state/step.ts";

/**
 * Let a step hand a draft to a person from a graph that was built without ambient storage.
 *
 * LangGraph's `interrupt` finds its run in an AsyncLocalStorage. With one in use Node follows every promise of the process, a quarter of a case's own
 * time, and no step but this needs it: the graphs are built from `@langchain/langgraph/web`, which sets none up, and here it holds for the one call.
 * In: runtime. Out: the same, whose interrupt works; untouched where the graph offers none.
 */
export const withInterrupt = (runtime: Runtime | undefined): Runtime | undefined => {
  const interrupt = runtime?.interrupt;
  if (interrupt === undefined) return runtime;
  return {
    ...runtime,
    interrupt: (draft) => {
      ambient.initializeGlobalInstance(new AsyncLocalStorage()); // one that is there stays
      return ambient.runWithConfig(runtime, () => interrupt(draft));
    },
  };
};

import { AsyncLocalStorage } from "node:async_hooks";
import { AsyncLocalStorageProviderSingleton as ambient } from "@langchain/core/singletons";

let lightened = false;

/**
 * Leave out what LangGraph makes for the ambient storage, as long as none is set up.
 *
 * Around each step, edge and write it makes a run tree, with an id and dates and a look at the environment, and hands it to the storage. Where there is none it
 * is thrown away at once: that took a sixth of a graph's own time. Once a storage is there (the review's, all of LangGraph's, a tracer's) all is as before.
 */
export const lightenScopes = (): void => {
  if (lightened) return;
  lightened = true;
  const whole = ambient.runWithConfig.bind(ambient);
  ambient.runWithConfig = (config, callback, avoidCreatingRootRunTree) =>
    ambient.getInstance() instanceof AsyncLocalStorage ? whole(config, callback, avoidCreatingRootRunTree) : callback();
};

import { AsyncLocalStorage } from "node:async_hooks";
import { AsyncLocalStorageProviderSingleton as ambient } from "@langchain/core/singletons";
import { Command, MemorySaver } from "@langchain/langgraph/web";
import { expect, test } from "vitest";
import { compileArchehrGraph } from "../../graphs/archehr.ts";
import { compileBioasqGraph } from "../../graphs/bioasq.ts";
import { lightenScopes } from "../../graphs/lighten-scopes.ts";
import { archehrDeps, MESSAGE, NOTE } from "../support/archehr-deps.ts";
import { bioasqDeps } from "../support/bioasq-deps.ts";

const inUse = () => ambient.getInstance() instanceof AsyncLocalStorage;

// In this order: the review of the last test sets the storage up for the process, as importing all of LangGraph would.
test("building and running the graphs sets up no ambient storage, which would slow every promise of the process", async () => {
  const { deps } = archehrDeps();
  compileBioasqGraph(bioasqDeps());
  const { answer } = await compileArchehrGraph(deps).invoke({ message: MESSAGE, note: NOTE } as never);
  expect(answer).not.toBe("");
  expect(inUse()).toBe(false);
});

test("a scope is as before once a storage is there, and hands its configuration on", () => {
  lightenScopes();
  lightenScopes();
  const instance = ambient.getInstance.bind(ambient);
  const storage = new AsyncLocalStorage<unknown>();
  ambient.getInstance = () => storage;
  try {
    expect(ambient.runWithConfig({ configurable: { a: 1 } }, () => ambient.getRunnableConfig())).toEqual({
      configurable: { a: 1 },
    });
  } finally {
    ambient.getInstance = instance;
  }
  expect(ambient.runWithConfig({ configurable: { a: 1 } }, () => ambient.getRunnableConfig())).toBeUndefined();
});

test("a review stops and is resumed all the same", async () => {
  const graph = compileArchehrGraph(archehrDeps().deps, new MemorySaver());
  const config = { configurable: { thread_id: "1" } };
  const stopped = await graph.invoke({ message: MESSAGE, note: NOTE, settings: { review: true } } as never, config);
  expect(stopped).toMatchObject({ review: "off", __interrupt__: [{ value: { caseId: "case", answer: stopped.answer } }] });
  expect((await graph.getState(config)).next).toEqual(["reviewAnswer"]);
  expect(await graph.invoke(new Command({ resume: { action: "approve" } }) as never, config)).toMatchObject({
    review: "approved",
    answer: stopped.answer,
  });
  expect(inUse()).toBe(true);
});

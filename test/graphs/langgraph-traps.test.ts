// Facts about LangGraph 1.7.3 that the design rests on. If one fails after an upgrade, its rule can go.
import { END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { expect, test } from "vitest";
import { z } from "zod";
import { fallbacks } from "../../state/fallback.ts";

const State = new StateSchema({ text: z.string().default(""), count: z.int().default(0), fallbacks });
const chain = (node: () => Promise<object>) =>
  new StateGraph({ state: State })
    .addNode("only", node as never)
    .addEdge(START, "only")
    .addEdge("only", END)
    .compile();

test("an unknown key in an update is dropped without a word", async () => {
  expect(await chain(async () => ({ text: "a", texxt: "b" })).invoke({})).not.toHaveProperty("texxt");
});

test("a value outside the schema is refused at the node", async () => {
  await expect(chain(async () => ({ count: 1.5 })).invoke({})).rejects.toThrow();
});

test("a node may not share a channel's name", () => {
  // biome-ignore lint/suspicious/noExplicitAny: the type forbids it already
  expect(() => (new StateGraph({ state: State }) as any).addNode("text", async () => ({}))).toThrow();
});

test("a plain errorHandler ends the run silently", async () => {
  const graph = new StateGraph({ state: State })
    .addNode(
      "boom",
      async () => {
        throw new Error("x");
      },
      { errorHandler: (() => ({ count: 1 })) as never },
    )
    .addNode("after", async () => ({ text: "after" }))
    .addEdge(START, "boom")
    .addEdge("boom", "after")
    .addEdge("after", END)
    .compile();
  expect((await graph.invoke({})).text).toBe("");
});

test("two parallel writers to a plain channel throw, and to a reduced one are joined", async () => {
  const two = (a: object, b: object) =>
    new StateGraph({ state: State })
      .addNode("a", async () => a)
      .addNode("b", async () => b)
      .addEdge(START, "a")
      .addEdge(START, "b")
      .addEdge("a", END)
      .addEdge("b", END)
      .compile()
      .invoke({});
  await expect(two({ text: "a" }, { text: "b" })).rejects.toThrow();
  const entry = (step: string) => ({ fallbacks: [{ step, code: "timeout" as const, reason: "r", instead: "i" }] });
  expect((await two(entry("a"), entry("b"))).fallbacks.map(({ step }) => step).sort()).toEqual(["a", "b"]);
});

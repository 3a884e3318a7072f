import { createInterface } from "node:readline/promises";
import { Command } from "@langchain/langgraph";
import type { ReviewDecision } from "../state/review.ts";
import { type Streaming, streamGraph } from "./stream-graph.ts";
import type { StreamItem } from "./stream-item.ts";

/** Ask a person on the terminal about each draft, and resume the graph with the decision. In: the graph. Out: the `review` of streamItem. */
export const reviewWith =
  (graph: Streaming): NonNullable<StreamItem["review"]> =>
  async (ended, config, about) => {
    if (ended.interrupted === undefined) return ended;
    process.stderr.write(`\nDraft to review:\n${JSON.stringify(ended.interrupted, null, 2)}\n`);
    const decision = await ask();
    const resumed = await streamGraph(graph, new Command({ resume: decision }), { ...about, config });
    return { ...resumed, values: { ...ended.values, ...resumed.values } };
  };

const ask = async (): Promise<ReviewDecision> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    for (;;) {
      const choice = (await lines.question("approve (a), edit (e) or reject (r)? ")).trim().toLowerCase();
      if (choice === "a" || choice === "approve") return { action: "approve" };
      if (choice === "r" || choice === "reject") return { action: "reject", reason: await lines.question("Reason: ") };
      if (choice === "e" || choice === "edit") {
        const answer = (await lines.question("The answer: ")).trim();
        if (answer !== "") return { action: "edit", answer };
      }
    }
  } finally {
    lines.close();
  }
};

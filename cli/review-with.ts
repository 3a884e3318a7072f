import { createInterface, type Interface } from "node:readline";
import { Command } from "@langchain/langgraph/web";
import type { ReviewDecision } from "../state/review.ts";
import { wrong } from "./command-fault.ts";
import { type Streaming, streamGraph } from "./stream-graph.ts";
import type { StreamItem } from "./stream-item.ts";
import { tell } from "./visible-text.ts";

/** Asks a person about drafts, one after the other; `close` gives standard input free. */
export type Review = { review: NonNullable<StreamItem["review"]>; close: () => void };

/**
 * Ask a person on the terminal about each draft, and resume the graph with the decision.
 *
 * In: the graph. Out: the `review` of streamItem. One reader serves all drafts, so that decisions may come from a pipe. Where standard input ends before a decision: a CommandFault
 * (exit 2); after Ctrl-C the draft stays undecided. Either way a checkpoint keeps it.
 */
export const reviewWith = (graph: Streaming): Review => {
  let reader: Interface | undefined;
  let lines: AsyncIterator<string> | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  const nextLine = async (prompt: string, signal: AbortSignal): Promise<string | undefined> => {
    reader ??= createInterface({ input: process.stdin }).on("SIGINT", () => process.kill(process.pid, "SIGINT"));
    lines ??= reader[Symbol.asyncIterator]();
    process.stderr.write(prompt);
    const read = await Promise.race([lines.next(), stopOf(signal)]);
    if (read === "stopped") return undefined;
    if (read.done === true)
      throw wrong(
        "--review: standard input ended before the draft was decided; with --checkpoint the same command goes on from it.",
      );
    return read.value.trim();
  };

  const decide = async (signal: AbortSignal): Promise<ReviewDecision | undefined> => {
    for (;;) {
      const choice = (await nextLine("approve (a), edit (e) or reject (r)? ", signal))?.toLowerCase();
      if (choice === undefined) return undefined;
      if (choice === "a" || choice === "approve") return { action: "approve" };
      if (choice === "r" || choice === "reject") return { action: "reject", reason: (await nextLine("Reason: ", signal)) ?? "" };
      if (choice === "e" || choice === "edit") {
        const answer = await nextLine("The answer: ", signal);
        if (answer === undefined) return undefined;
        if (answer !== "") return { action: "edit", answer };
      }
    }
  };

  return {
    review: async (ended, config, about) => {
      if (ended.interrupted === undefined) return ended;
      // Cases run side by side; a person decides on one draft at a time.
      const turn = queue.then(async () => {
        if (about.signal.aborted) return undefined;
        tell(`\nDraft to review:\n${JSON.stringify(ended.interrupted, null, 2)}`);
        return decide(about.signal);
      });
      queue = turn.catch(() => {});
      const decision = await turn;
      if (decision === undefined) return ended;
      const resumed = await streamGraph(graph, new Command({ resume: decision }), { ...about, config });
      return { ...resumed, values: { ...ended.values, ...resumed.values } };
    },
    close: () => reader?.close(),
  };
};

const stopOf = (signal: AbortSignal): Promise<"stopped"> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve("stopped");
    else signal.addEventListener("abort", () => resolve("stopped"), { once: true });
  });

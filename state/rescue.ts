import { ReducedValue, StateSchema } from "@langchain/langgraph/web";
import { z } from "zod";
import { BioasqState } from "./bioasq.ts";
import { Query, Ranking } from "./query.ts";
import type { Step } from "./step.ts";

const { questionId, body, settings, queries, articles, snippets, rescued, fallbacks, usage } = BioasqState.fields;

/** What the rescue of a weak question starts from. Fallbacks and usage stay outside, so that none is counted twice. */
export const RescueInput = new StateSchema({ questionId, body, settings, queries, articles, snippets });

export const RescueState = new StateSchema({
  ...RescueInput.fields,
  newQueries: new ReducedValue(
    z.array(Query).default(() => []),
    { inputSchema: z.array(Query), reducer: (seen, added) => [...seen, ...added] },
  ),
  newSearches: z
    .array(Ranking)
    .default(() => [])
    .describe("One list a new query and searcher, as found; empty once they are ranked anew."),
  rescued,
  fallbacks,
  usage,
});
export type RescueState = typeof RescueState.State;

export type RescueStep<Reads extends keyof RescueState, Writes extends keyof RescueState = never> = Step<
  RescueState,
  Reads,
  Writes
>;

/** What the rescue hands back: its finds, and what it cost. */
export const RescueOutput = new StateSchema({ rescued, fallbacks, usage });

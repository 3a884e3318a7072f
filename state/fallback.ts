import { ReducedValue } from "@langchain/langgraph/web";
import { z } from "zod";
import { TROUBLES } from "./outcome.ts";

/** Reasons of the graphs themselves to leave the planned path. */
export const GRAPH_REASONS = [
  "noStrictEvidence",
  "noEvidence",
  "overLength",
  "weakEvidence",
  "rescueRefused",
  "unsupported",
  "incompleteReply",
  "correctedReply",
  "repairedFormat",
  "droppedEvidence",
  "unsafePruning",
  "retractedEvidence",
  "truncatedText",
] as const;

/** One recorded departure from the planned path. Data, never thrown; Studio, the CLI and the score sheet show it. */
export const Fallback = z.object({
  step: z.string().describe("Node that left the planned path."),
  code: z.enum([...TROUBLES, ...GRAPH_REASONS]),
  reason: z.string().describe("What went wrong, in one sentence."),
  instead: z.string().describe("What the run did instead."),
});
export type Fallback = z.infer<typeof Fallback>;

/** The channel to which any step may append. */
export const fallbacks = new ReducedValue(
  z.array(Fallback).default(() => []),
  { inputSchema: z.array(Fallback), reducer: (seen, added) => [...seen, ...added] },
);

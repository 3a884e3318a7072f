import { z } from "zod";

/** What a long step tells a watching client, as LangGraph's `custom` stream. */
export const ProgressEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal("started"), step: z.string(), item: z.string().describe("Case id or question id.") }),
  z.object({
    event: z.literal("progress"),
    step: z.string(),
    item: z.string(),
    done: z.int().nonnegative(),
    of: z.int().nonnegative(),
    unit: z.string().describe("What is counted: sentences, articles, queries, drafts."),
  }),
  z.object({
    event: z.literal("asked"),
    step: z.string(),
    item: z.string(),
    role: z.string(),
    model: z.string(),
    prompt: z.string().describe("Prompt id and version, such as archehr/score-sentences@1."),
    outcome: z.string().describe("ok, or the kind of trouble."),
  }),
  z.object({
    event: z.literal("fellBack"),
    step: z.string(),
    item: z.string(),
    code: z.string(),
    reason: z.string(),
    instead: z.string(),
  }),
]);
export type ProgressEvent = z.infer<typeof ProgressEvent>;

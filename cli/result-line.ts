import { z } from "zod";
import { Fallback } from "../state/fallback.ts";
import { Usage } from "../state/usage.ts";

export const STATUSES = ["ok", "fallback", "abstained", "failed"] as const;

/** One line of results.jsonl: an item as it finished. Official files are made of these lines alone. */
export const ResultLine = z.looseObject({
  id: z.string(),
  status: z.enum(STATUSES),
  question: z.string(),
  evidence: z.unknown(),
  answer: z.unknown(),
  citations: z.array(z.unknown()),
  padded: z.array(z.string()).default([]).describe("Parts of the official files that were padded."),
  fallbacks: z.array(Fallback),
  usage: z.array(Usage),
  error: z.string().optional().describe("Why the item failed."),
  ms: z.number().nonnegative(),
});
export type ResultLine = z.infer<typeof ResultLine>;

import { z } from "zod";

/** What a person decides about a draft that the graph hands over for review. */
export const ReviewDecision = z.discriminatedUnion("action", [
  z.object({ action: z.literal("approve") }),
  z.object({ action: z.literal("edit"), answer: z.string().min(1).describe("The answer as the person wants it.") }),
  z.object({ action: z.literal("reject"), reason: z.string().default("") }),
]);
export type ReviewDecision = z.infer<typeof ReviewDecision>;

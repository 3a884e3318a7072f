import { ReducedValue } from "@langchain/langgraph/web";
import { z } from "zod";

const count = z.int().nonnegative().default(0);

/** What one call to a model cost, so that a run can be budgeted and explained. */
export const Usage = z.object({
  step: z.string().describe("Node that asked."),
  role: z.string(),
  model: z.string().describe("provider:name, or extractive."),
  prompt: z.string().describe("Prompt id and version."),
  outcome: z.string().describe("ok, or the kind of trouble."),
  inputTokens: count.describe("Tokens (count); 0 when the model counts none."),
  outputTokens: count.describe("Tokens of the reply, without those of its reasoning (count)."),
  cachedTokens: count.describe("Input tokens served from the server's prefix cache (count)."),
  reasoningTokens: count,
  retries: count.describe("Repeated requests (count)."),
  ms: z.number().nonnegative().default(0).describe("Milliseconds; in a replay those of the recording."),
});
export type Usage = z.infer<typeof Usage>;

/** The channel to which any step may append what its calls cost. */
export const usage = new ReducedValue(
  z.array(Usage).default(() => []),
  { inputSchema: z.array(Usage), reducer: (seen, added) => [...seen, ...added] },
);

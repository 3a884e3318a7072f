import { z } from "zod";

/** Every number of the calls to chat models; part of what a recording is kept under. */
export const ModelSettings = z
  .strictObject({
    deadlineMs: z
      .int()
      .min(1)
      .max(290_000)
      .default(120_000)
      .describe(
        "Longest time of one call with its queue, waits and tries (milliseconds). Ours; the most is below the 300 s at which Node's fetch ends a silent call. [spec vllm-measured]",
      ),
    graceMs: z
      .int()
      .min(0)
      .max(1000)
      .default(50)
      .describe("Time that a stopped call has to end by itself before it counts as abandoned (milliseconds). Ours."),
    replyTokens: z
      .int()
      .min(1)
      .default(2048)
      .describe(
        "Reserve for the reply; less where the context leaves less (tokens). Ours: the longest reply scores a whole note.",
      ),
    leastReplyTokens: z
      .int()
      .min(1)
      .default(256)
      .describe(
        "Reserve below which a prompt counts as too long and is not sent (tokens). Ours: two or three sentences and a list.",
      ),
    thinkingTokens: z
      .int()
      .min(0)
      .default(0)
      .describe(
        "Added to the reply's reserve on OpenAI-compatible servers, for models that reason (tokens). Ours: OpenBioLLM does not.",
      ),
    geminiThinkingTokens: z
      .int()
      .min(128)
      .default(8192)
      .describe(
        "Thinking budget of Gemini, reserved apart from the reply (tokens). Ours; 128 is the least that gemini-2.5-pro takes.",
      ),
    charactersPerToken: z
      .number()
      .min(1)
      .max(8)
      .default(3)
      .describe("Characters of a token where the server counts none (count). Ours: on the safe side of 3.5-4.5."),
    templateTokens: z
      .int()
      .min(0)
      .default(64)
      .describe("Tokens that a chat template may add, where the server counts none (count). Ours: 22 to 40 were seen."),
    seed: z
      .int()
      .min(0)
      .default(20_260_301)
      .describe("Seed of the first sample (any whole number); the n-th sample adds n. Always sent. Ours. [spec clients]"),
    retries: z
      .int()
      .min(0)
      .max(20)
      .default(4)
      .describe("Repeated requests after 429, 5xx or a cut connection, while the deadline holds (count). Ours."),
    backoffMs: z
      .int()
      .min(1)
      .default(500)
      .describe(
        "Wait before the first repeat, doubled before each further one, drawn between half and all of it (milliseconds). Ours.",
      ),
    backoffMostMs: z
      .int()
      .min(1)
      .default(8000)
      .describe("Longest such wait; a Retry-After may ask for more (milliseconds). Ours."),
    mostInFlight: z
      .int()
      .min(1)
      .default(64)
      .describe(
        "Requests to one model at once; further ones wait, and the wait counts (count). Ours: vLLM batches as many as fit.",
      ),
    requestsPerMinute: z
      .int()
      .min(0)
      .default(0)
      .describe(
        "Requests that the server allows a minute; further ones wait before they are sent (count, 0: no limit). Ours: your account's.",
      ),
    tokensPerMinute: z
      .int()
      .min(0)
      .default(0)
      .describe(
        "Tokens that the server allows a minute, prompts and replies; a request waits before it is sent (tokens, 0: no limit). Ours: your account's.",
      ),
    structuredOutput: z
      .enum(["auto", "structured_outputs", "response_format", "text"])
      .default("auto")
      .describe("How an OpenAI-compatible server is held to the schema; auto asks it at the first call. [spec clients]"),
    keptCharacters: z
      .int()
      .min(0)
      .default(2000)
      .describe("Characters of a truncated reply that its outcome keeps (count). Ours."),
  })
  .prefault({});
export type ModelSettings = z.infer<typeof ModelSettings>;

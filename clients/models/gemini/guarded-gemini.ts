import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { z } from "zod";
import type { LoweredSchema } from "../chat/lower-schema.ts";
import { type Reach, type Sent, sendJson } from "../chat/send-json.ts";

type Wrapped = ChatGoogleGenerativeAI["completionWithRetry"];
type Result = Awaited<ReturnType<Wrapped>>;

export type GuardedFields = {
  model: string;
  apiKey: string;
  /** Without /v1beta and without a slash at its end. */
  baseUrl: string;
  temperature: number;
  maxOutputTokens: number;
  seed: number;
  /** Undefined for models that do not think. */
  thinkingBudget: number | undefined;
  /** Undefined for plain text. */
  schema: LoweredSchema | undefined;
  reach: Reach;
  signal: AbortSignal;
};

/** All that Gemini knows; clinical text is full of what filters take for harm. @cite healthnlp2026 §3.5 */
const CATEGORIES = ["HARASSMENT", "HATE_SPEECH", "SEXUALLY_EXPLICIT", "DANGEROUS_CONTENT", "CIVIC_INTEGRITY"] as const;
const SAFETY_SETTINGS = CATEGORIES.map((category) => ({ category: `HARM_CATEGORY_${category}`, threshold: "BLOCK_NONE" }));

const Response = z.custom<Result["response"]>((value) => typeof value === "object" && value !== null);

/**
 * LangChain's Gemini model with its one sending method replaced: through the egress, and with the signal.
 *
 * The library's own (2.3.2) takes neither a fetch nor, by `invoke`, a signal: a stopped call went on at the server, and a redirect went
 * where no one allowed it. `sent` keeps the answer as it came: the library throws block reasons and counts of thinking away.
 */
export class GuardedGemini extends ChatGoogleGenerativeAI {
  sent: Sent | undefined;
  readonly #fields: GuardedFields;

  constructor(fields: GuardedFields) {
    const { model, apiKey, baseUrl, temperature, maxOutputTokens, thinkingBudget } = fields;
    super({
      model,
      apiKey,
      baseUrl,
      temperature,
      maxOutputTokens,
      maxRetries: 0,
      ...(thinkingBudget === undefined ? {} : { thinkingConfig: { thinkingBudget } }),
    });
    this.#fields = fields;
  }

  override async completionWithRetry(request: Parameters<Wrapped>[0]): Promise<Result> {
    const { reach, baseUrl, apiKey, signal, seed, schema } = this.#fields;
    if (typeof request === "string" || Array.isArray(request)) throw new TypeError("Gemini is asked by messages only.");
    const body = {
      safetySettings: SAFETY_SETTINGS,
      ...request,
      generationConfig: {
        ...request.generationConfig,
        seed,
        ...(schema === undefined ? {} : { responseMimeType: "application/json", responseSchema: schema }),
      },
    };
    this.sent = await sendJson(reach, {
      url: `${baseUrl}/v1beta/models/${this.model}:generateContent`,
      body,
      headers: { "x-goog-api-key": apiKey },
      signal,
    });
    signal.throwIfAborted();
    if (this.sent.is !== "json") throw new Error(`no answer: ${this.sent.is}`);
    return { response: Response.parse(this.sent.value) };
  }
}

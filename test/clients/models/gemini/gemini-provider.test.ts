import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DataClass, type EgressOptions, openEgress } from "../../../../clients/egress.ts";
import { readEnv } from "../../../../clients/env.ts";
import { RequestRejected } from "../../../../clients/models/chat/judge-error.ts";
import { geminiProvider } from "../../../../clients/models/gemini/gemini-provider.ts";
import type { Trouble } from "../../../../state/outcome.ts";
import { ModelSettings } from "../../../../state/settings/models.ts";
import { type GeminiAnswer, type GeminiServer, geminiServer } from "../../../support/gemini-server.ts";
import { asJson, asMarked, asText } from "../../../support/model-prompts.ts";

const options = { role: "answer", step: "test", item: "1", temperature: 0.1 } as const;
const QUICK = { deadlineMs: 20_000, backoffMs: 2, backoffMostMs: 10, retries: 2, graceMs: 50 };
const DATA = '{"answer": "yes", "score": 3}';

let server: GeminiServer;
beforeEach(async () => {
  server = await geminiServer();
});
afterEach(() => server.close());

type Given = {
  settings?: Partial<ModelSettings>;
  variables?: Record<string, string>;
  egress?: EgressOptions;
  dataClass?: DataClass;
  model?: string;
};
const provider = ({ settings = {}, variables = {}, egress = {}, dataClass = "phi", model = "gemini-2.5-pro" }: Given = {}) =>
  geminiProvider({
    model,
    env: readEnv({ folder: "/nowhere", variables: { GOOGLE_API_KEY: "k1", GEMINI_BASE_URL: server.baseUrl, ...variables } }),
    reach: { egress: openEgress(egress), dataClass },
    settings: ModelSettings.parse({ ...QUICK, ...settings }),
  });
const asked = (answers: GeminiAnswer[], given: Given = {}, prompt: typeof asJson | typeof asText = asText) => {
  server.answer(...answers);
  return provider(given).carryOut(prompt, prompt.example, options);
};

describe("a reply", () => {
  test.each<[GeminiAnswer, Trouble | "ok", number]>([
    [{ text: DATA }, "ok", 1],
    [{ text: DATA, thought: 'The answer is {"answer": "no", "score": 1}' }, "ok", 1],
    [{ text: '{"answer": "ye', finish: "MAX_TOKENS" }, "truncated", 1],
    ["maxTokensEmpty", "truncated", 1],
    ["promptBlocked", "blocked", 1],
    ["safety", "blocked", 1],
    ["recitation", "blocked", 1],
    ["recitationWithText", "blocked", 1],
    [{ text: "I'm sorry, but I can't help with that." }, "refused", 1],
    [{ text: "Yes, 3." }, "unparseable", 1],
    [{ text: '{"answer": "yes", "score": 7}' }, "unparseable", 1],
    ["malformedCall", "unparseable", 1],
    ["emptyText", "empty", 3],
    ["noParts", "empty", 3],
    ["noCandidates", "unavailable", 3],
    ["other", "unavailable", 3],
    ["overloaded", "unavailable", 3],
    ["internal", "unavailable", 3],
    ["cutJson", "unavailable", 3],
    ["webPage", "unavailable", 3],
    ["cutBeforeAnswer", "unavailable", 3],
    ["cutMidAnswer", "unavailable", 3],
    ["tooMany", "rateLimited", 3],
    ["tooManyRetryInfo", "rateLimited", 3],
    ["keyInvalid", "misconfigured", 1],
    ["noBilling", "misconfigured", 1],
    ["permissionDenied", "misconfigured", 1],
    ["unknownModel", "misconfigured", 1],
    ["tooLong", "overContext", 1],
  ])("%j is %s after %i requests", async (answer, expected, requests) => {
    const { outcome } = await asked([answer], {}, asJson);
    expect(outcome.is, JSON.stringify(outcome)).toBe(expected);
    expect(server.requests).toHaveLength(requests);
  });

  test("that calls our request wrong throws", async () => {
    await expect(asked(["tooManyStates"])).rejects.toThrow(RequestRejected);
  });

  test("after trouble that passes is taken, and the wait that Gemini names is kept", async () => {
    const began = performance.now();
    expect(await asked(["tooManyRetryInfo", "noParts", { text: "Paris." }])).toMatchObject({
      outcome: { is: "ok", value: { text: "Paris." } },
      retries: 2,
    });
    expect(performance.now() - began).toBeGreaterThan(49);
  });

  test("counts thinking apart from the answer", async () => {
    expect(await asked([{ text: "Paris." }])).toMatchObject({
      inputTokens: 9,
      outputTokens: 4,
      reasoningTokens: 20,
      cachedTokens: 0,
    });
    expect((await asked(["promptBlocked"])).outcome).toMatchObject({ detail: expect.stringContaining("PROHIBITED_CONTENT") });
  });
});

describe("the request", () => {
  test("opens all five filters, sends the seed, and reserves thinking apart from the reply", async () => {
    server.answer({ text: DATA });
    const settings = { seed: 7, replyTokens: 500, geminiThinkingTokens: 4000 };
    await provider({ settings }).carryOut(asJson, asJson.example, { ...options, sample: 2 });
    const { path, headers, body } = server.requests[0] ?? {};
    expect(path).toBe("/v1beta/models/gemini-2.5-pro:generateContent");
    expect(headers?.["x-goog-api-key"]).toBe("k1");
    expect(body.safetySettings).toHaveLength(5);
    expect(new Set(body.safetySettings.map(({ threshold }: { threshold: string }) => threshold))).toEqual(
      new Set(["BLOCK_NONE"]),
    );
    expect(body.systemInstruction.parts).toEqual([{ text: "You answer questions." }]);
    expect(body.generationConfig).toMatchObject({
      temperature: 0.1,
      seed: 9,
      maxOutputTokens: 4500,
      thinkingConfig: { thinkingBudget: 4000 },
      responseMimeType: "application/json",
    });
    // No additionalProperties and no bounds: Gemini refuses or chokes on both; ours are enforced by the prompt's schema.
    expect(body.generationConfig.responseSchema).toEqual({
      type: "object",
      properties: { answer: { type: "string", enum: ["yes", "no"] }, score: { type: "integer" } },
      required: ["answer", "score"],
      propertyOrdering: ["answer", "score"],
    });
  });

  test("asks for plain text without a schema, and a model that does not think without a budget", async () => {
    await asked([{ text: "EXACT: yes" }], { model: "gemini-2.0-flash" }, asMarked);
    const { generationConfig } = server.requests[0]?.body ?? {};
    expect(generationConfig).not.toHaveProperty("responseSchema");
    expect(generationConfig).not.toHaveProperty("thinkingConfig");
  });
});

describe("deadline and stop", () => {
  test("a silent server is a timeout at the deadline, and sees the client go", async () => {
    const began = performance.now();
    expect((await asked(["hang"], { settings: { deadlineMs: 1500 } })).outcome.is).toBe("timeout");
    expect(performance.now() - began).toBeLessThan(8000);
    expect(await server.requests[0]?.closed).toBe(true);
  });

  test("the user's stop is cancelled, and reaches the server", async () => {
    server.answer("hang");
    const stop = new AbortController();
    const asking = provider().carryOut(asText, asText.example, { ...options, signal: stop.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    stop.abort();
    expect((await asking).outcome.is).toBe("cancelled");
    expect(await server.requests[0]?.closed).toBe(true);
  });
});

describe("the way out", () => {
  test("a key is no consent: text of class phi does not go to Google unless its host is named", async () => {
    const google = { variables: { GEMINI_BASE_URL: "" } };
    expect((await asked([], google)).outcome).toMatchObject({
      is: "denied",
      detail: expect.stringContaining("--allow-host generativelanguage.googleapis.com"),
    });
  });

  test("a redirect to another host is denied", async () => {
    const away = { status: 307, body: {}, headers: { location: "http://elsewhere.example/" } };
    expect((await asked([away])).outcome.is).toBe("denied");
  });

  test("a missing key is named", async () => {
    expect((await asked([], { variables: { GOOGLE_API_KEY: "" } })).outcome).toMatchObject({
      is: "misconfigured",
      detail: expect.stringContaining("GOOGLE_API_KEY"),
    });
  });
});

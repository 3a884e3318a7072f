import { afterAll, beforeAll, expect, test } from "vitest";
import { openEgress } from "../../../../clients/egress.ts";
import { readEnv } from "../../../../clients/env.ts";
import { RequestRejected } from "../../../../clients/models/chat/judge-error.ts";
import { openAiProvider } from "../../../../clients/models/openai/openai-provider.ts";
import type { Trouble } from "../../../../state/outcome.ts";
import { ModelSettings } from "../../../../state/settings/models.ts";
import { asJson, asText } from "../../../support/model-prompts.ts";
import { recorded, recordedNames } from "../../../support/vllm-protocol.ts";
import { type VllmServer, vllmServer } from "../../../support/vllm-server.ts";

/** What each recorded answer is to us when it answers a question; `bug` throws, `other` is no answer to a question and tested below. */
const OUTCOMES: Record<string, Trouble | "ok" | "bug" | "other"> = {
  "auth-missing": "misconfigured",
  "body-empty": "bug",
  "cached-tokens": "truncated",
  "cached-tokens-stream": "truncated",
  chat: "ok",
  "chat-template-request": "bug",
  "chat-without-template": "misconfigured",
  completions: "other",
  "content-null": "bug",
  "content-parts": "truncated",
  "get-instead-of-post": "misconfigured",
  "guided-json-old-name": "unparseable",
  "invalid-json": "bug",
  logprobs: "truncated",
  "logprobs-too-many": "bug",
  "lone-surrogate": "bug",
  "max-completion-tokens-above-context": "overContext",
  "max-tokens-above-context": "overContext",
  "max-tokens-zero": "overContext",
  "messages-empty": "bug",
  "messages-missing": "bug",
  models: "other",
  n2: "truncated",
  "n2-temperature-0": "bug",
  "overflow-prompt": "overContext",
  "overflow-prompt-huge": "overContext",
  "overflow-prompt-plus-max-tokens": "overContext",
  "overflow-stream": "overContext",
  "overload-503": "unavailable",
  "prompt-of-1023-tokens": "other",
  "prompt-of-1024-tokens": "overContext",
  "response-format-json-schema": "ok",
  "responses-api": "unavailable",
  "seed-huge": "bug",
  "stop-empty-string": "bug",
  "stop-string": "ok",
  stream: "truncated",
  "stream-server-stopped": "unavailable",
  "stream-usage": "truncated",
  "stream-usage-continuous": "truncated",
  "structured-outputs-bad-schema": "bug",
  "structured-outputs-choice": "ok",
  "structured-outputs-json": "ok",
  "structured-outputs-truncated": "truncated",
  "structured-outputs-two": "bug",
  "structured-outputs-unsupported-keyword": "misconfigured",
  "temperature-bad": "bug",
  "temperature-string": "bug",
  "tokenize-chat": "other",
  "tokenize-prompt": "other",
  "tool-choice-auto": "bug",
  "tool-choice-named": "bug",
  "tool-choice-named-hermes": "unparseable",
  "tool-choice-required-hermes": "unparseable",
  "truncate-prompt-tokens": "overContext",
  "unknown-model": "misconfigured",
  "unknown-parameter": "unparseable",
  "unknown-path": "misconfigured",
  version: "other",
  "wrong-content-type": "bug",
};

/** Files whose request asked for data; the others asked for text. */
const ASKED_FOR_DATA = /^(?:structured-outputs-(?!choice)|response-format|guided-json|tool-choice|unknown-parameter)/;
/** Files that answer a completion. */
const COMPLETIONS = new Set(["completions", "prompt-of-1023-tokens", "prompt-of-1024-tokens"]);

const settings = ModelSettings.parse({ deadlineMs: 10_000, backoffMs: 5, retries: 1, replyTokens: 64 });
const options = { role: "answer", step: "test", item: "1", temperature: 0 } as const;
let chat: VllmServer;
let completions: VllmServer;

beforeAll(async () => {
  chat = await vllmServer();
  completions = await vllmServer({ template: "llama3" });
});
afterAll(async () => {
  await chat.close();
  await completions.close();
});

const ask = async (name: string) => {
  const server = COMPLETIONS.has(name) ? completions : chat;
  server.answer({ vector: name });
  const provider = openAiProvider({
    kind: "vllm",
    model: "m",
    env: readEnv({ folder: "/nowhere", variables: { VLLM_BASE_URL: server.baseUrl } }),
    reach: { egress: openEgress(), dataClass: "phi" },
    settings,
  });
  const prompt = ASKED_FOR_DATA.test(name) ? asJson : asText;
  return provider.carryOut(prompt, prompt.example, options);
};

test("every recorded answer has an expected outcome, and no other has", () => {
  expect(Object.keys(OUTCOMES).sort()).toEqual(recordedNames());
});

const answers = Object.entries(OUTCOMES).filter(([, outcome]) => outcome !== "other");
test.each(answers)("%s is %s", async (name, expected) => {
  if (expected === "bug") return expect(ask(name)).rejects.toThrow(RequestRejected);
  const began = performance.now();
  const { outcome } = await ask(name);
  expect(outcome.is, JSON.stringify(outcome)).toBe(expected);
  expect(performance.now() - began).toBeLessThan(settings.deadlineMs + 500);
});

test("a completion that used up its budget is truncated, and one that filled the context is over it", async () => {
  expect((await ask("completions")).outcome).toMatchObject({ is: "truncated", text: expect.stringContaining("Paris.") });
  expect((await ask("prompt-of-1023-tokens")).outcome.is).toBe("overContext");
});

test("truncated text is kept, and the counts of a stream are read", async () => {
  const truncated = await ask("stream-usage");
  expect(truncated).toMatchObject({ outcome: { is: "truncated" }, inputTokens: 34, outputTokens: 12 });
  expect(truncated.outcome).toMatchObject({ text: expect.stringContaining("I'm") });
  expect(await ask("cached-tokens-stream")).toMatchObject({ inputTokens: 150, outputTokens: 2, cachedTokens: 128 });
});

test("the answers that tell about the server have the fields that are read at the start", () => {
  expect(recorded("models").response.body).toMatchObject({ data: [{ id: "m", max_model_len: 1024 }] });
  expect(recorded("tokenize-chat").response.body).toMatchObject({ count: 32, max_model_len: 1024 });
  expect(recorded("tokenize-prompt").response.body).toMatchObject({ count: 2 });
  expect(recorded("version").response.body).toEqual({ version: "0.32.0" });
});

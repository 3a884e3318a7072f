import { afterAll, beforeAll, expect, test } from "vitest";
import { openEgress } from "../../../../clients/egress.ts";
import { readEnv } from "../../../../clients/env.ts";
import { RequestRejected } from "../../../../clients/models/chat/judge-error.ts";
import { openAiProvider } from "../../../../clients/models/openai/openai-provider.ts";
import { ModelSettings } from "../../../../state/settings/models.ts";
import { asJson, asText } from "../../../support/model-prompts.ts";
import { ASKED_FOR_DATA, OUTCOMES } from "../../../support/vllm-outcomes.ts";
import { recorded, recordedNames } from "../../../support/vllm-protocol.ts";
import { type VllmServer, vllmServer } from "../../../support/vllm-server.ts";

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

import { afterEach, expect, test } from "vitest";
import { openEgress } from "../../../../clients/egress.ts";
import { readEnv } from "../../../../clients/env.ts";
import { describeServer } from "../../../../clients/models/openai/describe-server.ts";
import { ModelSettings } from "../../../../state/settings/models.ts";
import { type VllmOptions, type VllmServer, vllmServer } from "../../../support/vllm-server.ts";

let server: VllmServer | undefined;
afterEach(() => server?.close());

const described = async (options: VllmOptions, model = "m", baseUrl?: string) => {
  server = await vllmServer(options);
  return describeServer("vllm", model, {
    env: readEnv({ folder: "/nowhere", variables: { VLLM_BASE_URL: baseUrl ?? server.baseUrl } }),
    reach: { egress: openEgress(), dataClass: "public" },
    settings: ModelSettings.parse({ deadlineMs: 30_000 }),
  });
};

test("a vLLM server is described by what it did, not by what it is called", async () => {
  expect(await described({ maxModelLen: 2048 })).toMatchObject({
    is: "ok",
    value: {
      lines: [
        { name: "Server", detail: "version 0.32.0" },
        { name: "Model id", detail: "m, served" },
        { name: "Context", detail: "2048 tokens" },
        { name: "Tokenizer", detail: "/tokenize counts conversations" },
        { name: "Chat template", detail: "the server's own" },
        { name: "Structured output", detail: "structured_outputs is obeyed" },
      ],
    },
  });
});

test("a Llama 3 fine-tune without a template, on a server that ignores schemas, is described as such", async () => {
  const report = await described({ template: "llama3", structuredOutputs: "ignored", responseFormat: "ignored" }, "other");
  expect(report).toMatchObject({
    value: {
      lines: expect.arrayContaining([
        { name: "Model id", detail: "other is not in its list (m)" },
        { name: "Chat template", detail: expect.stringContaining("Llama 3") },
        { name: "Structured output", detail: expect.stringContaining("ignored; replies are read as text") },
      ]),
    },
  });
});

test("a server that is not there is unavailable, within the deadline", async () => {
  expect(await described({}, "m", "http://127.0.0.1:9/v1")).toMatchObject({ is: "unavailable" });
});

import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Egress, openEgress } from "../../../clients/egress.ts";
import { readEnv } from "../../../clients/env.ts";
import { askWith, type Provider } from "../../../clients/models/ask-with.ts";
import { geminiProvider } from "../../../clients/models/gemini/gemini-provider.ts";
import { openAiProvider } from "../../../clients/models/openai/openai-provider.ts";
import { forEveryRole } from "../../../clients/models/role-table.ts";
import { guardSockets } from "../../../clients/socket-guard.ts";
import { ModelSettings } from "../../../state/settings/models.ts";
import { type GeminiServer, geminiServer } from "../../support/gemini-server.ts";
import { asJson } from "../../support/model-prompts.ts";
import { type VllmServer, vllmServer } from "../../support/vllm-server.ts";

const MODES = ["values", "updates", "messages", "custom", "debug", "checkpoints", "tasks"] as const;
const CUT = '{"answer": "yes", "sc';
const options = { role: "answer", step: "answer", item: "1", temperature: 0 } as const;
const settings = ModelSettings.parse({ deadlineMs: 10_000, retries: 0 });

let vllm: VllmServer;
let gemini: GeminiServer;
let providers: Record<string, Provider>;
let unguard: () => void;
/** Every host to which this process opens a socket, whichever library does. */
const hosts = new Set<string>();

beforeAll(async () => {
  const egress = openEgress();
  const watching: Egress["permits"] = (url, dataClass) => {
    hosts.add(new URL(url).hostname);
    return egress.permits(url, dataClass);
  };
  unguard = guardSockets({ ...egress, permits: watching }, "phi");
  vllm = await vllmServer();
  gemini = await geminiServer();
  const env = readEnv({
    folder: "/nowhere",
    variables: { VLLM_BASE_URL: vllm.baseUrl, GOOGLE_API_KEY: "k", GEMINI_BASE_URL: gemini.baseUrl },
  });
  const reach = { egress, dataClass: "phi" } as const;
  providers = {
    "vllm:m": openAiProvider({ kind: "vllm", model: "m", env, reach, settings }),
    "gemini:gemini-2.5-pro": geminiProvider({ model: "gemini-2.5-pro", env, reach, settings }),
  };
});
afterAll(async () => {
  unguard();
  await vllm.close();
  await gemini.close();
});

/** A graph of one step that asks; what it writes is the outcome. */
const graphOf = (name: string) => {
  const ask = askWith({ roles: forEveryRole(name), providers });
  const State = Annotation.Root({ outcome: Annotation<string> });
  return new StateGraph(State)
    .addNode("answer", async (_, { signal }) => {
      const { outcome } = await ask(asJson, asJson.example, { ...options, signal });
      return { outcome: outcome.is };
    })
    .addEdge(START, "answer")
    .addEdge("answer", END)
    .compile();
};

describe.each(["vllm:m", "gemini:gemini-2.5-pro"])("%s", (name) => {
  test.each([
    [
      "a cut reply is truncated",
      () => [vllm.answer({ text: CUT, finish: "length" }), gemini.answer({ text: CUT, finish: "MAX_TOKENS" })],
      "truncated",
    ],
    [
      "a blocked one is blocked",
      () => [vllm.answer({ text: "", finish: "content_filter" }), gemini.answer("promptBlocked")],
      "blocked",
    ],
    [
      "a whole one is ok",
      () => [vllm.answer({ text: '{"answer":"no","score":1}' }), gemini.answer({ text: '{"answer":"no","score":1}' })],
      "ok",
    ],
  ] as const)("%s under every stream mode, and no token of it leaks into `messages`", async (_, answer, expected) => {
    answer();
    for (const mode of MODES) {
      let outcome: string | undefined;
      const seen: unknown[] = [];
      for await (const [kind, chunk] of await graphOf(name).stream({}, { streamMode: ["values", mode] })) {
        if (kind === "values") outcome = (chunk as { outcome?: string }).outcome ?? outcome;
        else if (kind === "messages") seen.push(chunk);
      }
      expect(outcome, mode).toBe(expected);
      expect(seen).toEqual([]);
    }
  });
});

test("no other host was reached, for a tokenizer file or anything else", () => {
  expect([...hosts]).toEqual(["127.0.0.1"]);
});

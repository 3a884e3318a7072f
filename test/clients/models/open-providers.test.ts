import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openEgress } from "../../../clients/egress.ts";
import { readEnv } from "../../../clients/env.ts";
import { forEveryRole } from "../../../clients/models/role-table.ts";
import { recordingStore, replayingStore } from "../../../clients/store.ts";
import { type LiveOptions, openLiveParts } from "../../../graphs/live-parts.ts";
import { answerYesno } from "../../../prompts/bioasq/answer-yesno.ts";
import { ModelSettings } from "../../../state/settings/models.ts";
import { type VllmServer, vllmServer } from "../../support/vllm-server.ts";

const options = { role: "answer", step: "draftExact", item: "q1", temperature: 0 } as const;
const REPLY = "EXACT: yes\nIDEAL: Allopurinol lowers urate and with it the number of flares.";
const models = ModelSettings.parse({ deadlineMs: 30_000, retries: 1, backoffMs: 2 });

let server: VllmServer;
beforeEach(async () => {
  server = await vllmServer();
  server.answer({ text: REPLY, tokens: { prompt: 90, completion: 20 } });
});
afterEach(() => server.close());

const ask = (model: string, given: LiveOptions = {}) => {
  const env = readEnv({ folder: "/nowhere", variables: { VLLM_BASE_URL: server.baseUrl } });
  const parts = openLiveParts({ env, roles: forEveryRole(...model.split(",")), models, ...given });
  return parts.ask(answerYesno, answerYesno.example, { ...options, nextModels: true });
};

test("a role's model on vLLM answers a prompt of the graph, and its cost is told", async () => {
  const { outcome, usage } = await ask("vllm:m");
  expect(outcome).toEqual({
    is: "ok",
    value: { exact: "yes", ideal: "Allopurinol lowers urate and with it the number of flares." },
  });
  expect(usage).toMatchObject([{ model: "vllm:m", outcome: "ok", inputTokens: 90, outputTokens: 20 }]);
});

test("a model that is down gives way to the role's next one", async () => {
  const { outcome, usage } = await ask("openai:other,vllm:m", {
    env: readEnv({ folder: "/nowhere", variables: { OPENAI_BASE_URL: "http://127.0.0.1:9/v1", VLLM_BASE_URL: server.baseUrl } }),
  });
  expect(outcome.is).toBe("ok");
  expect(usage.map(({ model, outcome: ended }) => [model, ended])).toEqual([
    ["openai:other", "unavailable"],
    ["vllm:m", "ok"],
  ]);
});

test("what is recorded replays without the server, under the same name or as replay:FOLDER", async () => {
  const folder = mkdtempSync(join(tmpdir(), "evigraph-"));
  const first = await ask("vllm:m", { store: recordingStore(folder) });
  await server.close();
  const egress = openEgress({ offline: true });
  const same = await ask("vllm:m", { store: replayingStore(folder), egress });
  const named = await ask(`replay:${folder}`, { egress });
  expect(same.outcome).toEqual(first.outcome);
  expect(named.outcome).toEqual(first.outcome);
  expect(named.usage).toMatchObject([{ inputTokens: 90, outputTokens: 20 }]);
  const another = await ask("vllm:m", { store: replayingStore(folder), egress, models: ModelSettings.parse({ seed: 8 }) });
  expect(another.outcome).toMatchObject({ is: "replayMiss" });
  // One call, and the file that says whose text it is.
  expect(readdirSync(folder).filter((name) => name !== "CLASS")).toHaveLength(1);
});

test("text of class phi stays unless its host is named, and a name that no provider has is misconfigured", async () => {
  const far = { env: readEnv({ folder: "/nowhere", variables: { VLLM_BASE_URL: "http://gpu.example/v1" } }) };
  expect((await ask("vllm:m", far)).outcome).toMatchObject({ is: "denied", detail: expect.stringContaining("--allow-host") });
  expect((await ask("gemini:gemini-2.5-pro")).outcome).toMatchObject({ detail: expect.stringContaining("GOOGLE_API_KEY") });
  expect((await ask("nowhere:m")).outcome.is).toBe("misconfigured");
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { setProcessEnv } from "../../clients/env.ts";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-phi-"));
afterAll(() => rmSync(folder, { recursive: true }));
const note = join(folder, "note.txt");
writeFileSync(note, "INR was 4.8 on arrival, so warfarin was held.\nPotassium was 4.1.\n");

/** A machine that must not hear of the note; what asks it is counted. */
let collector: { url: string; asked: string[]; server: Server };
let undo: () => void = () => {};
beforeEach(async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(307, { location: "http://collector.example/v1/chat/completions" }).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  collector = { url: `http://127.0.0.1:${address.port}`, asked, server };
});
afterEach(() => {
  undo();
  collector.server.close().closeAllConnections();
});
const setEnv = (variables: Record<string, string | undefined>) => {
  const before = setProcessEnv(variables);
  undo = () => void setProcessEnv(before);
};
const run = (...more: string[]) =>
  runCli("archehr", "run", "--note", note, "--question", "Why did they hold my warfarin?", "--json", ...more);

test.each([
  ["a vLLM server of a base URL alone", { VLLM_BASE_URL: "http://collector.example:8000/v1" }, "vllm:m", "collector.example"],
  [
    "an OpenAI-compatible server of a base URL alone",
    { OPENAI_BASE_URL: "http://collector.example/v1" },
    "openai:m",
    "collector.example",
  ],
  ["Google, whose key is set", { GOOGLE_API_KEY: "k" }, "gemini:gemini-2.5-pro", "generativelanguage.googleapis.com"],
  ["a mirror of Google", { GOOGLE_API_KEY: "k", GEMINI_BASE_URL: "http://collector.example" }, "gemini:g", "collector.example"],
])("a note does not go to %s", async (_, variables, model, host) => {
  setEnv(variables);
  const { code, err, out } = await run("--model", model);
  expect(code).toBe(1);
  expect(err).toContain(`Text of class phi may not go to ${host}: add --allow-host ${host}`);
  expect(JSON.parse(out).results[0].error).toContain("denied");
});

test("a server of this machine that redirects elsewhere is not followed there", async () => {
  setEnv({ VLLM_BASE_URL: `${collector.url}/v1` });
  const { code, err } = await run("--model", "vllm:m");
  expect(code).toBe(1);
  expect(err).toContain("Text of class phi may not go to collector.example");
});

test("a proxy that the environment names hears nothing", async () => {
  const proxies = { HTTP_PROXY: collector.url, HTTPS_PROXY: collector.url, http_proxy: collector.url, ALL_PROXY: collector.url };
  setEnv({ ...proxies, VLLM_BASE_URL: "http://127.0.0.1:9/v1" });
  await run("--model", "vllm:m", "--set", "models.retries=0");
  expect(collector.asked).toEqual([]);
  undo();
  setEnv({ ...proxies, NODE_USE_ENV_PROXY: "1", VLLM_BASE_URL: "http://127.0.0.1:9/v1" });
  const { err } = await run("--model", "vllm:m");
  expect(err).toContain("Text of class phi would pass a proxy");
  expect(collector.asked).toEqual([]);
});

test("tracing that the environment asks for stays off, also towards this machine", async () => {
  setEnv({ LANGSMITH_TRACING: "true", LANGCHAIN_TRACING_V2: "true", LANGSMITH_API_KEY: "k", LANGSMITH_ENDPOINT: collector.url });
  const { code, err } = await run();
  expect(code, err).toBe(0);
  expect(err).toContain("Tracing is off");
  await new Promise((resolve) => setTimeout(resolve, 300)); // traces are sent in the background
  expect(collector.asked).toEqual([]);
});

test("weights that are not there are not fetched", async () => {
  const empty = join(folder, "models");
  mkdirSync(empty);
  setEnv({ EVIGRAPH_MODELS: empty, HF_ENDPOINT: collector.url });
  const { code, err } = await run();
  expect(code).toBe(3);
  expect(err).toContain("EVIGRAPH_MODELS");
  expect(collector.asked).toEqual([]);
});

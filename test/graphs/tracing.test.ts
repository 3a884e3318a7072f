import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { packageRoot } from "../../clients/env.ts";

const execute = promisify(execFile);
const source = (file: string) => JSON.stringify(pathToFileURL(join(packageRoot(), file)).href);

let received: string[] = [];
const service = createServer((request, response) => {
  received.push(`${request.method} ${request.url}`);
  request.resume();
  response.setHeader("content-type", "application/json").end("{}");
});
let endpoint = "";

beforeAll(async () => {
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const address = service.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  endpoint = `http://127.0.0.1:${address.port}`;
});
afterAll(() => service.close().closeAllConnections());
beforeEach(() => {
  received = [];
});

/** Run a script on a machine whose shell asks for tracing, to a service that would take everything. */
const run = async (lines: readonly string[], variable: string) => {
  const script = [...lines, `const { awaitAllCallbacks } = await import("@langchain/core/callbacks/promises");`];
  const flushed = [...script, "await awaitAllCallbacks();"].join("\n");
  const { stderr } = await execute(process.execPath, ["--import", "tsx", "--input-type=module", "-e", flushed], {
    cwd: packageRoot(),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      [variable]: "true",
      LANGSMITH_ENDPOINT: endpoint,
      LANGCHAIN_ENDPOINT: endpoint,
      LANGSMITH_API_KEY: "none",
    },
  });
  return stderr;
};

const invoke = `.invoke({ message: "Why was my insulin stopped?", note: "Insulin was stopped because glucose was 52.", subtask: "1" });`;

test("the service of this test does receive the traces of a graph that is not ours", async () => {
  await run(
    [
      `import { END, START, StateGraph } from "@langchain/langgraph";`,
      `import { z } from "zod";`,
      `const graph = new StateGraph(z.object({ note: z.string() })).addNode("read", () => ({})).addEdge(START, "read").addEdge("read", END);`,
      `await graph.compile().invoke({ note: "patient" });`,
    ],
    "LANGSMITH_TRACING",
  );
  expect(received.some((request) => request.startsWith("POST /runs"))).toBe(true);
});

test("a script that opens our parts sends no trace, and is told so once", async () => {
  const stderr = await run(
    [
      `const { openLiveParts } = await import(${source("graphs/live-parts.ts")});`,
      `const { compileArchehrGraph } = await import(${source("graphs/archehr.ts")});`,
      `const { encoder, ...parts } = openLiveParts();`,
      `await compileArchehrGraph(parts)${invoke}`,
      `await encoder.close();`,
    ],
    "LANGCHAIN_TRACING_V2",
  );
  expect(received).toEqual([]);
  expect(stderr.match(/Tracing is off, though LANGCHAIN_TRACING_V2 asked for it/g)).toHaveLength(1);
});

test.each([
  ["archehr", "test/support/archehr-deps.ts", "archehrDeps", "buildArchehrGraph", invoke],
  [
    "bioasq",
    "test/support/bioasq-deps.ts",
    "bioasqDeps",
    "buildBioasqGraph",
    `.invoke({ body: "Does lithium act?", type: "yesno", phase: "A" });`,
  ],
])("a script that builds the %s graph from parts of its own sends no trace", async (graph, deps, make, build, invoked) => {
  const stderr = await run(
    [
      `const { ${build} } = await import(${source(`graphs/${graph}.ts`)});`,
      `const { ${make} } = await import(${source(deps)});`,
      `const made = ${make}();`,
      `await ${build}("deps" in made ? made.deps : made).compile()${invoked}`,
    ],
    "LANGSMITH_TRACING",
  );
  expect(received).toEqual([]);
  expect(stderr).toContain("Tracing is off, though LANGSMITH_TRACING asked for it");
});

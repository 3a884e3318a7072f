import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

/** Who may import whom; a folder may always import itself. `types` are folders of which only types may be imported. */
const TABLE: Record<string, { may: string[]; types?: string[] }> = {
  state: { may: [] },
  text: { may: ["state"] },
  formats: { may: ["text", "state"] },
  prompts: { may: ["text", "state"] },
  retrieval: { may: ["text", "state"] },
  clients: { may: ["retrieval", "prompts", "formats", "text", "state"] },
  nodes: { may: ["prompts", "retrieval", "formats", "text", "state"], types: ["clients"] },
  graphs: { may: ["nodes", "clients", "prompts", "retrieval", "formats", "text", "state"] },
  evaluation: { may: ["graphs", "nodes", "clients", "prompts", "retrieval", "formats", "text", "state"] },
  cli: { may: ["server", "evaluation", "graphs", "nodes", "clients", "prompts", "retrieval", "formats", "text", "state"] },
  server: { may: ["evaluation", "graphs", "nodes", "clients", "prompts", "retrieval", "formats", "text", "state"] },
  examples: {
    may: [
      "server",
      "cli",
      "evaluation",
      "graphs",
      "nodes",
      "clients",
      "prompts",
      "retrieval",
      "formats",
      "text",
      "state",
      "index.ts",
    ],
  },
};

const under = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => /\.(ts|mjs)$/.test(file))
        .map((file) => join(folder, file))
    : [];
const files = Object.keys(TABLE).flatMap(under);
/** What measures, trains and builds: it may import everything, and nothing of the product may import it. */
const TOOLS = ["bench", "training", "scripts"];
const tools = TOOLS.flatMap(under);

type Import = { from: string; typeOnly: boolean };
const importsOf = (file: string): Import[] =>
  [
    ...readFileSync(file, "utf8").matchAll(
      /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^"'`;]*?from\s+)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g,
    ),
  ].map(([, typed, fixed, lazy]) => {
    const from = fixed ?? lazy ?? "";
    return { from: from.startsWith(".") ? normalize(join(dirname(file), from)) : from, typeOnly: typed !== undefined };
  });

test("every source folder is in the table", () => {
  expect(files.length).toBeGreaterThan(50);
});

test.each(files)("%s imports only what its folder may", (file) => {
  const folder = file.split("/")[0] ?? "";
  const { may, types = [] } = TABLE[folder] ?? { may: [] };
  for (const { from, typeOnly } of importsOf(file)) {
    if (from.startsWith("node:") || !/\.(ts|mjs|json)$/.test(from)) continue;
    const target = from.split("/")[0];
    expect([folder, ...may, ...(typeOnly ? types : [])], `${file} imports ${from}`).toContain(target);
  }
});

test("what measures, trains and builds imports only files that are there, of the product, its tests or its own kind", () => {
  expect(tools.length).toBeGreaterThan(20);
  const known = [...Object.keys(TABLE), ...TOOLS, "test", "index.ts"];
  for (const file of tools)
    for (const { from } of importsOf(file)) {
      if (!/\.(ts|mjs|json)$/.test(from)) continue;
      expect(known, `${file} imports ${from}`).toContain(from.split("/")[0]);
      expect(existsSync(from), `${file} imports ${from}`).toBe(true);
    }
});

test("LangGraph is imported only in state/ and graphs/, its servers and checkpointers only at the entry points", () => {
  const core = files.filter((file) => importsOf(file).some(({ from }) => /^@langchain\/langgraph(?:\/|$)/.test(from)));
  expect(core.filter((file) => !/^(state|graphs)\//.test(file) && !/^(cli|server|examples)\//.test(file))).toEqual([]);
  const servers = files.filter((file) =>
    importsOf(file).some(({ from }) => /^@langchain\/langgraph-(checkpoint|api|sdk|cli)/.test(from)),
  );
  expect(servers.filter((file) => !/^(cli|server|examples)\//.test(file))).toEqual([]);
});

test("the environment is read in one file only", () => {
  const reading = files.filter((file) => /process\.env\b/.test(readFileSync(file, "utf8")));
  expect(reading).toEqual(["clients/env.ts"]);
});

test("the network is reached through one file only", () => {
  // Judging an address needs no network: BlockList and isIP may be taken from node:net.
  const NETWORK = /(?<![.\w])fetch\(|(?<!import \{ (?:BlockList, )?isIP \} )from "(?:node:)?(?:https?|net|tls|dgram|undici)"/;
  const reaching = files.filter((file) => !/^(examples|server)\//.test(file) && NETWORK.test(readFileSync(file, "utf8")));
  // The guard opens nothing: it puts the same verdict before every socket that a library opens.
  expect(reaching).toEqual(["clients/egress.ts", "clients/socket-guard.ts"]);
});

test("pure folders touch no file", () => {
  const pure = ["text", "formats", "prompts", "retrieval", "state"].flatMap(under);
  expect(pure.filter((file) => importsOf(file).some(({ from }) => /^node:(fs|child_process|worker_threads)/.test(from)))).toEqual(
    [],
  );
});

test("no source file is longer than 200 lines", () => {
  const long = [...files, ...tools].filter((file) => readFileSync(file, "utf8").split("\n").length > 201);
  expect(long).toEqual([]);
});

test("no any and no cast that is not const", () => {
  const casting = [...files, ...tools].filter(
    (file) =>
      file.endsWith(".ts") &&
      /\bas (?!const\b|[a-z]\w*\b(?=[,}\s]))[A-Z{([]|: any\b|<any>/.test(withoutComments(readFileSync(file, "utf8"))),
  );
  expect(casting).toEqual([]);
});

const withoutComments = (source: string): string =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\/\/.*$/gm, "")
    .replace(/`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"/g, '""')
    .replace(/import[^;]*;/g, "");

import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setProcessEnv } from "../../clients/env.ts";
import { runCli } from "../support/run-cli.ts";

const CORPUS = "data/demo/bioasq/corpus.jsonl";
const QUESTION = ["--question", "Is aspirin a drug?", "--type", "yesno"];

describe("OpenSearch from the command line", () => {
  let before: Record<string, string | undefined> = {};
  beforeEach(() => {
    before = setProcessEnv({ OPENSEARCH_URL: "http://search.example.org:9200", EVIGRAPH_PHI_HOSTS: undefined });
  });
  afterEach(() => void setProcessEnv(before));

  it.each<[string, string[], number, RegExp]>([
    [
      "a load and a file at once",
      ["index", "build", "--articles", CORPUS, "--out", "a.db", "--opensearch", "a"],
      2,
      /one of --out FILE and --opensearch/,
    ],
    ["neither a load nor a file", ["index", "build", "--articles", CORPUS], 2, /one of --out FILE and --opensearch/],
    [
      "a search of two indexes",
      ["search", "--index", "a.db", "--opensearch", "a", "--query", "x"],
      2,
      /one of --index FILE or --opensearch/,
    ],
    [
      "two sources without --source",
      ["bioasq", "run", "--index", "a.db", "--opensearch", "a", ...QUESTION],
      2,
      /one of --index FILE and --opensearch/,
    ],
    [
      "an index on a server that is not the source",
      ["bioasq", "run", "--source", "pubmed", "--opensearch", "a", ...QUESTION],
      2,
      /goes with --source opensearch/,
    ],
    [
      "no shard at all",
      ["index", "build", "--articles", CORPUS, "--opensearch", "a", "--primaries", "0"],
      2,
      /whole number from 1/,
    ],
    [
      "an impossible name",
      ["index", "build", "--articles", CORPUS, "--opensearch", "No/Name", "--no-vectors"],
      3,
      /cannot be the name/,
    ],
    [
      "a server and no network",
      ["bioasq", "run", "--source", "opensearch", "--offline", ...QUESTION],
      3,
      /--offline allows no OpenSearch/,
    ],
  ])("%s: says what is wrong", async (_what, args, code, message) => {
    const run = await runCli(...args);
    expect(run.err).toMatch(message);
    expect(run.code).toBe(code);
  });

  it("sends no question of class phi to a host that nobody named: a base URL is no consent", async () => {
    const run = await runCli("bioasq", "run", "--source", "opensearch", "--class", "phi", ...QUESTION);
    expect(run.err).toContain("--allow-host search.example.org");
    expect(run.code).toBe(3);
    const search = await runCli("search", "--opensearch", "a", "--query", "x", "--class", "phi");
    expect(search.err).toContain("--allow-host search.example.org");
    expect(search.code).toBe(3);
  });

  it("names the variable where no server is named", async () => {
    setProcessEnv({ OPENSEARCH_URL: undefined });
    for (const args of [
      ["search", "--opensearch", "a", "--query", "x"],
      ["index", "build", "--articles", CORPUS, "--opensearch", "a", "--no-vectors"],
      ["bioasq", "run", "--source", "opensearch", ...QUESTION],
    ]) {
      const run = await runCli(...args);
      expect(run.err).toContain("OPENSEARCH_URL is not set");
      expect(run.code).toBe(3);
    }
  });

  it("loads its client for none of the helps", () => {
    const loaded =
      "process.on('exit', () => console.log('CLIENT', Object.keys(require.cache).filter((file) => file.includes('opensearch-project')).length))";
    const asked = (script: string) =>
      execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], { encoding: "utf8" });
    const hook = `import { createRequire } from "node:module"; const require = createRequire(import.meta.url); ${loaded};`;
    const helps = [["index", "build"], ["search"], ["bioasq", "run"]].map((command) => JSON.stringify([...command, "--help"]));
    const printed = asked(
      `${hook} const { main } = await import("./cli/program.ts"); for (const help of [${helps.join()}]) await main(help);`,
    );
    expect(printed).toContain("--opensearch <name>");
    expect(printed).toContain("CLIENT 0");
    // This test would see it.
    expect(asked(`${hook} await import("@opensearch-project/opensearch");`)).toMatch(/CLIENT [1-9]/);
  });
});

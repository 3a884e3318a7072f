import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setProcessEnv } from "../../clients/env.ts";
import { ConditionResult } from "../../evaluation/condition-result.ts";
import { DATA_SETS } from "../../evaluation/datasets.ts";
import { runCommand } from "../support/run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-reproduce-"));
const data = join(folder, "data");
const batches = Object.keys(DATA_SETS.find(({ name }) => name === "bioasq")?.files ?? {});
let before: Record<string, string | undefined> = {};
beforeAll(() => {
  before = setProcessEnv({ EVIGRAPH_DATA: data, EVIGRAPH_CACHE: join(folder, "cache") });
});
afterAll(() => {
  setProcessEnv(before);
  rmSync(folder, { recursive: true });
});

describe("reproduce", () => {
  test("--list names data, settings and the expected score of every condition", async () => {
    const { code, stdout } = await runCommand("reproduce", "--list");
    expect(code).toBe(0);
    expect(stdout).toMatch(/scifact-test\/bm25\n {2}BM25 alone/);
    expect(stdout).toContain("data: bioasq-snippets; settings:");
  });

  test("an unknown condition names the nearest one", async () => {
    const { code, stderr } = await runCommand("reproduce", "--condition", "scifact-test/bm52");
    expect([code, stderr]).toEqual([2, expect.stringContaining("Did you mean scifact-test/bm25?")]);
  });

  test("a condition whose own weights are absent is not run; asked for by name, that ends with 3", async () => {
    const { code, stdout } = await runCommand("reproduce", "--condition", "medlars/cross-ms-marco", "--quiet");
    expect([code, stdout]).toEqual([3, "not run: weights absent  medlars/cross-ms-marco (absent: ms-marco-MiniLM-L-6-v2)\n"]);
  });

  test("without a condition it says what to give", async () => {
    expect((await runCommand("reproduce")).stderr).toContain("give one of --list, --condition NAME, --stale or --all");
  });

  test("absent data end with 3 and say how to get them; nothing is written, since missing is no zero", async () => {
    const out = join(folder, "missing");
    const { code, stdout } = await runCommand("reproduce", "--condition", "scifact-test/bm25", "--out", out, "--quiet");
    expect(code).toBe(3);
    expect(stdout).toMatch(/MISSING +scifact-test\/bm25/);
    expect(stdout).toContain("allenai/scifact");
    expect(existsSync(out)).toBe(false);
  });

  test("a run writes measures and manifest; on other data it is not compared, and ends with 1", async () => {
    mkdirSync(join(data, "bioasq", "golden"), { recursive: true });
    const snippets = [{ document: "http://www.ncbi.nlm.nih.gov/pubmed/1", text: "aspirin" }];
    for (const [at, file] of batches.entries()) {
      const questions = [{ id: String(at), type: "summary", body: "b", snippets, ideal_answer: "Aspirin bleeding" }];
      writeFileSync(join(data, "bioasq", file), JSON.stringify({ questions }));
    }
    const out = join(folder, "results");
    const { code, stdout } = await runCommand("reproduce", "--condition", "snippet-coverage", "--out", out, "--quiet");
    expect(code).toBe(1);
    expect(stdout).toMatch(/OTHER DATA snippet-coverage/);
    const result = ConditionResult.parse(JSON.parse(readFileSync(join(out, "snippet-coverage.json"), "utf8")));
    expect(result.measures.coverage_1).toEqual({ mean: 0.5, n: batches.length, low: 0.5, high: 0.5 });
    expect(result.manifest.print.task).toBe("coverage");
    expect(Object.keys(result.manifest.data)).toHaveLength(batches.length);
    expect(readFileSync(join(out, "items", "snippet-coverage.csv"), "utf8")).toMatch(/^id,coverage_1,/);
  });

  test("--prepare makes the retrieval collection of golden batches", async () => {
    const from = join(data, "bioasq", "golden");
    const { code, stdout } = await runCommand("reproduce", "--prepare", "bioasq-snippets", "--from", from);
    expect([code, stdout]).toEqual([0, expect.stringContaining("1 documents, 21 train and 4 dev questions of 25 files")]);
    expect(readFileSync(join(data, "bioasq-snippets", "docs.jsonl"), "utf8")).toBe('{"id":"1","title":"","text":"aspirin"}\n');
  });

  test("--prepare converts a published form, says whether its content is that of the expected scores, and names what is absent", async () => {
    const from = join(folder, "smart");
    mkdirSync(from, { recursive: true });
    const prepare = () => runCommand("reproduce", "--prepare", "medlars", "--from", from);
    expect(await prepare()).toMatchObject({ code: 2, stderr: expect.stringContaining("it lacks MED.ALL, MED.QRY, MED.REL") });
    writeFileSync(join(from, "MED.ALL"), ".I 1\n.W\nlens proteins\n");
    writeFileSync(join(from, "MED.QRY"), ".I 1\n.W\nthe lens\n");
    writeFileSync(join(from, "MED.REL"), "1 0 1 1\n");
    const { code, stdout } = await prepare();
    expect([code, stdout]).toEqual([0, expect.stringContaining("1 documents, 1 queries, 1 judgements")]);
    expect(stdout).toContain("not that of the expected scores: docs.jsonl, queries.jsonl, qrels.tsv");
    expect(readFileSync(join(data, "medlars", "qrels.tsv"), "utf8")).toBe("query-id\tcorpus-id\tscore\n1\t1\t1\n");
    rmSync(join(data, "medlars"), { recursive: true });
  });

  test("--prepare finds title and abstract of gold articles, and says what did not resolve", async () => {
    const from = join(folder, "texts");
    mkdirSync(join(from, "abstracts"), { recursive: true });
    mkdirSync(join(from, "golden"), { recursive: true });
    const document = "http://www.ncbi.nlm.nih.gov/pubmed/5";
    const place = { offsetInBeginSection: 0, offsetInEndSection: 14, beginSection: "abstract", endSection: "abstract" };
    const snippets = [{ document, text: "Urate is high.", ...place }];
    const questions = [{ id: "a", type: "summary", body: "b", documents: [document], snippets, ideal_answer: "Urate." }];
    writeFileSync(join(from, "golden", "11B1_golden.json"), JSON.stringify({ questions }));
    const texts = [
      { pmid: "5", text: "Gout. Urate is high." },
      { pmid: null, text: "Nobody's." },
    ];
    writeFileSync(join(from, "abstracts", "articles-11B.jsonl"), texts.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const { code, stdout } = await runCommand("reproduce", "--prepare", "bioasq-11B-abstracts", "--from", from);
    expect([code, stdout]).toEqual([0, expect.stringContaining("1 questions, 1 of 1 snippets in texts")]);
    const made = readFileSync(join(data, "bioasq-11B-abstracts", "docs.jsonl"), "utf8");
    expect(made).toBe('{"pmid":"5","title":"Gout.","abstract":"Urate is high."}\n');
  });
});

describe("report", () => {
  test("a missing result is an error that names the command, and no page is written", async () => {
    const out = join(folder, "page.md");
    const { code, stderr } = await runCommand("report", join(folder, "results"), "--out", out);
    expect(code).toBe(2);
    expect(stderr).toContain("scifact-test/bm25: missing; run evigraph reproduce --condition scifact-test/bm25");
    expect(stderr).toContain("snippet-coverage: it ran on other data");
    expect(existsSync(out)).toBe(false);
  });

  test("a result of another prompt or setting is stale", async () => {
    const file = join(folder, "results", "snippet-coverage.json");
    const result = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(
      file,
      JSON.stringify({ ...result, manifest: { ...result.manifest, print: { ...result.manifest.print, prompts: ["old@1"] } } }),
    );
    const { stderr } = await runCommand("report", join(folder, "results"));
    expect(stderr).toContain("snippet-coverage: stale, it ran with another prompts");
  });

  test("a folder that is not there is named", async () => {
    expect(await runCommand("report", join(folder, "absent"))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no such folder"),
    });
  });
});

describe("ablate", () => {
  test.each([
    [
      "an unknown switch",
      ["--graph", "bioasq", "--data", "demo", "--switch", "resque"],
      2,
      /there is no setting resque. Did you mean rescue\?/,
    ],
    ["a value out of range", ["--graph", "bioasq", "--data", "demo", "--switch", "fusionK=-1"], 2, /fusionK/],
    ["cases without a key", ["--graph", "archehr", "--data", "cases.xml", "--switch", "abstain"], 2, /--key FILE is missing/],
    ["a golden file without an index", ["--graph", "bioasq", "--data", "g.json", "--switch", "prune"], 2, /needs --index FILE/],
    ["absent public data", ["--graph", "bioasq", "--data", "medlars", "--switch", "prune"], 3, /Cornell SMART/],
    [
      "an unknown measure",
      ["--graph", "archehr", "--data", "demo", "--switch", "abstain", "--limit", "1", "--measure", "f3"],
      2,
      /no item has it/,
    ],
  ])("%s is told", async (_, args, code, message) => {
    const ended = await runCommand("ablate", ...args, "--quiet");
    expect(ended.stderr).toMatch(message);
    expect(ended.code).toBe(code);
  });

  test("each switch is left out and added, each of two values of one too, with a table and a chart a measure", async () => {
    const out = join(folder, "ablation");
    const args = [
      "--graph",
      "archehr",
      "--data",
      "demo",
      "--switch",
      "abstain,scoreAnchor=clinicianQuestion,scoreAnchor=narrative",
      "--limit",
      "1",
      "--out",
      out,
      "--json",
      "--quiet",
    ];
    const { code, stdout } = await runCommand("ablate", ...args);
    expect(code).toBe(0);
    const { ablation, manifest } = JSON.parse(stdout);
    expect(ablation).toMatchObject({ items: 1, runs: 6 });
    expect(ablation.contributions.map((one: { switch: string; off: unknown }) => [one.switch, one.off])).toEqual([
      ["abstain", false],
      ["scoreAnchor", "clinicianQuestion"],
      ["scoreAnchor", "narrative"],
    ]);
    expect(manifest.prompts).toContainEqual(expect.stringMatching(/^archehr\/score-sentences@\d+$/));
    expect(readFileSync(join(out, "subtask_2_strict_f1.svg"), "utf8")).toMatch(/^<svg/);
    expect(readFileSync(join(out, "ablation.md"), "utf8")).toContain("## Ablation of archehr on demo (first 1)");
  });
});

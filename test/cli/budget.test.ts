import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { packageRoot, setProcessEnv } from "../../clients/env.ts";
import { runCli } from "../support/run-cli.ts";
import { type VllmServer, vllmServer } from "../support/vllm-server.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-budget-"));
afterAll(() => rmSync(folder, { recursive: true }));

const golden = join(packageRoot(), "data", "demo", "bioasq", "golden.json");
const yesno = (JSON.parse(readFileSync(golden, "utf8")).questions as { id: string; type: string }[])
  .filter(({ type }) => type === "yesno")
  .slice(0, 3)
  .map(({ id }) => id);
// A reply of 20 tokens costs 0.02 USD; the reserve of 100 may cost 0.10.
const prices = join(folder, "prices.json");
writeFileSync(prices, JSON.stringify([{ model: "vllm:m", input: 0, output: 1000, source: "this test", date: "2026-03-01" }]));

let server: VllmServer;
let before: ReturnType<typeof setProcessEnv>;
beforeEach(async () => {
  server = await vllmServer({ maxModelLen: 100_000 });
  server.answer({ text: "EXACT: yes\nIDEAL: It is so.", tokens: { prompt: 100, completion: 20, cached: 64 } });
  before = setProcessEnv({ VLLM_BASE_URL: server.baseUrl });
});
afterEach(async () => {
  setProcessEnv(before);
  await server.close();
});

const run = (out: string, ...more: string[]) =>
  runCli(
    ...["bioasq", "run", "--questions", golden, "--phase", "B", "--ids", yesno.join(","), "--out", join(folder, out), "--quiet"],
    ...[
      "--model",
      "vllm:m",
      "--prices",
      prices,
      "--set",
      "models.replyTokens=100",
      "--set",
      "models.leastReplyTokens=50",
      ...more,
    ],
  );
const read = (out: string, name: string) => readFileSync(join(folder, out, name), "utf8");
const statuses = (out: string) =>
  read(out, "results.jsonl")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).status);

test("a run stops before the call that would exceed its budget, and the same command with more goes on", async () => {
  // One call a question in profile paper. 0.00 + 0.10, then 0.02 + 0.10 fit into 0.13; 0.04 + 0.10 do not.
  const stopped = await run("paper", "--profile", "paper", "--budget", "0.13");
  expect(stopped.code).toBe(1);
  expect(stopped.err).toContain("budget of 0.13 USD is used up (0.04 USD spent): 1 of 3 questions");
  expect(server.questions()).toHaveLength(2);
  expect(statuses("paper").filter((status) => status === "failed")).toHaveLength(1);
  expect(JSON.parse(read("paper", "submission.json")).questions).toHaveLength(
    JSON.parse(readFileSync(golden, "utf8")).questions.length,
  );

  const resumed = await run("paper", "--profile", "paper", "--budget", "0.2", "--resume");
  expect(resumed.code, resumed.err).toBe(0);
  expect(server.questions()).toHaveLength(3);
  const ledger = JSON.parse(read("paper", "ledger.json"));
  expect(ledger.made).toEqual({ calls: 3, usd: expect.closeTo(0.06, 9) });
  expect(ledger.roles).toEqual([
    expect.objectContaining({ role: "answer", model: "vllm:m", calls: 3, inputTokens: 300, cachedTokens: 192, outputTokens: 60 }),
  ]);
  expect(ledger.items.map(({ id }: { id: string }) => id)).toEqual(yesno);
  expect(ledger.prices).toMatchObject([{ source: "this test", date: "2026-03-01" }]);
  expect(resumed.out).toContain("cost 0.06 USD");
});

test("a question that was stopped half-way pays for none of its replies twice", async () => {
  const settings = ["--set", "selfConsistency=5", "--set", "separateIdeal=false", "--set", "verifyIdeal=false"];
  // Three replies of five that agree settle it: 0.02 + 0.02 spent, and the third may cost 0.10.
  const stopped = await run("best", ...settings, "--ids", yesno[0] ?? "", "--budget", "0.13");
  expect(stopped.code).toBe(1);
  expect(server.questions()).toHaveLength(2);
  expect(existsSync(join(folder, "best", "paid-replies"))).toBe(true);
  const resumed = await run("best", ...settings, "--ids", yesno[0] ?? "", "--budget", "1");
  expect(resumed.code, resumed.err).toBe(0);
  expect(server.questions().map(({ body }) => body.seed - server.questions()[0]?.body.seed)).toEqual([0, 1, 2]);
  expect(existsSync(join(folder, "best", "paid-replies"))).toBe(false); // no longer needed
});

test("without a price the cost is unknown, and a budget cannot be kept: exit 2 before anything is asked", async () => {
  const { code, err } = await runCli(
    ...["bioasq", "run", "--questions", golden, "--phase", "B", "--model", "vllm:m", "--budget", "1", "--quiet"],
  );
  expect(code).toBe(2);
  expect(err).toContain("the price of vllm:m is unknown; give it with --prices FILE");
  expect(server.requests).toHaveLength(0);
  const unpriced = await runCli(
    ...["bioasq", "run", "--questions", golden, "--phase", "B", "--model", "vllm:m", "--ids", yesno[0] ?? "", "--quiet"],
    ...["--profile", "paper"],
  );
  expect(unpriced.out).toContain("cost unknown");
});

test.each([
  ["no list", '{"model": "vllm:m"}'],
  ["no source", '[{"model": "vllm:m", "input": 1, "output": 1, "date": "2026-03-01"}]'],
  ["no date", '[{"model": "vllm:m", "input": 1, "output": 1, "source": "x"}]'],
  ["a negative price", '[{"model": "vllm:m", "input": -1, "output": 1, "source": "x", "date": "2026-03-01"}]'],
  ["no JSON", "["],
])("a file of prices with %s is refused, and named", async (_, content) => {
  const file = join(folder, "wrong.json");
  writeFileSync(file, content);
  const { code, err } = await run("wrong", "--prices", file);
  expect(code).toBe(2);
  expect(err).toContain("wrong.json");
});

test("a dry run tells about how many calls and tokens it would take, and asks nothing", async () => {
  const { code, out } = await run("dry", "--profile", "paper", "--dry-run", "--json");
  expect(code).toBe(0);
  const { estimate } = JSON.parse(out);
  expect(estimate.roles).toEqual([expect.objectContaining({ role: "answer", model: "vllm:m", calls: 3 })]);
  expect(estimate.usd).toBeCloseTo(estimate.outputTokens / 1000, 9);
  expect(server.requests).toHaveLength(0);
  expect(existsSync(join(folder, "dry"))).toBe(false);
});

test("what left is in the run's audit log, and a changed line is found", async () => {
  await run("audited", "--profile", "paper");
  const { code, out } = await runCli("audit", join(folder, "audited"), "--json");
  expect(code).toBe(0);
  const { hosts, broken } = JSON.parse(out);
  expect(broken).toBeNull();
  expect(hosts).toMatchObject([{ host: new URL(server.baseUrl).host, dataClass: "public", denied: 0 }]);
  expect(hosts[0].requests).toBe(server.requests.length);
  const log = read("audited", "audit.jsonl");
  writeFileSync(join(folder, "audited", "audit.jsonl"), log.replace('"status":200', '"status":201'));
  expect((await runCli("audit", join(folder, "audited"))).out).toContain("BROKEN");
  writeFileSync(join(folder, "audited", "audit.jsonl"), log.split("\n").slice(0, 2).join("\n").concat("\n"));
  expect(await runCli("audit", join(folder, "audited"))).toMatchObject({
    code: 1,
    out: expect.stringContaining("does not hold the last entry"),
  });
});

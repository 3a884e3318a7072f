import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEgress } from "../../clients/egress.ts";
import { packageRoot, readEnv, setProcessEnv } from "../../clients/env.ts";
import { askWith } from "../../clients/models/ask-with.ts";
import { RequestRejected } from "../../clients/models/chat/judge-error.ts";
import { openAiProvider } from "../../clients/models/openai/openai-provider.ts";
import { forEveryRole } from "../../clients/models/role-table.ts";
import { scoreSentences } from "../../prompts/archehr/score-sentences.ts";
import type { Prompt } from "../../prompts/define-prompt.ts";
import { PROMPTS } from "../../prompts/prompt-versions.ts";
import { ModelSettings } from "../../state/settings/models.ts";
import { MESSAGE, NOTE } from "../support/archehr-deps.ts";
import { asJson, asText } from "../support/model-prompts.ts";
import { rewritingProxy } from "../support/rewriting-proxy.ts";
import { runCli } from "../support/run-cli.ts";
import { ASKED_FOR_DATA, OUTCOMES } from "../support/vllm-outcomes.ts";
import { recorded } from "../support/vllm-protocol.ts";

const base = process.env.EVIGRAPH_TEST_VLLM?.replace(/\/+$/, "") ?? "";
const options = { role: "answer", step: "test", item: "1", temperature: 0 } as const;
const BUSY = { deadlineMs: 240_000, retries: 1 };

const provider = (settings: Partial<ModelSettings> = {}, baseUrl = base, name = model) =>
  openAiProvider({
    kind: "vllm",
    model: name,
    env: readEnv({ folder: "/nowhere", variables: { VLLM_BASE_URL: baseUrl } }),
    reach: { egress: openEgress(), dataClass: "phi" },
    settings: ModelSettings.parse({ ...BUSY, replyTokens: 64, leastReplyTokens: 32, ...settings }),
  });

let model = "m";
let context = 0;
const before = setProcessEnv({ VLLM_BASE_URL: base === "" ? undefined : base });
const folder = mkdtempSync(join(tmpdir(), "evigraph-vllm-"));
beforeAll(async () => {
  if (base === "") return;
  const { data } = (await (await fetch(`${base}/models`)).json()) as { data: { id: string; max_model_len: number }[] };
  model = data[0]?.id ?? "";
  context = data[0]?.max_model_len ?? 0;
});
afterAll(() => {
  setProcessEnv(before);
  rmSync(folder, { recursive: true });
});

describe.skipIf(base === "")("a real vLLM (EVIGRAPH_TEST_VLLM names its base URL)", () => {
  test("is described by the doctor", async () => {
    const { code, out } = await runCli("doctor", "--model", `vllm:${model}`, "--json");
    const { checks } = JSON.parse(out) as { checks: { name: string; detail: string }[] };
    const detail = (name: string) => checks.find((check) => check.name === name)?.detail;
    expect(code).toBe(0);
    expect(detail("Server")).toMatch(/^version \d/);
    expect(detail("Model id")).toBe(`${model}, served`);
    expect(detail("Context")).toBe(`${context} tokens`);
    expect(detail("Tokenizer")).toBe("/tokenize counts conversations");
    expect(detail("Structured output")).toBe("structured_outputs is obeyed");
    console.log(`vLLM ${detail("Server")}, ${detail("Context")}, chat template: ${detail("Chat template")}`);
  });

  // Recordings of another launch, of another context length, or of a dying server are left to the stand-in.
  const OTHER_LAUNCH =
    /hermes|^auth-|^overload|^chat-without|^stream-server|^prompt-of|context$|^overflow|^truncate-prompt|^responses/;
  const cases = Object.entries(OUTCOMES).filter(
    ([name, outcome]) => outcome !== "other" && !OTHER_LAUNCH.test(name) && recorded(name).request.path.startsWith("/v1/"),
  );
  const REPLIES = ["ok", "truncated", "unparseable", "refused", "empty"];
  test.each(cases)("its answer to the request of %s is %s", async (name, expected) => {
    const proxy = await rewritingProxy(base, name);
    const prompt = ASKED_FOR_DATA.test(name) ? asJson : asText;
    try {
      const ended = await provider({}, proxy.baseUrl)
        .carryOut(prompt, prompt.example, options)
        .then(
          ({ outcome }) => outcome.is,
          (error: unknown) => (error instanceof RequestRejected ? "bug" : Promise.reject(error)),
        );
      // What a small model writes may differ; that it is read as a reply may not.
      if (recorded(name).response.status === 200) expect(REPLIES).toContain(ended);
      else expect(ended).toBe(expected);
    } finally {
      await proxy.close();
    }
  });

  test("gives text and data, and holds data to the schema", async () => {
    const text = await provider().carryOut(asText, { question: "Say hello." }, options);
    expect(["ok", "truncated"]).toContain(text.outcome.is);
    expect(text.inputTokens).toBeGreaterThan(10);
    const data = await provider().carryOut(asJson, asJson.example, options);
    expect(["ok", "truncated"]).toContain(data.outcome.is);
    if (data.outcome.is === "ok") expect(asJson.output.safeParse(data.outcome.value).success).toBe(true);
  });

  const prompts = [...new Map([...PROMPTS.archehr, ...PROMPTS.bioasq].map((prompt) => [prompt.id, prompt])).values()];
  test.each(prompts.map((prompt) => [prompt.id, prompt] as const))(
    "%s meets its tokenizer and its decoder: the reply fits the prompt's schema, or ends in a named outcome",
    async (id, prompt) => {
      const asked: Prompt = prompt;
      const ask = askWith({
        roles: forEveryRole("server"),
        providers: { server: { ...provider({ replyTokens: 256 }), name: "server" } },
      });
      const { outcome, usage } = await ask(asked, asked.example, options);
      console.log(`${id}: ${outcome.is}, ${usage[0]?.inputTokens} tokens in, ${usage[0]?.outputTokens} out`);
      expect(REPLIES).toContain(outcome.is);
      expect(usage[0]?.inputTokens).toBeGreaterThan(50);
      if (outcome.is === "ok") expect(asked.output.safeParse(outcome.value).success).toBe(true);
    },
  );

  test("cuts a reply at its budget, and keeps the text out of the detail", async () => {
    const { outcome } = await provider({ replyTokens: 3 }).carryOut(asText, { question: "Tell a long story." }, options);
    expect(outcome).toMatchObject({ is: "truncated", text: expect.stringMatching(/\w/) });
    if (outcome.is === "truncated") expect(outcome.detail).not.toContain(outcome.text);
  });

  test("counts a prompt with its own tokenizer: one that leaves too little is not sent, and the share that fits is right", async () => {
    const long = { question: "word ".repeat(context) };
    const { outcome } = await provider().carryOut(asText, long, options);
    if (outcome.is !== "overContext" || outcome.fits === undefined) throw new Error(JSON.stringify(outcome));
    const words = Math.floor(context * outcome.fits) - 40;
    const shorter = await provider({ replyTokens: 8, leastReplyTokens: 4 }).carryOut(
      asText,
      { question: "word ".repeat(words) },
      options,
    );
    expect(["ok", "truncated", "empty"]).toContain(shorter.outcome.is);
    expect(shorter.inputTokens).toBeLessThanOrEqual(context - 4);
  });

  test("silently cuts a reply that the context has no room for, and that is over the context, not truncated", async () => {
    // Without a count of the prompt, it is sent with the whole reserve: the server gives what is left and says "length".
    const body = { model, prompt: Array(context - 6).fill(1000), max_tokens: 64, ignore_eos: true, temperature: 0 };
    const sent = await fetch(`${base}/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const { choices, usage } = (await sent.json()) as { choices: { finish_reason: string }[]; usage: { total_tokens: number } };
    expect(sent.status).toBe(200);
    expect(choices[0]?.finish_reason).toBe("length");
    expect(usage.total_tokens).toBe(context);
  });

  test("an unknown model is misconfigured", async () => {
    const { outcome } = await provider({}, base, "no-such-model").carryOut(asText, asText.example, options);
    expect(outcome.is).toBe("misconfigured");
  });

  test("serves the shared beginning of two prompts from its cache", async () => {
    const ask = (text: string) =>
      provider({ replyTokens: 32 }).carryOut(scoreSentences, { question: "Why?", sentences: [{ id: "1", text }] }, options);
    await ask("INR was 4.8, so warfarin was held.");
    const { inputTokens = 0, cachedTokens = 0 } = await ask("She went home on day three.");
    console.log(`prefix cache: ${cachedTokens} of ${inputTokens} prompt tokens`);
    expect(cachedTokens).toBeGreaterThan(inputTokens / 2); // rules and worked examples come first
  });

  test("stops writing when the client goes", async () => {
    const running = async () => {
      const metrics = await (await fetch(`${base.replace(/\/v1$/, "")}/metrics`)).text();
      return Number(/^vllm:num_requests_running\{[^}]*\} ([\d.]+)/m.exec(metrics)?.[1]);
    };
    const until = async (wanted: number) => {
      const ends = performance.now() + 60_000;
      while ((await running()) !== wanted && performance.now() < ends) await new Promise((resolve) => setTimeout(resolve, 250));
      return running();
    };
    await provider({ replyTokens: 2, leastReplyTokens: 1 }).carryOut(asText, asText.example, options); // the library is loaded
    const stop = new AbortController();
    const asked = provider({ replyTokens: 1000 }).carryOut(
      asText,
      { question: "Write a very long story about a river." },
      { ...options, signal: stop.signal },
    );
    expect(await until(1)).toBe(1);
    stop.abort();
    expect((await asked).outcome.is).toBe("cancelled");
    expect(await until(0)).toBe(0);
  });

  const MODEL = () => [
    ...["--model", `vllm:${model}`, "--set", "models.replyTokens=48", "--set", "models.leastReplyTokens=32"],
    ...["--set", "models.deadlineMs=280000", "--quiet"],
  ];
  type Line = { status: string; usage: { outcome: string }[]; fallbacks: { code: string }[] };
  const told = (graph: string, lines: Line[]) => {
    const count = (names: string[]) =>
      [...new Set(names)].map((name) => `${name} ${names.filter((other) => other === name).length}`).join(", ");
    const outcomes = lines.flatMap(({ usage }) => usage.map(({ outcome }) => outcome));
    const fallbacks = lines.flatMap((line) => line.fallbacks.map(({ code }) => code));
    console.log(`${graph}: ${outcomes.length} calls: ${count(outcomes)}; fallbacks: ${count(fallbacks)}`);
    for (const outcome of outcomes) expect(outcome).not.toMatch(/^(?:misconfigured|denied|replayMiss)$/);
  };
  const linesOf = (out: string): Line[] =>
    readFileSync(join(out, "results.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));

  /** Fewer calls for a model that mends nothing. */
  const FEW = [
    "--set",
    "interpretCandidates=1",
    "--set",
    "correctiveRetries=1",
    "--set",
    "bothAnchors=false",
    "--set",
    "maxRepairs=1",
  ];

  test("carries the archehr graph to its end", async () => {
    const note = join(folder, "note.txt");
    writeFileSync(note, NOTE);
    const out = join(folder, "archehr");
    const { code, err } = await runCli("archehr", "run", "--note", note, "--question", MESSAGE, "--out", out, ...MODEL(), ...FEW);
    expect(code, err).toBe(0);
    told("archehr", linesOf(out));
    for (const subtask of ["1", "2", "3", "4"]) {
      const written = JSON.parse(readFileSync(join(out, `subtask-${subtask}`, "submission.json"), "utf8"));
      expect(written).toHaveLength(1);
    }
    expect((await runCli("audit", out)).code).toBe(0);
  });

  test("carries the bioasq graph to its end, and its official file is valid", async () => {
    const questions = join(packageRoot(), "data", "demo", "bioasq", "golden.json");
    const asked = (JSON.parse(readFileSync(questions, "utf8")).questions as { id: string; type: string }[]).filter(
      ({ type }, at, all) => all.findIndex((other) => other.type === type) === at,
    );
    const out = join(folder, "bioasq");
    const ids = ["--ids", asked.map(({ id }) => id).join(",")];
    const run = await runCli("bioasq", "run", "--questions", questions, "--phase", "B", ...ids, "--out", out, ...MODEL());
    expect(run.code, run.err).toBe(0);
    told("bioasq", linesOf(out));
    const submission = join(out, "submission.json");
    const valid = await runCli("validate", "--as", "bioasq", "--questions", questions, "--phase", "B", submission);
    expect(valid.code, valid.out).toBe(0);
  });
});

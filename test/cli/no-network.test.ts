import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { packageRoot, setProcessEnv } from "../../clients/env.ts";
import { runCli } from "../support/run-cli.ts";

const execute = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "evigraph-no-network-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const demo = (...parts: string[]) => join(packageRoot(), "data", "demo", ...parts);

/** Run a command from its sources in a process from which nothing leaves. Out: its stdout, and what it tried to reach. */
const denied = async (...args: string[]) => {
  const attempts = join(folder, "attempts");
  rmSync(attempts, { force: true });
  const preload = join(packageRoot(), "test", "support", "no-network.cjs");
  const { stdout } = await execute(process.execPath, ["--import", "tsx", join(packageRoot(), "cli", "main.ts"), ...args], {
    cwd: packageRoot(),
    env: { ...process.env, NODE_OPTIONS: `--require ${JSON.stringify(preload)}`, ATTEMPTS: attempts },
  });
  return { stdout, tried: existsSync(attempts) ? readFileSync(attempts, "utf8") : "" };
};

describe("with the embedded models, in a process whose network is denied", () => {
  it("this test would see an attempt", async () => {
    const before = setProcessEnv({ VLLM_BASE_URL: "http://127.0.0.1:49151/v1" });
    await expect(denied("doctor", "--model", "vllm:none")).rejects.toMatchObject({ code: 3 });
    setProcessEnv(before);
    expect(readFileSync(join(folder, "attempts"), "utf8")).toContain("127.0.0.1");
  });

  it("a demo case is answered, and nothing tries to leave", async () => {
    const { stdout, tried } = await denied(
      "archehr",
      "run",
      "--cases",
      demo("archehr", "archehr-qa-subtask4.xml"),
      "--limit",
      "1",
      "--json",
      "--quiet",
    );
    expect(JSON.parse(stdout).results[0].answer).not.toBe("");
    expect(tried).toBe("");
  });

  it("an index is built and a demo question is answered from it, and nothing tries to leave", async () => {
    const index = join(folder, "articles.db");
    const articles = join(folder, "articles.jsonl");
    const corpus = readFileSync(demo("bioasq", "corpus.jsonl"), "utf8").split("\n");
    writeFileSync(articles, corpus.slice(0, 20).join("\n"));
    const built = await denied("index", "build", "--articles", articles, "--out", index, "--quiet");
    const { stdout, tried } = await denied(
      "bioasq",
      "run",
      "--questions",
      demo("bioasq", "questions.json"),
      "--index",
      index,
      "--phase",
      "A+",
      "--limit",
      "1",
      "--json",
      "--quiet",
    );
    expect(JSON.parse(stdout).results[0].status).not.toBe("failed");
    expect(built.tried + tried).toBe("");
  });
});

describe("a command's own lock on sockets", () => {
  it("holds while the command runs and is gone after it", async () => {
    const server = createServer((socket) => socket.end("here"));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    // The plain socket stands for any dependency that opens one of its own while the command is at work.
    const reached = () =>
      new Promise<string>((done) => {
        const socket = connect(address.port, "127.0.0.1");
        socket.once("error", (error) => done(error.message));
        socket.once("data", (data) => done(String(data)));
      });
    const question = ["--note", join(packageRoot(), "README.md"), "--question", "Why was warfarin held?"];
    const run = runCli("archehr", "run", ...question, "--offline", "--json");
    const during = [];
    for (let looking = true; looking; looking = during.at(-1) === "here") during.push(await reached());
    await run;
    expect(during.at(-1)).toContain("--offline allows no network");
    expect(await reached()).toBe("here");
    server.close();
  });
});

describe("behind a proxy that Node was told to use", () => {
  const { connect: plain } = Socket.prototype;
  /** Whether the lock is set while a command is at work. */
  const lockedIn = async (...more: string[]) => {
    const messages = join(folder, "messages.jsonl");
    writeFileSync(messages, '{"id": "1", "text": "Why was warfarin held?"}\n');
    let locked: boolean | undefined;
    const look = (name: string | symbol) => {
      if (name === "SIGINT") locked ??= Socket.prototype.connect !== plain;
    };
    process.on("newListener", look);
    const before = setProcessEnv({ NODE_USE_ENV_PROXY: "1", HTTPS_PROXY: "http://proxy.example:3128" });
    await runCli("interpret", "--in", messages, "--out", join(folder, "questions.jsonl"), "--fresh", "--quiet", ...more);
    setProcessEnv(before);
    process.off("newListener", look);
    return locked;
  };

  it.each([
    [["--class", "public"], false],
    [["--class", "phi"], true],
    [["--class", "public", "--offline"], true],
  ])("%j: the lock on sockets, which knows only the proxy's own host, is set: %j", async (options, locked) => {
    expect(await lockedIn(...options)).toBe(locked);
    expect(Socket.prototype.connect).toBe(plain);
  });
});

describe("a question of class phi", () => {
  it("is not sent to PubMed unless its host is named", async () => {
    const before = setProcessEnv({ NCBI_EMAIL: "someone@example.org", NCBI_BASE_URL: undefined });
    const { code, err } = await runCli(
      "bioasq",
      "run",
      "--question",
      "Does losartan help my mother?",
      "--phase",
      "A",
      "--class",
      "phi",
    );
    setProcessEnv(before);
    expect(code).toBe(1);
    expect(err).toContain("add --allow-host eutils.ncbi.nlm.nih.gov");
  });
});

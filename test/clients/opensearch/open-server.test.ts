import { mkdtempSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { openAuditLog, readAuditLog } from "../../../clients/audit-log.ts";
import { type EgressOptions, openEgress } from "../../../clients/egress.ts";
import { setProcessEnv } from "../../../clients/env.ts";
import { openServer, type Server, type ServerOptions } from "../../../clients/opensearch/open-server.ts";
import { recordingStore, replayingStore } from "../../../clients/store.ts";
import type { Outcome } from "../../../state/outcome.ts";

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;
type Seen = { method: string | undefined; url: string | undefined; authorization: string | undefined; body: string };

let handler: Handler = (_request, response) => void response.end();
const seen: Seen[] = [];
const stub = createServer((request, response) => {
  let body = "";
  request.on("data", (piece) => (body += String(piece)));
  request.on("end", () => {
    seen.push({ method: request.method, url: request.url, authorization: request.headers.authorization, body });
    handler(request, response, body);
  });
});
const answer = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { "content-type": "application/json; charset=UTF-8", ...headers });
  response.end(typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body));
};

let url = "";
beforeAll(async () => {
  await new Promise<void>((done) => stub.listen(0, "127.0.0.1", done));
  const address = stub.address();
  if (typeof address === "object" && address !== null) url = `http://127.0.0.1:${address.port}`;
});
afterAll(() => {
  stub.closeAllConnections();
  stub.close();
});
beforeEach(() => {
  seen.length = 0;
  handler = (_request, response) => answer(response, 200, { fine: true });
});

const Fine = z.object({ fine: z.boolean() });
const SECRET = "the patient's secret words";
const search = { name: "search", method: "POST", path: "/articles/_search", body: { query: SECRET } } as const;
const opened = (options: Partial<ServerOptions> = {}, egress: EgressOptions = {}): Server => {
  const server = openServer({ url, egress: openEgress({ dataClass: "public", ...egress }), ...options });
  if (server.is !== "ok") throw new Error(server.detail);
  return server.value;
};
const ask = (server: Server, signal?: AbortSignal): Promise<Outcome<{ fine: boolean }>> =>
  server.ask(search, { reply: Fine, signal });

describe("the official client behind the egress", () => {
  it("sends what it is asked and reads a packed answer", async () => {
    handler = (_request, response) =>
      answer(response, 200, gzipSync(JSON.stringify({ fine: true })), { "content-encoding": "gzip" });
    expect(await ask(opened())).toEqual({ is: "ok", value: { fine: true } });
    expect(seen).toEqual([
      { method: "POST", url: "/articles/_search", authorization: undefined, body: JSON.stringify({ query: SECRET }) },
    ]);
  });

  it("asks nobody whose host is not open to the class, and nobody offline", async () => {
    const remote = { url: "http://search.example.org:9200" };
    expect(await ask(opened(remote))).toMatchObject({ is: "denied", detail: expect.stringContaining("--allow-host") });
    const named = { configured: ["http://search.example.org:9200"] };
    expect(await ask(opened({ ...remote, dataClass: "phi" }, named))).toMatchObject({ is: "denied" });
    expect(await ask(opened({}, { offline: true }))).toMatchObject({ is: "denied" });
    expect(seen).toEqual([]);
  });

  it("writes every request and answer into the audit log, without their text", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "evigraph-audit-")), "audit.jsonl");
    await ask(opened({}, { log: openAuditLog(file) }));
    const { entries, broken } = readAuditLog(file);
    expect(broken).toBeUndefined();
    expect(entries.map(({ event }) => event)).toEqual(["request", "reply"]);
    expect(JSON.stringify(entries)).not.toContain("secret");
  });

  it("uses no proxy of the environment", async () => {
    const before = setProcessEnv({
      HTTP_PROXY: "http://127.0.0.1:9",
      http_proxy: "http://127.0.0.1:9",
      HTTPS_PROXY: "http://127.0.0.1:9",
    });
    expect((await ask(opened())).is).toBe("ok");
    setProcessEnv(before);
  });

  it("follows no redirect: a search that turns into a GET would find everything", async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      handler = (_request, response) => answer(response, status, "", { location: `${url}/elsewhere` });
      expect(await ask(opened())).toMatchObject({ is: "misconfigured", detail: expect.stringContaining("redirects") });
    }
    expect(seen.map(({ url: path }) => path)).toEqual(Array.from({ length: 5 }, () => "/articles/_search"));
  });

  it("sends the user of the address as a header and never shows the password", async () => {
    const address = url.replace("http://", "http://reader:pass%20word@");
    handler = (_request, response) => answer(response, 401, { error: { type: "security_exception", reason: "no" } });
    const refused = await ask(opened({ url: address }));
    expect(seen[0]?.authorization).toBe(`Basic ${Buffer.from("reader:pass word").toString("base64")}`);
    expect(refused).toMatchObject({ is: "misconfigured", detail: expect.stringContaining("OPENSEARCH_URL") });
    expect(JSON.stringify(refused)).not.toContain("pass");
  });

  it("closes twice, and opens again for the next call", async () => {
    const server = opened();
    await ask(server);
    await server.close();
    await server.close();
    expect((await ask(server)).is).toBe("ok");
    await server.close();
  });

  it("is misconfigured for an address that is none", () => {
    for (const address of ["localhost:9200", "search", "ftp://127.0.0.1"])
      expect(openServer({ url: address, egress: openEgress() }), address).toMatchObject({ is: "misconfigured" });
  });
});

describe("an answer that is none", () => {
  const refusing =
    (status: number, error: unknown): Handler =>
    (_request, response) =>
      answer(response, status, { status, error });
  const rejected = { type: "rejected_execution_exception", reason: "queue full" };

  it.each<[string, Handler, string, number]>([
    ["a full queue", refusing(429, rejected), "rateLimited", 3],
    [
      "a search queue, its cause hidden",
      refusing(429, { type: "search_phase_execution_exception", reason: "", caused_by: rejected }),
      "rateLimited",
      3,
    ],
    ["a disk that is full", refusing(429, { type: "cluster_block_exception", reason: "flood-stage" }), "unavailable", 1],
    [
      "shards that are not up",
      refusing(503, { type: "search_phase_execution_exception", reason: "all shards failed" }),
      "unavailable",
      3,
    ],
    [
      "a gateway's page",
      (_request, response) => answer(response, 502, "<html>", { "content-type": "text/html" }),
      "unavailable",
      3,
    ],
    [
      "a missing index",
      refusing(404, { type: "index_not_found_exception", reason: "no such index [articles]" }),
      "misconfigured",
      1,
    ],
    [
      "another server's path",
      (_request, response) => answer(response, 404, "not found", { "content-type": "text/plain" }),
      "misconfigured",
      1,
    ],
    ["an error that is a bare text", refusing(405, "Incorrect HTTP method"), "misconfigured", 1],
    ["JSON of another shape", (_request, response) => answer(response, 200, { something: 1 }), "unparseable", 1],
    [
      "a web page with status 200",
      (_request, response) => answer(response, 200, "<html>", { "content-type": "text/html" }),
      "unparseable",
      1,
    ],
    ["broken JSON", (_request, response) => answer(response, 200, '{"fine": tr'), "unavailable", 3],
    ["a connection that is cut", (request) => void request.socket.destroy(), "unavailable", 3],
    [
      "a body that is cut",
      (request, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
        response.write('{"fine":');
        setTimeout(() => request.socket.destroy(), 20);
      },
      "unavailable",
      3,
    ],
  ])("%s ends as what it is, after as many tries as help", async (_what, answered, outcome, tries) => {
    handler = answered;
    const server = opened({ tries: 3 });
    expect((await ask(server)).is).toBe(outcome);
    expect(seen).toHaveLength(tries);
    await server.close();
  });

  it("is waited out: the next try may get through", async () => {
    handler = (_request, response) =>
      seen.length < 3 ? answer(response, 429, { error: rejected }) : answer(response, 200, { fine: true });
    expect(await ask(opened())).toMatchObject({ is: "ok" });
  });

  it("of a request that the server does not understand throws: a bug of ours, without the request", async () => {
    handler = refusing(400, { type: "parsing_exception", reason: "unknown query [x]" });
    const thrown = await ask(opened()).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ message: expect.stringContaining("parsing_exception") });
    expect(JSON.stringify(thrown, Object.getOwnPropertyNames(thrown))).not.toContain("secret");
  });

  it("by the deadline ends in timeout, and by the user's stop in cancelled", async () => {
    handler = () => undefined; // never answers
    expect(await ask(opened({ deadlineMs: 150 }))).toMatchObject({ is: "timeout" });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    expect(await ask(opened(), stop.signal)).toMatchObject({ is: "cancelled" });
    handler = refusing(429, rejected);
    // The next try would come too late, or the deadline fell into one: either way the refusal is told.
    const refused = await ask(opened({ deadlineMs: 300, tries: 50 }));
    expect(refused).toMatchObject({ is: expect.stringMatching(/rateLimited|timeout/), detail: expect.stringContaining("429") });
  });

  it("from nobody is unavailable within the tries", async () => {
    expect(await ask(opened({ url: "http://127.0.0.1:1", tries: 2 }))).toMatchObject({
      is: "unavailable",
      detail: expect.stringMatching(/Tried 2 times/),
    });
  });
});

describe("recorded", () => {
  it("answers are replayed without a server, refusals are not kept", async () => {
    const folder = mkdtempSync(join(tmpdir(), "evigraph-recorded-"));
    const recorded = (server: Server) => server.ask(search, { reply: Fine, recorded: true });
    handler = (_request, response) => answer(response, 503, { error: { type: "x" } });
    expect(await recorded(opened({ store: recordingStore(folder, "public"), tries: 1 }))).toMatchObject({ is: "unavailable" });
    handler = (_request, response) => answer(response, 200, { fine: true });
    expect(await recorded(opened({ store: recordingStore(folder, "public") }))).toMatchObject({ is: "ok" });
    seen.length = 0;
    const away = opened({ url: "http://127.0.0.1:1", store: replayingStore(folder) }, { offline: true });
    expect(await recorded(away)).toEqual({ is: "ok", value: { fine: true } });
    const other = await away.ask({ ...search, body: { query: "other" } }, { reply: Fine, recorded: true });
    expect(other.is).toBe("replayMiss");
    expect(seen).toEqual([]);
  });
});

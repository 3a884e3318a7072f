import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAuditLog, readAuditLog } from "../../clients/audit-log.ts";
import { openEgress } from "../../clients/egress.ts";
import { sha256 } from "../../clients/text-store.ts";

let folder: string;
const servers: Server[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "evigraph-audit-"));
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
  rmSync(folder, { recursive: true });
});
const file = () => join(folder, "run", "audit.jsonl");

const serve = async (answer: (response: ServerResponse) => void): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume();
    answer(response);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
};

const NOTE = "Ms. Quixotry has a fever";

describe("the log of what left", () => {
  it("holds host, sizes and hashes of each request and answer, and no text", async () => {
    const base = await serve((response) => response.end("zwölf"));
    const egress = openEgress({ log: openAuditLog(file()) });
    const sent = await egress.fetch(`${base}/v1?term=fever`, { method: "POST", body: NOTE });
    if (sent.is !== "ok") throw new Error(sent.detail);
    expect(await sent.value.text()).toBe("zwölf");
    const { entries, broken } = readAuditLog(file());
    expect(broken).toBeUndefined();
    expect(entries).toMatchObject([
      {
        event: "request",
        request: 1,
        host: new URL(base).host,
        dataClass: "phi",
        permitted: true,
        method: "POST",
        bytes: "/v1?term=fever".length + NOTE.length,
        sha256: sha256(`POST /v1?term=fever${NOTE}`),
      },
      { event: "reply", request: 1, status: 200, bytes: 6, sha256: sha256("zwölf"), whole: true }, // ö is two bytes
    ]);
    expect(readFileSync(file(), "utf8")).not.toMatch(/fever|Quixotry|zwölf/);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it("names a denied request, a lost one, each hop of a redirect, and an answer that was not read to its end", async () => {
    const slow = await serve((response) => {
      response.write("first");
    });
    const hop = await serve((response) => response.writeHead(307, { location: "http://collector.example/x" }).end());
    const egress = openEgress({ log: openAuditLog(file()) });
    await egress.fetch("https://cloud.example/");
    await egress.fetch(hop, { method: "POST", body: NOTE });
    const gone = await serve(() => undefined);
    await new Promise((done) => servers.pop()?.close(done));
    await egress.fetch(gone);
    const stop = new AbortController();
    const sent = await egress.fetch(slow, { signal: stop.signal });
    if (sent.is !== "ok") throw new Error(sent.detail);
    const reading = sent.value.text();
    stop.abort();
    await expect(reading).rejects.toThrow();
    expect(readAuditLog(file()).entries).toMatchObject([
      { event: "request", host: "cloud.example", permitted: false },
      { event: "request", request: 2, permitted: true },
      { event: "reply", request: 2, status: 307 },
      { event: "request", request: 3, host: "collector.example", permitted: false },
      { event: "request", request: 4 },
      { event: "failed", request: 4, why: "ECONNREFUSED" },
      { event: "request", request: 5 },
      { event: "reply", request: 5, whole: false },
    ]);
  });

  const three = () => {
    const log = openAuditLog(file());
    for (const request of [1, 2, 3]) log.add({ event: "failed", request, why: "ECONNRESET" });
    return log;
  };
  const change = (mend: (lines: string[]) => string[]) =>
    writeFileSync(file(), `${mend(readFileSync(file(), "utf8").trimEnd().split("\n")).join("\n")}\n`);

  it.each([
    ["a changed entry", (lines: string[]) => lines.map((line) => line.replace('"request":2', '"request":7'))],
    ["a removed entry", (lines: string[]) => lines.filter((_, at) => at !== 1)],
    ["entries in another order", ([a = "", b = "", c = ""]: string[]) => [a, c, b]],
    ["a repeated entry", ([a = "", b = "", c = ""]: string[]) => [a, b, b, c]],
    ["a line that is no entry", ([a = "", b = "", c = ""]: string[]) => [a, "note", b, c]],
  ])("%s is seen, and nothing is appended to it", (_, mend) => {
    three();
    expect(readAuditLog(file()).broken).toBeUndefined();
    change(mend);
    expect(readAuditLog(file()).broken).toBeDefined();
    expect(() => openAuditLog(file()).add({ event: "failed", request: 4, why: "x" })).toThrow("not appended to");
  });

  it("goes on in a second run, whose first entry says so, and numbers requests on", async () => {
    const base = await serve((response) => response.end());
    for (const log of [openAuditLog(file()), openAuditLog(file())]) {
      const sent = await openEgress({ log }).fetch(base);
      if (sent.is === "ok") await sent.value.text();
    }
    const { entries, broken } = readAuditLog(file());
    expect(broken).toBeUndefined();
    expect(entries.map(({ event }) => event)).toEqual(["request", "reply", "reopened", "request", "reply"]);
    expect(entries.at(-1)).toMatchObject({ request: 2 });
  });

  it("a line that a kill cut short stays, and the next entry names its hash", () => {
    three();
    appendFileSync(file(), '{"event":"requ');
    expect(readAuditLog(file())).toMatchObject({ broken: undefined, torn: '{"event":"requ' });
    const log = openAuditLog(file());
    log.add({ event: "failed", request: 4, why: "x" });
    const { entries, broken } = readAuditLog(file());
    expect(broken).toBeUndefined();
    expect(entries.at(-2)).toMatchObject({ event: "reopened", torn: sha256('{"event":"requ') });
    change((lines) => lines.map((line) => (line === '{"event":"requ' ? '{"event":"repl' : line)));
    expect(readAuditLog(file()).broken).toBeDefined();
    expect(log.head()).toMatchObject({ entries: 5 });
  });
});

import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer, get } from "node:http";
import { connect, createServer as createNetServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { denialIn, EgressDenied, openEgress } from "../../clients/egress.ts";
import { guardSockets } from "../../clients/socket-guard.ts";

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step();
});

async function server(): Promise<{ port: number; hits: () => number }> {
  let hits = 0;
  const http = createServer((_, response) => {
    hits++;
    response.end("here");
  }).listen(0, "127.0.0.1");
  undo.push(() => http.close().closeAllConnections());
  await once(http, "listening");
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { port: address.port, hits: () => hits };
}
const guard = (options: Parameters<typeof openEgress>[0], dataClass: "phi" | "public" = "phi") =>
  undo.push(guardSockets(openEgress(options), dataClass));
const failureOf = (socket: { once: (name: "error", heard: (error: Error) => void) => unknown }) =>
  new Promise<Error>((done) => socket.once("error", done));

describe("sockets that a library opens behind our back", () => {
  it("offline, neither fetch nor http nor tls nor a plain socket leaves, not even to this machine", async () => {
    const { port, hits } = await server();
    guard({ offline: true });
    const error: unknown = await fetch(`http://127.0.0.1:${port}/`).catch((reason: unknown) => reason);
    expect(denialIn(error)).toContain("--offline");
    expect(await failureOf(get({ host: "127.0.0.1", port }))).toBeInstanceOf(EgressDenied);
    expect(await failureOf(connect(port, "127.0.0.1"))).toBeInstanceOf(EgressDenied);
    expect(await failureOf(connect(port))).toBeInstanceOf(EgressDenied);
    expect(await failureOf(connectTls({ host: "example.org", port: 443 }))).toBeInstanceOf(EgressDenied);
    expect(hits()).toBe(0);
  });

  it("with patient text in the process, this machine stays open and a tracing service does not", async () => {
    const { port } = await server();
    guard({});
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("here");
    const error: unknown = await fetch("https://api.smith.langchain.com/runs").catch((reason: unknown) => reason);
    expect(denialIn(error)).toContain("--allow-host api.smith.langchain.com");
  });

  it("public text does not open a model hub either", async () => {
    guard({}, "public");
    const error: unknown = await fetch("https://tiktoken.pages.dev/js/o200k_base.json").catch((reason: unknown) => reason);
    expect(denialIn(error)).toContain("tiktoken.pages.dev");
  });

  it("a socket in the file system is no network", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "s-")), "socket");
    const local = createNetServer((socket) => socket.end("local")).listen(path);
    undo.push(() => local.close());
    await once(local, "listening");
    guard({ offline: true });
    const [data] = await once(connect(path), "data");
    expect(String(data)).toBe("local");
  });

  it("taking the guard away opens everything again", async () => {
    const { port } = await server();
    guardSockets(openEgress({ offline: true }), "phi")();
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("here");
  });
});

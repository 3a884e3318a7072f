import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { denialIn, EgressDenied, egressFrom, guardedFetch, openEgress } from "../../clients/egress.ts";
import { readEnv } from "../../clients/env.ts";
import { isLoopback, parseHost } from "../../clients/hosts.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

type Seen = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };

async function serve(answer: (request: Seen, response: ServerResponse) => void): Promise<{ base: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const entry = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body };
    seen.push(entry);
    answer(entry, response);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { base: `http://127.0.0.1:${address.port}`, seen };
}

describe("who may be reached", () => {
  it.each([
    ["http://127.0.0.1:8000/v1", true],
    ["http://127.9.9.9/", true],
    ["http://localhost:1/", true],
    ["http://LOCALHOST./", true],
    ["http://model.localhost/", true],
    ["http://[::1]:8000/", true],
    ["http://[::ffff:127.0.0.1]/", true],
    ["http://2130706433/", true], // 127.0.0.1 as one number
    ["http://localhost.example.org/", false],
    ["http://127.0.0.1.example.org/", false],
    ["http://localhost@example.org/", false],
    ["http://0.0.0.0/", false],
    ["http://10.0.0.5/", false],
    ["https://eutils.ncbi.nlm.nih.gov/", false],
    ["https://huggingface.co/", false],
  ])("patient text to %s without consent: %s", (url, permitted) => {
    expect(openEgress().permits(url, "phi").is).toBe(permitted ? "ok" : "denied");
  });

  it("patient text reaches a host that the user named, and no other of its domain", () => {
    const egress = openEgress({ allowHosts: ["gpu.hospital.example", "10.0.0.5:8000", "https://api.example:8443/v1"] });
    expect(egress.permits("http://GPU.hospital.example/v1", "phi").is).toBe("ok");
    expect(egress.permits("http://evil.gpu.hospital.example/", "phi").is).toBe("denied");
    expect(egress.permits("http://hospital.example/", "phi").is).toBe("denied");
    expect(egress.permits("http://10.0.0.5:8000/", "phi").is).toBe("ok");
    expect(egress.permits("http://10.0.0.5:8001/", "phi").is).toBe("denied");
    expect(egress.permits("https://api.example:8443/", "phi").is).toBe("ok");
    expect(egress.permits("https://api.example/", "phi").is).toBe("denied");
  });

  it("a base URL alone opens a host to public text only", () => {
    const egress = openEgress(
      egressFrom(readEnv({ folder: "/nowhere", variables: { VLLM_BASE_URL: "http://gpu.example:8000/v1" } })),
    );
    expect(egress.permits("http://gpu.example:8000/v1/models", "public").is).toBe("ok");
    const denied = egress.permits("http://gpu.example:8000/v1/models", "phi");
    expect(denied).toMatchObject({ is: "denied" });
    expect(denied).toHaveProperty("detail", expect.stringContaining("--allow-host gpu.example"));
    expect(denied).toHaveProperty("detail", expect.stringContaining("EVIGRAPH_PHI_HOSTS"));
  });

  it("EVIGRAPH_PHI_HOSTS is consent for both classes", () => {
    const egress = openEgress(
      egressFrom(readEnv({ folder: "/nowhere", variables: { EVIGRAPH_PHI_HOSTS: "a.example, b.example:81" } })),
    );
    expect(egress.permits("https://a.example/", "phi").is).toBe("ok");
    expect(egress.permits("http://b.example:81/", "public").is).toBe("ok");
    expect(egress.permits("http://b.example/", "phi").is).toBe("denied");
  });

  it("public text reaches NCBI and Gemini, but no telemetry service and no model hub", () => {
    const egress = openEgress();
    expect(egress.permits("https://eutils.ncbi.nlm.nih.gov/entrez", "public").is).toBe("ok");
    expect(egress.permits("https://generativelanguage.googleapis.com/", "public").is).toBe("ok");
    for (const host of ["huggingface.co", "api.smith.langchain.com", "tiktoken.pages.dev"]) {
      expect(egress.permits(`https://${host}/`, "public").is).toBe("denied");
    }
  });

  it("offline reaches nothing, not even loopback or a named host", () => {
    const egress = openEgress({ offline: true, allowHosts: ["127.0.0.1", "gpu.example"] });
    for (const url of ["http://127.0.0.1:9/", "http://gpu.example/", "https://eutils.ncbi.nlm.nih.gov/"]) {
      expect(egress.permits(url, "public").is).toBe("denied");
      expect(egress.permits(url, "phi").is).toBe("denied");
    }
  });

  it("a request that does not say its class counts as patient text", () => {
    expect(openEgress().permits("https://eutils.ncbi.nlm.nih.gov/").is).toBe("denied");
    expect(openEgress({ dataClass: "public" }).permits("https://eutils.ncbi.nlm.nih.gov/").is).toBe("ok");
  });

  it("patient text is denied while Node sends everything through a proxy", () => {
    expect(openEgress({ proxied: true }).permits("http://127.0.0.1/", "phi")).toMatchObject({ is: "denied" });
    expect(openEgress({ proxied: true, dataClass: "public" }).permits("http://127.0.0.1/").is).toBe("ok");
  });

  it.each(["file:///etc/passwd", "data:text/plain,x", "ftp://127.0.0.1/"])("%s is never opened", (url) => {
    expect(openEgress().permits(url, "public").is).toBe("misconfigured");
  });

  it.each(["gpu:8000/v1", "gpu", "http://", ""])(
    '"%s" as a base URL is a wrong setting when it is used, and not before',
    (base) => {
      expect(openEgress({ configured: [base] }).permits(base, "public").is).toBe("misconfigured");
    },
  );

  it.each(["*", "*.example.org", "a b", "", "user@host", "host/path"])(
    '"%s" as a host to allow is an error, not an ignored line',
    (host) => {
      expect(() => openEgress({ allowHosts: [host] })).toThrow(RangeError);
    },
  );

  it("hosts are read in every usual spelling", () => {
    expect(parseHost("Gpu.Example")).toEqual({ name: "gpu.example", port: undefined });
    expect(parseHost("gpu.example:80")).toEqual({ name: "gpu.example", port: "80" });
    expect(parseHost("::1")).toEqual({ name: "::1", port: undefined });
    expect(parseHost("[0:0:0:0:0:0:0:1]:81")).toEqual({ name: "::1", port: "81" });
    expect(parseHost("https://gpu.example/v1")).toEqual({ name: "gpu.example", port: undefined });
    expect(isLoopback("[::1]")).toBe(true);
  });
});

describe("requests", () => {
  it("a permitted request arrives whole, and any status is a response", async () => {
    const { base, seen } = await serve((_, response) => response.writeHead(503).end("busy"));
    const sent = await openEgress().fetch(`${base}/v1?x=1`, { method: "POST", body: "note" });
    if (sent.is !== "ok") throw new Error(sent.detail);
    expect(sent.value.status).toBe(503);
    expect(await sent.value.text()).toBe("busy");
    expect(seen).toMatchObject([{ method: "POST", url: "/v1?x=1", body: "note" }]);
  });

  it("a denied request sends nothing and is an outcome", async () => {
    const { base, seen } = await serve((_, response) => response.end());
    const sent = await openEgress({ offline: true }).fetch(base, { method: "POST", body: "note" });
    expect(sent).toMatchObject({ is: "denied" });
    expect(seen).toEqual([]);
  });

  it("a redirect to a host that is not open is denied before it is followed", async () => {
    const { base } = await serve((_, response) => response.writeHead(307, { location: "http://collector.example/x" }).end());
    const sent = await openEgress().fetch(base, { method: "POST", body: "note" }, { dataClass: "phi" });
    expect(sent).toMatchObject({ is: "denied" });
    expect(sent).toHaveProperty("detail", expect.stringContaining("collector.example"));
  });

  it("a permitted redirect is followed with its body, and keys stay behind when the origin changes", async () => {
    const second = await serve((_, response) => response.end("there"));
    const first = await serve((_, response) => response.writeHead(307, { location: `${second.base}/b` }).end());
    const headers = { Authorization: "Bearer key", "x-goog-api-key": "key", "content-type": "text/plain" };
    const sent = await openEgress().fetch(first.base, { method: "POST", body: "note", headers });
    if (sent.is !== "ok") throw new Error(sent.detail);
    expect(await sent.value.text()).toBe("there");
    expect(second.seen).toMatchObject([{ method: "POST", url: "/b", body: "note" }]);
    expect(second.seen[0]?.headers).not.toHaveProperty("authorization");
    expect(second.seen[0]?.headers).not.toHaveProperty("x-goog-api-key");
    expect(first.seen[0]?.headers).toHaveProperty("authorization", "Bearer key");
  });

  it("within one origin the key is kept, and 303 becomes a GET without body", async () => {
    const { base, seen } = await serve((request, response) =>
      request.url === "/a" ? response.writeHead(303, { location: "/b" }).end() : response.end("done"),
    );
    await openEgress().fetch(`${base}/a`, { method: "POST", body: "x", headers: { authorization: "k" } });
    expect(seen[1]).toMatchObject({ method: "GET", url: "/b", body: "" });
    expect(seen[1]?.headers).toHaveProperty("authorization", "k");
    expect(seen[1]?.headers).not.toHaveProperty("content-type");
  });

  it("redirects in a circle end", async () => {
    const { base, seen } = await serve((_, response) => response.writeHead(302, { location: "/" }).end());
    expect(await openEgress().fetch(base)).toMatchObject({ is: "unavailable" });
    expect(seen).toHaveLength(6);
  });

  it("a refused connection is unavailable, never zero results", async () => {
    const { base } = await serve((_, response) => response.end());
    servers.splice(0).forEach((server) => void server.close());
    const sent = await openEgress().fetch(`${base}/secret-path?note=fever`);
    expect(sent).toMatchObject({ is: "unavailable" });
    expect(sent).toHaveProperty("detail", expect.stringContaining("ECONNREFUSED"));
    expect(sent).toHaveProperty("detail", expect.not.stringContaining("fever"));
  });

  it("our deadline and the user's stop are told apart", async () => {
    const { base } = await serve(() => undefined); // never answers
    const stop = new AbortController();
    const cancelled = openEgress().fetch(base, { signal: stop.signal });
    stop.abort();
    expect(await cancelled).toMatchObject({ is: "cancelled" });
    expect(await openEgress().fetch(base, { signal: AbortSignal.timeout(20) })).toMatchObject({ is: "timeout" });
  });

  it("a wrong request of ours throws: a bug is no outage", async () => {
    const { base } = await serve((_, response) => response.end());
    await expect(openEgress().fetch(base, { method: "GET", body: "not allowed" })).rejects.toThrow(TypeError);
  });

  it("the audit names hosts, classes and verdicts, and no text", async () => {
    const { base } = await serve((_, response) => response.end());
    const egress = openEgress();
    await egress.fetch(`${base}/a?note=fever`);
    await egress.fetch(`${base}/b`);
    await egress.fetch("https://cloud.example/?note=fever", {}, { dataClass: "phi" });
    expect(egress.audit()).toEqual([
      { host: new URL(base).host, dataClass: "phi", permitted: true, requests: 2 },
      { host: "cloud.example", dataClass: "phi", permitted: false, requests: 1 },
    ]);
    expect(JSON.stringify(egress.audit())).not.toContain("fever");
  });
});

describe("a library's own fetch", () => {
  it("passes what is open and throws EgressDenied for what is not", async () => {
    const { base, seen } = await serve((_, response) => response.end("hello"));
    const phi = guardedFetch(openEgress(), "phi");
    expect(await (await phi(new Request(base, { method: "POST", body: "note" }))).text()).toBe("hello");
    expect(seen).toMatchObject([{ method: "POST", body: "note" }]);
    await expect(phi("https://api.openai.com/v1/models")).rejects.toThrow(EgressDenied);
  });

  it("keeps the original error of a lost connection, so that the library's own rules apply", async () => {
    const { base } = await serve((_, response) => response.socket?.destroy());
    await expect(guardedFetch(openEgress(), "phi")(base)).rejects.toHaveProperty("cause.code", "UND_ERR_SOCKET");
  });

  it("a denial is found again inside an error that a library wrapped, and nothing else is taken for one", () => {
    expect(denialIn(new Error("Connection error.", { cause: new EgressDenied("no consent") }))).toBe("no consent");
    expect(denialIn(new Error("Connection error.", { cause: new Error("reset") }))).toBeUndefined();
    expect(denialIn("text")).toBeUndefined();
  });
});

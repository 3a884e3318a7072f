import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { recorded } from "./vllm-protocol.ts";

/** A server between our client and a real one. */
export type RewritingProxy = { baseUrl: string; close: () => Promise<void> };

/**
 * Start a proxy that sends the real server a recorded request in place of our client's question, and gives our client the real answer.
 *
 * In: base URL of the real server, name of the recording. Questions about the server (its models, its tokenizer, our probe) pass as they are.
 * A recorded request that the server takes is streamed, as our client reads it.
 */
export const rewritingProxy = async (base: string, name: string): Promise<RewritingProxy> => {
  const { request, response: expected } = recorded(name);
  const root = base.replace(/\/v1\/?$/, "");
  const server = createServer(async (incoming, response) => {
    let text = "";
    for await (const piece of incoming) text += piece;
    const asked = text === "" ? undefined : JSON.parse(text);
    const isQuestion = /completions$/.test(incoming.url ?? "") && asked?.structured_outputs?.choice === undefined;
    const sent = isQuestion
      ? { method: request.method ?? "POST", path: request.path, body: recordedBody(request.body, expected.status === 200) }
      : { method: incoming.method ?? "GET", path: incoming.url ?? "/", body: text === "" ? undefined : text };
    const type = name === "wrong-content-type" && isQuestion ? "text/plain" : "application/json";
    const answer = await fetch(`${root}${sent.path}`, {
      method: sent.method,
      headers: { "content-type": type },
      ...(sent.body === undefined || sent.method === "GET" ? {} : { body: sent.body }),
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" });
    for await (const piece of answer.body ?? []) response.write(piece);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

const recordedBody = (body: unknown, streamed: boolean): string => {
  if (typeof body === "string") return body; // sent as it was: damaged JSON, a lone surrogate
  return JSON.stringify(streamed ? { ...(body as object), stream: true, stream_options: { include_usage: true } } : body);
};

import { describe, expect, it } from "vitest";
import { toDocument } from "../../../clients/opensearch/article-document.ts";
import type { ServerRequest } from "../../../clients/opensearch/ask-once.ts";
import type { Change } from "../../../clients/opensearch/bulk.ts";
import type { Asked, Server } from "../../../clients/opensearch/open-server.ts";
import { sendUntilIn, type Target } from "../../../clients/opensearch/send-until-in.ts";
import { type Failure, failure, type Outcome, ok } from "../../../state/outcome.ts";
import { article } from "../../support/hand-made-index.ts";

const changesOf = (...pmids: string[]): Change[] =>
  pmids.map((pmid) => ({ pmid, document: toDocument(article(pmid, "title", ""), undefined) }));
const queueFull = { status: 429, error: { type: "rejected_execution_exception", reason: "queue full" } };

/** A server that answers each bulk request by a script: a status for each id, or a failure of the whole request. */
const scripted = (script: (ids: string[], request: number) => Failure | Record<string, unknown>[]) => {
  const requests: string[][] = [];
  const server: Server = {
    host: "host:9200",
    ask: async <Value>({ lines = [] }: ServerRequest, { reply }: Asked<Value>): Promise<Outcome<Value>> => {
      const ids = lines.flatMap((line) => Object.entries(line).flatMap(([action, about]) => idOf(action, about)));
      requests.push(ids);
      const answer = script(ids, requests.length);
      if (!Array.isArray(answer)) return answer;
      return ok(reply.parse({ errors: true, items: answer.map((item) => ({ index: item })) }));
    },
    close: async () => {},
  };
  return { server, requests };
};
const idOf = (action: string, about: unknown): string[] =>
  action === "index" && typeof about === "object" && about !== null && "_id" in about ? [String(about._id)] : [];

const target = (server: Server, more: Partial<Target> = {}): Target & { reasons: string[] } => {
  const reasons: string[] = [];
  const patience = { patienceMs: 200, pauseMs: 1, longestPauseMs: 4 };
  return { server, name: "articles", patience, signal: undefined, onWait: (reason) => reasons.push(reason), reasons, ...more };
};

describe("changes are sent until they are in", () => {
  it("those that were refused alone are sent again, before those not yet sent", async () => {
    const { server, requests } = scripted((ids, request) =>
      ids.map((id) => (request === 1 && id === "2" ? queueFull : { status: 201 })),
    );
    const to = target(server);
    expect(await sendUntilIn(to, changesOf("1", "2", "3"))).toMatchObject({ is: "ok", value: { refused: [] } });
    expect(requests).toEqual([["1", "2", "3"], ["2"]]);
    expect(to.reasons).toEqual(["host:9200: HTTP 429 rejected_execution_exception: queue full."]);
  });

  it("a request that is refused whole is halved until it fits, and grows again", async () => {
    const { server, requests } = scripted((ids) =>
      ids.length > 2 ? failure("rateLimited", "too much") : ids.map(() => ({ status: 201 })),
    );
    const sent = await sendUntilIn(target(server), changesOf("1", "2", "3", "4", "5", "6", "7", "8"));
    expect(sent.is === "ok" && sent.value.done.map(({ pmid }) => pmid)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
    expect(requests.map((ids) => ids.length)).toEqual([8, 4, 2, 4, 2, 4, 2, 2]);
  });

  it("a server that was away takes them as they are", async () => {
    const { server, requests } = scripted((ids, request) =>
      request < 4 ? failure("unavailable", "ECONNREFUSED") : ids.map(() => ({ status: 200 })),
    );
    expect((await sendUntilIn(target(server), changesOf("1", "2"))).is).toBe("ok");
    expect(requests.map((ids) => ids.length)).toEqual([2, 2, 2, 2]);
  });

  it("what the index cannot hold is named and not sent again", async () => {
    const bad = { status: 400, error: { type: "mapper_parsing_exception", reason: "failed to parse" } };
    const { server, requests } = scripted((ids) => ids.map((id) => (id === "2" ? bad : { status: 201 })));
    const sent = await sendUntilIn(target(server), changesOf("1", "2"));
    expect(sent).toMatchObject({
      is: "ok",
      value: { refused: [{ pmid: "2", reason: expect.stringContaining("failed to parse") }] },
    });
    expect(requests).toHaveLength(1);
  });

  it("where nothing gets in for as long as the patience lasts, the last failure is the end", async () => {
    for (const answer of [failure("unavailable", "ECONNREFUSED"), failure("timeout", "late")]) {
      const { server } = scripted(() => answer);
      expect(await sendUntilIn(target(server), changesOf("1"))).toMatchObject({
        is: answer.is,
        detail: expect.stringContaining("nothing got in"),
      });
    }
    const { server } = scripted((ids) => ids.map(() => queueFull));
    expect(await sendUntilIn(target(server), changesOf("1"))).toMatchObject({ is: "rateLimited" });
  });

  it("what no other try can help ends it at once", async () => {
    for (const is of ["denied", "misconfigured"] as const) {
      const { server, requests } = scripted(() => failure(is, "no"));
      expect((await sendUntilIn(target(server), changesOf("1"))).is).toBe(is);
      expect(requests).toHaveLength(1);
    }
    const full = { status: 429, error: { type: "cluster_block_exception", reason: "disk" } };
    const { server, requests } = scripted((ids) => ids.map(() => full));
    expect(await sendUntilIn(target(server), changesOf("1"))).toMatchObject({
      is: "unavailable",
      detail: expect.stringContaining("free disk space"),
    });
    expect(requests).toHaveLength(1);
  });

  it("the user's stop ends it as cancelled, also in a pause", async () => {
    const stop = new AbortController();
    const { server } = scripted((ids) => {
      stop.abort();
      return ids.map(() => queueFull);
    });
    expect(await sendUntilIn(target(server, { signal: stop.signal }), changesOf("1"))).toMatchObject({ is: "cancelled" });
  });
});

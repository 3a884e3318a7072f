import { describe, expect, it } from "vitest";
import { judgeRefusal, ServerError } from "../../../clients/opensearch/judge-refusal.ts";

// Bodies as OpenSearch 2.19 sends them.
const judged = (status: number, error: unknown) => {
  const { next, failure } = judgeRefusal(status, ServerError.parse(error), "host:9200");
  return [next, failure.is];
};
const cause = (type: string, reason = "why") => ({ type, reason });

describe("a refusal of OpenSearch", () => {
  it.each<[string, number, unknown, string, string]>([
    ["of a write, its queue full", 429, cause("rejected_execution_exception"), "again", "rateLimited"],
    [
      "of a search, the cause one level down and the reason empty",
      429,
      { type: "search_phase_execution_exception", reason: "", caused_by: cause("rejected_execution_exception") },
      "again",
      "rateLimited",
    ],
    [
      "by a memory breaker inside a search",
      429,
      { type: "search_phase_execution_exception", reason: "", root_cause: [cause("circuit_breaking_exception")] },
      "again",
      "rateLimited",
    ],
    ["by a full disk, which another try does not help", 429, cause("cluster_block_exception"), "stop", "unavailable"],
    ["by a closed index", 403, cause("cluster_block_exception"), "stop", "unavailable"],
    ["while a cluster forms", 503, cause("cluster_block_exception"), "again", "unavailable"],
    ["while shards start", 503, cause("unavailable_shards_exception"), "again", "unavailable"],
    ["of a request that is too large", 413, "content too long", "again", "rateLimited"],
    ["of a user", 401, "Unauthorized", "stop", "misconfigured"],
    ["for a missing index", 404, cause("index_not_found_exception"), "stop", "misconfigured"],
    ["of a document", 400, cause("mapper_parsing_exception"), "ours", "misconfigured"],
    ["of a field that the mapping does not know", 400, cause("strict_dynamic_mapping_exception"), "ours", "misconfigured"],
  ])("%s is judged by status and type", (_what, status, error, next, is) => {
    expect(judged(status, error)).toEqual([next, is]);
  });

  it("tells status, type and the deepest reason, cut short, and nothing else", () => {
    const error = {
      type: "search_phase_execution_exception",
      reason: "",
      caused_by: cause("rejected_execution_exception", "x".repeat(900)),
    };
    const { detail } = judgeRefusal(429, ServerError.parse(error), "host:9200").failure;
    expect(detail).toMatch(/^host:9200: HTTP 429 search_phase_execution_exception \(rejected_execution_exception: x+…\.$/);
    expect(detail.length).toBeLessThan(260);
  });

  it("without a body is told by its status", () => {
    expect(judgeRefusal(502, undefined, "host:9200")).toEqual({
      next: "again",
      failure: { is: "unavailable", detail: "host:9200: HTTP 502." },
    });
  });
});

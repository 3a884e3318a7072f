import { z } from "zod";
import { type Failure, failure, type Outcome, ok } from "../../state/outcome.ts";
import type { ArticleDocument } from "./article-document.ts";
import { judgeRefusal, ServerError } from "./judge-refusal.ts";
import type { Server } from "./open-server.ts";

/** One change to the index: an article as it is now, or its removal. */
export type Change = { pmid: string; document: ArticleDocument | undefined };

/** What one request did: changes that are in, those to be sent again, and those that the index cannot hold. */
export type Sent = {
  done: Change[];
  again: Change[];
  reason: string;
  refused: { pmid: string; reason: string }[];
  /** Why no other try would help: a full disk, an alias that is gone. */
  stop?: Failure;
};

const Item = z.object({ status: z.int(), error: ServerError.optional() });
const Reply = z.object({
  errors: z.boolean(),
  items: z.array(z.union([z.object({ index: Item }), z.object({ delete: Item })])),
});

/** Longest time that the server may take for one request (milliseconds): merges can hold writes up. */
const BULK_MS = 120_000;
/** Longest time that it may wait for a shard or for a block to be lifted, before it says so. */
const SHARD_WAIT = "10s";
/** OpenSearch refuses a whole request for one longer id. */
const MOST_ID_BYTES = 512;

/**
 * Send changes in one bulk request, tried once.
 *
 * In: server, name of the alias, changes. Out: see Sent; each item of the answer is judged for itself, since an answer of status 200 can hold refusals.
 * If down: the server's failure.
 */
export const sendBulk = async (
  server: Server,
  name: string,
  changes: readonly Change[],
  signal: AbortSignal | undefined,
): Promise<Outcome<Sent>> => {
  const fit = changes.filter(({ pmid }) => Buffer.byteLength(pmid) <= MOST_ID_BYTES);
  const unfit = changes.filter((change) => !fit.includes(change));
  const refused = unfit.map(({ pmid }) => ({ pmid, reason: `its id is longer than ${MOST_ID_BYTES} bytes.` }));
  if (fit.length === 0) return ok({ done: [], again: [], reason: "", refused });
  const lines = fit.flatMap(({ pmid, document }): Record<string, unknown>[] =>
    document === undefined ? [{ delete: { _id: pmid } }] : [{ index: { _id: pmid } }, { ...document }],
  );
  const answered = await server.ask(
    {
      name: "bulk",
      method: "POST",
      path: `/${encodeURIComponent(name)}/_bulk`,
      query: { require_alias: "true", timeout: SHARD_WAIT },
      lines,
    },
    { reply: Reply, signal, deadlineMs: BULK_MS, tries: 1 },
  );
  if (answered.is !== "ok") return answered;
  const { items } = answered.value;
  if (items.length !== fit.length)
    return failure("unavailable", `${server.host} answered ${items.length} of ${fit.length} changes.`);
  const sent: Sent = { done: [], again: [], reason: "", refused };
  for (const [at, item] of items.entries()) {
    const change = fit[at]!; // as many items as changes
    const { status, error } = "index" in item ? item.index : item.delete;
    if (status < 300 || isGoneAlready(change, status, error)) {
      sent.done.push(change);
      continue;
    }
    const judged = judgeRefusal(status, error, server.host);
    if (judged.next === "stop") sent.stop ??= judged.failure;
    else if (judged.next === "ours") sent.refused.push({ pmid: change.pmid, reason: judged.failure.detail });
    else {
      sent.again.push(change);
      sent.reason = judged.failure.detail;
    }
  }
  return ok(sent);
};

// A removal of what is not there has status 404 and no error.
const isGoneAlready = ({ document }: Change, status: number, error: unknown): boolean =>
  document === undefined && status === 404 && error === undefined;

import { z } from "zod";
import { failure, type Outcome, ok } from "../../state/outcome.ts";
import { GotDocument } from "./article-document.ts";
import { type Judged, judgeRefusal, ServerError } from "./judge-refusal.ts";
import type { Asked, Server } from "./open-server.ts";

/** One search's answer: hits with their scores, how many there are, and counts where they were asked for. */
export const Found = z.object({
  timed_out: z.literal(false),
  hits: z.object({
    total: z.object({ value: z.int() }).optional(),
    hits: z.array(z.object({ _id: z.string(), _score: z.number() })),
  }),
  aggregations: z.object({ words: z.object({ buckets: z.record(z.string(), z.object({ doc_count: z.int() })) }) }).optional(),
});
export type Found = z.infer<typeof Found>;

const Refused = z.object({ status: z.int(), error: ServerError });
const Searches = z.object({ responses: z.array(z.union([Found, Refused])) });
const Got = z.object({ docs: z.array(GotDocument) });

type Limits = Pick<Asked<unknown>, "signal">;

/**
 * Ask an index several searches in one request.
 *
 * In: server, name of the index, bodies of searches. Out: an answer for each, in order; partial results, of some shards alone, are none. Statistics are those of all
 * shards together, so that scores do not hang on how articles are spread.
 */
export const searchIndex = async (
  server: Server,
  index: string,
  bodies: readonly Record<string, unknown>[],
  { signal }: Limits,
): Promise<Outcome<Found[]>> => {
  const header = { index, search_type: "dfs_query_then_fetch", allow_partial_search_results: false };
  const answered = await server.ask(
    { name: "search", method: "POST", path: "/_msearch", lines: bodies.flatMap((body) => [header, body]) },
    { reply: Searches, refused: ({ responses }) => firstRefusal(responses, server.host), signal, recorded: true },
  );
  if (answered.is !== "ok") return answered;
  const found = answered.value.responses.flatMap((response) => ("hits" in response ? [response] : []));
  return found.length === bodies.length
    ? ok(found)
    : failure("unparseable", `${server.host} answered ${found.length} of ${bodies.length} searches.`);
};

const firstRefusal = (responses: z.infer<typeof Searches>["responses"], host: string): Judged | undefined => {
  const refusals = responses.flatMap((response) =>
    "error" in response ? [judgeRefusal(response.status, response.error, host)] : [],
  );
  return refusals.find(({ next }) => next !== "again") ?? refusals[0];
};

const IDS_AT_ONCE = 1000;

/**
 * Read documents of an index by id.
 *
 * In: server, name of the index, ids, the fields wanted and the shape of what they hold. Out: what was found, by id; a document that could not be read is no missing one.
 */
export const getDocuments = async <Value>(
  server: Server,
  index: string,
  ids: readonly string[],
  {
    shape,
    includes,
    excludes,
    signal,
    recorded,
  }: Limits & {
    shape: z.ZodType<Value>;
    includes?: string;
    excludes?: string;
    recorded: boolean;
  },
): Promise<Outcome<Map<string, Value>>> => {
  const documents = new Map<string, Value>();
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const answered = await server.ask(
      {
        name: "get",
        method: "POST",
        path: `/${encodeURIComponent(index)}/_mget`,
        query: {
          ...(includes === undefined ? {} : { _source_includes: includes }),
          ...(excludes === undefined ? {} : { _source_excludes: excludes }),
        },
        body: { ids: ids.slice(at, at + IDS_AT_ONCE) },
      },
      { reply: Got, refused: ({ docs }) => unread(docs, server.host), signal, recorded },
    );
    if (answered.is !== "ok") return answered;
    for (const { _id, found, _source } of answered.value.docs) if (found) documents.set(_id, shape.parse(_source));
  }
  return ok(documents);
};

// An item's error has no status: a missing index ends here too, and everything else is a shard that is not up.
const unread = (docs: z.infer<typeof Got>["docs"], host: string): Judged | undefined => {
  const error = docs.map((document) => ServerError.safeParse(document.error)).find(({ success }) => success)?.data;
  return error === undefined ? undefined : judgeRefusal(error.type === "index_not_found_exception" ? 404 : 503, error, host);
};

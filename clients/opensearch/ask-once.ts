import type { Client } from "@opensearch-project/opensearch";
import { z } from "zod";
import { failure, isOutage, ok } from "../../state/outcome.ts";
import { type Judged, judgeRefusal, ServerError } from "./judge-refusal.ts";
import { callSignal, Unanswered } from "./unanswered.ts";

/** One request to the server; `lines` is a body of JSON lines. */
export type ServerRequest = {
  /** What it is for, in recordings. */
  name: string;
  method: "HEAD" | "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: Record<string, unknown>;
  lines?: readonly Record<string, unknown>[];
};

/** How its answer is read. */
export type Read<Value> = {
  reply: z.ZodType<Value>;
  /** Look into an answer for items that were refused. */
  refused?: ((value: Value) => Judged | undefined) | undefined;
  /** Statuses from 400 up whose answer is read like a good one. */
  readStatus?: number[] | undefined;
};
type Answered<Value> = { is: "ok"; value: Value } | { is: "refused"; judged: Judged };

const ResponseFault = z.object({
  name: z.literal("ResponseError"),
  statusCode: z.number(),
  meta: z.object({ body: z.unknown() }),
});
const Body = z.object({ error: ServerError });

/**
 * Send one request by the client and judge its answer.
 *
 * In: client, request, the shape of the answer; host and ending. Out: the parsed answer, or why there is none. The client's errors carry the whole request: none of them leaves this function.
 */
export const askOnce = async <Value>(
  client: Client,
  { method, path, query, body, lines }: ServerRequest,
  { reply, refused, readStatus = [] }: Read<Value>,
  { host, signal }: { host: string; signal: AbortSignal },
): Promise<Answered<Value>> => {
  const parameters = {
    method,
    path,
    ...(query === undefined ? {} : { querystring: { ...query } }),
    ...(body === undefined ? {} : { body }),
    ...(lines === undefined ? {} : { bulkBody: [...lines] }),
  };
  try {
    const answer = await callSignal.run(signal, () => client.transport.request(parameters, { ignore: readStatus }));
    const parsed = reply.safeParse(answer.body);
    if (!parsed.success) return { is: "refused", judged: strangeAnswer(host) };
    const judged = refused?.(parsed.data);
    return judged === undefined ? ok(parsed.data) : { is: "refused", judged };
  } catch (error) {
    return { is: "refused", judged: judgeError(error, host) };
  }
};

/** Judge an answer that has not the shape of OpenSearch's: a web page of something between, or another server. */
export const strangeAnswer = (host: string): Judged => ({
  next: "stop",
  failure: failure("unparseable", `${host} answered something that OpenSearch does not.`),
});

const judgeError = (error: unknown, host: string): Judged => {
  if (error instanceof Unanswered) return { next: isOutage(error.failure.is) ? "again" : "stop", failure: error.failure };
  const fault = ResponseFault.safeParse(error);
  if (fault.success) {
    const body = Body.safeParse(fault.data.meta.body);
    return judgeRefusal(fault.data.statusCode, body.success ? body.data.error : undefined, host);
  }
  if (error instanceof Error && error.name === "DeserializationError")
    return { next: "again", failure: failure("unavailable", `${host} answered with broken JSON.`) };
  throw new Error(`OpenSearch client: ${error instanceof Error ? error.name : "an error that is none"}`); // without its meta: the request
};

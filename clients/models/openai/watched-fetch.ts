import { type Failure, failure } from "../../../state/outcome.ts";
import type { Reach } from "../chat/send-json.ts";
import { readServerError, type ServerError } from "../chat/server-error.ts";

/** What happened to a request, which the library's own errors lose: an overflow's status and param are gone there. */
export type Seen = { failure?: Failure; error?: ServerError; streaming?: boolean };

/**
 * Make a fetch for a library that passes the egress and remembers how the server answered a streamed request.
 *
 * Out: the fetch, and what it saw. An answer of status 200 that is no event stream (a web page of a proxy) is remembered as `unavailable`.
 */
export const watchedFetch = ({ egress, dataClass }: Reach): { fetch: typeof fetch; seen: Seen } => {
  const seen: Seen = {};
  const watching: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : input;
    const sent = await egress.fetch(url, init, { dataClass });
    if (sent.is !== "ok") {
      seen.failure = sent;
      throw new TypeError(sent.detail);
    }
    const response = sent.value;
    if (response.ok && /^text\/event-stream\b/iu.test(response.headers.get("content-type") ?? "")) {
      seen.streaming = true;
      return response;
    }
    const body = await response.text().catch(() => "");
    if (response.ok) {
      const type = response.headers.get("content-type") ?? "no type";
      seen.failure = failure(
        "unavailable",
        `${new URL(url).host} answered ${response.status} with ${type} instead of an event stream.`,
      );
      throw new TypeError(seen.failure.detail);
    }
    seen.error = readServerError(response.status, response.headers, body);
    return new Response(body, { status: response.status, headers: response.headers });
  };
  return { fetch: watching, seen };
};

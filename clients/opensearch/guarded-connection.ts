import { Readable } from "node:stream";
import { Connection } from "@opensearch-project/opensearch";
import { z } from "zod";
import { failure } from "../../state/outcome.ts";
import type { DataClass, Egress } from "../egress.ts";
import { isRedirect } from "../redirects.ts";
import { callSignal, Unanswered } from "./unanswered.ts";

type Arguments = Parameters<Connection["request"]>;
type Request = ReturnType<Connection["request"]>;
type Message = NonNullable<Parameters<Arguments[1]>[1]>;

// The client reads of an answer its stream, status and headers, and of a request nothing but `abort`.
const AnswerOfClient = z.custom<Message>((value) => value instanceof Readable && "statusCode" in value && "headers" in value);
const RequestOfClient = z.custom<Request>((value) => typeof value === "object" && value !== null && "abort" in value);

/**
 * Make the official client's connection send through the egress: no agent, proxy or socket of the client's own.
 *
 * In: the way out, the class of what is sent. Out: a class for the client's option `Connection`; its requests end in an answer or in Unanswered.
 * A redirect is not followed: a search that becomes a GET without its body would find everything.
 */
export const guardedConnection = (egress: Pick<Egress, "fetch">, dataClass: DataClass): typeof Connection =>
  class GuardedConnection extends Connection {
    override request(parameters: Arguments[0], callback: Arguments[1]): Request {
      const { path, headers } = this.buildRequestObject(parameters);
      const { method = "GET", body } = parameters;
      if (body !== undefined && body !== null && typeof body !== "string") throw new Error("Only texts are sent to OpenSearch.");
      const target = new URL(path ?? "/", this.url.origin); // the origin has no user and no password
      const init = { method, headers: plainHeaders(headers), body: body === "" ? null : (body ?? null) };
      void answer(egress, { target, init, dataClass }).then(
        (message) => callback(null, message),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
      );
      return RequestOfClient.parse({ abort: () => undefined });
    }
  };

type Sent = { target: URL; init: RequestInit; dataClass: DataClass };

const answer = async (egress: Pick<Egress, "fetch">, { target, init, dataClass }: Sent): Promise<Message> => {
  const signal = callSignal.getStore() ?? null;
  const reply = await egress.fetch(target, { ...init, redirect: "manual", signal }, { dataClass });
  if (reply.is !== "ok") throw new Unanswered(reply);
  const { status, headers } = reply.value;
  if (isRedirect(status)) {
    await reply.value.body?.cancel();
    throw new Unanswered(failure("misconfigured", `${target.host} redirects (HTTP ${status}); name the server itself.`));
  }
  const bytes = await wholeBody(reply.value, target, signal);
  const message = Object.assign(Readable.from(bytes.length === 0 ? [] : [bytes], { objectMode: false }), {
    statusCode: status,
    headers: readHeaders(headers),
  });
  return AnswerOfClient.parse(message);
};

const wholeBody = async (response: Response, target: URL, signal: AbortSignal | null): Promise<Buffer> => {
  try {
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    if (signal?.aborted) throw new Unanswered(failure("cancelled", `The request to ${target.host} was stopped.`));
    if (!(error instanceof TypeError)) throw error; // undici throws "terminated" where the connection is cut inside the body
    throw new Unanswered(failure("unavailable", `${target.host} cut its answer in the middle.`));
  }
};

// The body is unpacked already, and its length is another.
const readHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name !== "content-encoding" && name !== "content-length"));

// Length and connection are fetch's own business.
const plainHeaders = (headers: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(z.record(z.string(), z.unknown()).parse(headers ?? {}))
      .filter(([name, value]) => name !== "content-length" && value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );

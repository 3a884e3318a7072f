import { type Failure, failure } from "../../../state/outcome.ts";
import type { DataClass, Egress } from "../../egress.ts";
import { readServerError, type ServerError } from "./server-error.ts";

/** One server as one class of text may reach it. */
export type Reach = { egress: Egress; dataClass: DataClass };

export type JsonRequest = {
  url: string;
  /** Sent by POST; a GET without one. */
  body?: unknown;
  headers?: Record<string, string>;
  signal: AbortSignal;
};

/** An error that the server sent, or no readable answer at all. */
type NotSent = { is: "error"; error: ServerError } | { is: "failed"; failure: Failure };

/** A body of status 2xx and its content type, or what came in its place. */
export type SentText = { is: "text"; text: string; status: number; type: string } | NotSent;

/** A JSON body of status 2xx, or what came in its place. */
export type Sent = { is: "json"; value: unknown } | NotSent;

/**
 * Send one request through the egress and read its whole answer.
 *
 * If down: `failed` with denied, timeout, cancelled, misconfigured or unavailable (refused, cut).
 */
export const sendForText = async (
  { egress, dataClass }: Reach,
  { url, body, headers = {}, signal }: JsonRequest,
): Promise<SentText> => {
  const init: RequestInit =
    body === undefined
      ? { headers, signal }
      : { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body), signal };
  const sent = await egress.fetch(url, init, { dataClass });
  if (sent.is !== "ok") return { is: "failed", failure: sent };
  const response = sent.value;
  const text = await textOf(response);
  if (text === undefined) return { is: "failed", failure: failure("unavailable", `${new URL(url).host} cut its answer short.`) };
  if (!response.ok) return { is: "error", error: readServerError(response.status, response.headers, text) };
  return { is: "text", text, status: response.status, type: response.headers.get("content-type") ?? "no type" };
};

/**
 * Send one request through the egress and read its JSON.
 *
 * If down: as sendForText; `unavailable` too for a web page and for JSON without its end.
 */
export const sendJson = async (reach: Reach, request: JsonRequest): Promise<Sent> => {
  const sent = await sendForText(reach, request);
  if (sent.is !== "text") return sent;
  try {
    return { is: "json", value: JSON.parse(sent.text) };
  } catch {
    return {
      is: "failed",
      failure: failure("unavailable", `${new URL(request.url).host} answered ${sent.status} with something that is no JSON.`),
    };
  }
};

const textOf = async (response: Response): Promise<string | undefined> => {
  try {
    return await response.text();
  } catch {
    return undefined; // the connection was cut, or our signal fired: the caller's signal tells
  }
};

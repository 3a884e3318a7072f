import { type Failure, failure } from "../../../state/outcome.ts";
import type { ServerError } from "./server-error.ts";

/** The server refused our request as wrong: a bug of ours, never an outcome. */
export class RequestRejected extends Error {
  override name = "RequestRejected";
}

/** Names for the way out. */
export type ServerNames = { what: string; keyVariable: string; baseVariable: string };

export type Judged = { failure: Failure; again: boolean; waitMs?: number | undefined };

/** Parameters that vLLM blames when prompt and reply do not fit. Status and param are matched, never the wording. */
const CONTEXT_PARAMS = new Set(["input_tokens", "input_text", "max_tokens", "max_completion_tokens"]);
const CONTEXT_CODES = new Set(["context_length_exceeded", "exceed_context_size_error"]);

/**
 * Say what a server's error means.
 *
 * Out: the outcome, and whether another request may mend it. Throws RequestRejected for a 400 or 422 that blames our request.
 */
export const judgeError = (error: ServerError, names: ServerNames): Judged => {
  const { status, param, code, waitMs } = error;
  const said = `${names.what} answered ${status}: ${error.message}`;
  if (status === 429) {
    return code === "insufficient_quota"
      ? { failure: failure("rateLimited", `${said} The quota is used up.`), again: false }
      : { failure: failure("rateLimited", said), again: true, waitMs };
  }
  if (status >= 500 || status === 408 || status === 425 || (status >= 300 && status < 400)) {
    return { failure: failure("unavailable", said), again: true, waitMs };
  }
  if (status === 401 || status === 403 || code === "API_KEY_INVALID") return fixed(`${said} Check ${names.keyVariable}.`);
  if (status === 402 || code === "FAILED_PRECONDITION") return fixed(`${said} The account cannot be used.`);
  if (status === 404 || status === 405) {
    return fixed(`${said} Check the model's name and ${names.baseVariable}, which ends in /v1 for OpenAI-compatible servers.`);
  }
  if (status === 413 || isOverContext(error)) {
    return { failure: failure("overContext", `${said} Ask with less evidence.`), again: false };
  }
  if (LACKING.test(error.message)) return fixed(`${said} ${LACKING_WAY_OUT}`);
  throw new RequestRejected(`${said} (param ${param ?? "none"})`);
};

const isOverContext = ({ param, code, message }: ServerError): boolean =>
  (CONTEXT_PARAMS.has(param ?? "") && code !== "unsupported_parameter") ||
  CONTEXT_CODES.has(code ?? "") ||
  // Gemini gives INVALID_ARGUMENT without a param; these are its only words for it.
  /input token count.{0,40}exceeds|exceeds the maximum number of tokens/iu.test(message);

// What the server cannot do rather than what we did wrong; the start-up probe finds it first, so that the wording only sorts a late find.
const LACKING = /default chat template|Unimplemented keys|not supported by (?:xgrammar|guidance|outlines)/iu;
const LACKING_WAY_OUT = "Start the server with --chat-template, or set models.structuredOutput=text.";

const fixed = (detail: string): Judged => ({ failure: failure("misconfigured", detail), again: false });

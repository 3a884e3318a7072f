import { z } from "zod";
import { type Failure, failure } from "../../state/outcome.ts";

/** An error as OpenSearch writes it, for a whole request or for one item of a bulk, a multi-search or a multi-get; some are a bare text. */
export const ServerError = z.union([
  z.string().transform((type) => ({ type, reason: undefined, root_cause: [], caused_by: undefined })),
  z.object({
    type: z.string().catch("error"),
    reason: z.string().nullish().catch(undefined),
    root_cause: z.array(z.object({ type: z.string(), reason: z.string().nullish() })).catch([]),
    caused_by: z.object({ type: z.string(), reason: z.string().nullish() }).optional().catch(undefined),
  }),
]);
export type ServerError = z.infer<typeof ServerError>;

/** What a refusal means: worth another try, or the end of it. `ours` is a request of ours that the server cannot carry out: a bug. */
export type Judged = { next: "again" | "stop" | "ours"; failure: Failure };

const SHOWN = 200;

/**
 * Judge a refusal by its status and by the types of the error and its causes, which OpenSearch nests in several ways.
 *
 * In: HTTP status, or that of an item; the error; the server's host. Out: see Judged; the detail names status, type and reason, and no request.
 */
export const judgeRefusal = (status: number, error: ServerError | undefined, host: string): Judged => {
  const types = typesOf(error);
  const what = `${host}: HTTP ${status}${describe(error)}`;
  const [again, stop] = [
    (is: Failure["is"], detail: string): Judged => ({ next: "again", failure: failure(is, detail) }),
    (is: Failure["is"], detail: string): Judged => ({ next: "stop", failure: failure(is, detail) }),
  ];
  if (types.includes("cluster_block_exception") && status !== 503)
    return stop("unavailable", `${what}. The index takes no writes: free disk space, or lift its block.`);
  if (status === 413) return again("rateLimited", `${what}: the request is larger than the server takes.`);
  if (status === 429) return again("rateLimited", `${what}.`);
  if (status >= 500) return again("unavailable", `${what}.`);
  if (status === 401 || status === 403)
    return stop("misconfigured", `${what}: the server does not accept the user of OPENSEARCH_URL.`);
  if (status === 404)
    return stop("misconfigured", `${what}. Load it with: evigraph index build --articles FILES --opensearch NAME.`);
  if (status === 405) return stop("misconfigured", `${what}: OPENSEARCH_URL names no OpenSearch server.`);
  return { next: "ours", failure: failure("misconfigured", `${what}.`) };
};

const typesOf = (error: ServerError | undefined): string[] =>
  error === undefined
    ? []
    : [error.type, ...error.root_cause.map(({ type }) => type), ...(error.caused_by ? [error.caused_by.type] : [])];

/** Name an error: its type, and its reason or, where that is empty, its cause's. Out: begins with a blank; empty for no error. */
const describe = (error: ServerError | undefined): string => {
  if (error === undefined) return "";
  const deeper = [error.caused_by, ...error.root_cause].find((cause) => cause !== undefined && cause.type !== error.type);
  const cause = deeper === undefined ? "" : ` (${deeper.type}${deeper.reason ? `: ${deeper.reason}` : ""})`;
  const text = ` ${error.type}${error.reason ? `: ${error.reason}` : ""}${cause}`;
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
};

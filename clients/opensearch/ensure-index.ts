import { z } from "zod";
import { type Failure, failure, type Outcome, ok } from "../../state/outcome.ts";
import type { IndexModel } from "../index/index-model.ts";
import { describeIndex, faultOfName, type IndexDescription } from "./describe-index.ts";
import { type IndexShape, indexDefinition } from "./index-definition.ts";
import { judgeRefusal, ServerError } from "./judge-refusal.ts";
import type { Server } from "./open-server.ts";

const Created = z.object({ acknowledged: z.boolean() });

/**
 * Make the index of a load, or check the one that is there.
 *
 * The name is an alias of the index `NAME-000001`: a write that demands an alias cannot create an index of guessed fields where ours was deleted.
 * In: server, name, shape. Out: the description, and whether it was there with articles. Several processes may do this at once: the first one makes it.
 * misconfigured for an index of another model, or one that is not ours.
 */
export const ensureIndex = async (
  server: Server,
  name: string,
  shape: IndexShape,
  signal: AbortSignal | undefined,
): Promise<Outcome<IndexDescription>> => {
  const fault = faultOfName(name);
  if (fault !== undefined) return failure("misconfigured", fault);
  const alias = encodeURIComponent(name);
  const exists = await server.ask({ name: "exists", method: "HEAD", path: `/${alias}` }, { reply: z.boolean(), signal });
  if (exists.is !== "ok") return exists;
  if (!exists.value) {
    const created = await createIndex(server, alias, { name, shape, signal });
    if (created.is !== "ok") return created;
  }
  // What was written before a kill is searchable and counted only after a refresh.
  const refreshed = await refreshIndex(server, name, signal);
  if (refreshed.is !== "ok") return refreshed;
  const described = await describeIndex(server, name, { signal });
  if (described.is !== "ok") return described;
  return fits(described.value, shape.model) ?? described;
};

const createIndex = async (
  server: Server,
  alias: string,
  { name, shape, signal }: { name: string; shape: IndexShape; signal: AbortSignal | undefined },
): Promise<Outcome<true>> => {
  const body = { ...indexDefinition(shape), aliases: { [name]: { is_write_index: true } } };
  const created = await server.ask(
    { name: "create", method: "PUT", path: `/${alias}-000001`, body },
    { reply: z.union([Created, AlreadyThere]), signal, readStatus: [400], refused: (reply) => refusalIn(reply, server.host) },
  );
  return created.is === "ok" ? ok(true) : created;
};

const AlreadyThere = z.object({ status: z.int(), error: ServerError });

// Another process was faster, or our own first try arrived and its answer did not: the index is checked like any other.
const refusalIn = (reply: z.infer<typeof Created> | z.infer<typeof AlreadyThere>, host: string) =>
  "error" in reply && reply.error.type !== "resource_already_exists_exception"
    ? judgeRefusal(reply.status, reply.error, host)
    : undefined;

/** Make all that was written searchable. */
export const refreshIndex = (server: Server, name: string, signal: AbortSignal | undefined): Promise<Outcome<unknown>> =>
  server.ask({ name: "refresh", method: "POST", path: `/${encodeURIComponent(name)}/_refresh` }, { reply: Refreshed, signal });

const Refreshed = z.object({ _shards: z.object({ failed: z.literal(0) }) });

const fits = ({ name, model }: IndexDescription, wanted: IndexModel | undefined): Failure | undefined => {
  if (model?.weightsSha256 === wanted?.weightsSha256) return undefined;
  const [holds, would] = [model, wanted].map((one) => (one === undefined ? "no vectors" : `vectors of ${one.name}`));
  return failure(
    "misconfigured",
    `the index ${name} holds ${holds}, and this load would add ${would}. Load with the same encoder (--encoder, --no-vectors), or under another name.`,
  );
};

import { z } from "zod";
import { failure, type Outcome, ok } from "../../state/outcome.ts";
import type { IndexModel } from "../index/index-model.ts";
import { DEFINITION_VERSION, IndexMark } from "./index-definition.ts";
import type { Asked, Server } from "./open-server.ts";

/** An index of articles on a server. */
export type IndexDescription = {
  name: string;
  /** The server's own name of this very index: another after it was deleted and loaded again. */
  uuid: string;
  model: IndexModel | undefined;
  /** Primary shards (count). */
  shards: number;
  /** Searchable articles (count). */
  articles: number;
};

const Described = z.record(
  z.string(),
  z.object({
    mappings: z.object({ _meta: z.unknown().optional() }),
    settings: z.object({ index: z.object({ uuid: z.string(), number_of_shards: z.coerce.number() }) }),
  }),
);
const Counted = z.object({ count: z.int() });

/**
 * Read what an index is, and check that this program made it.
 *
 * In: server, name. Out: its description. misconfigured for an index that is missing, is several, is not ours, or is of another version.
 */
export const describeIndex = async (
  server: Server,
  name: string,
  limits: Pick<Asked<unknown>, "signal" | "recorded"> = {},
): Promise<Outcome<IndexDescription>> => {
  const wrongName = faultOfName(name);
  if (wrongName !== undefined) return failure("misconfigured", wrongName);
  const path = `/${encodeURIComponent(name)}`;
  const described = await server.ask({ name: "describe", method: "GET", path }, { ...limits, reply: Described });
  if (described.is !== "ok") return described;
  const [index, ...others] = Object.values(described.value);
  if (index === undefined || others.length > 0)
    return failure("misconfigured", `${name} on ${server.host} is ${others.length + 1} indexes; name one.`);
  const mark = IndexMark.safeParse(index.mappings._meta);
  if (!mark.success)
    return failure("misconfigured", `${name} on ${server.host} was not made by evigraph index build --opensearch. Name another.`);
  const { version, model } = mark.data.evigraph;
  if (version !== DEFINITION_VERSION)
    return failure(
      "misconfigured",
      `${name} on ${server.host} is of version ${version}, and this program reads ${DEFINITION_VERSION}. Load the articles anew, under another name.`,
    );
  const counted = await server.ask({ name: "count", method: "GET", path: `${path}/_count` }, { ...limits, reply: Counted });
  if (counted.is !== "ok") return counted;
  const { uuid, number_of_shards: shards } = index.settings.index;
  return ok({ name, uuid, model: model ?? undefined, shards, articles: counted.value.count });
};

/** Say what is wrong with the name of an index; undefined for a good one. Wildcards and lists would mean several. */
export const faultOfName = (name: string): string | undefined =>
  /^[a-z0-9][a-z0-9_.-]{0,199}$/.test(name)
    ? undefined
    : `"${name}" cannot be the name of an OpenSearch index; expected lower-case letters, digits, - _ and ., beginning with a letter or digit.`;

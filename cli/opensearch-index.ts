import { type Egress, egressFrom, openEgress } from "../clients/egress.ts";
import type { Encoder } from "../clients/encoder/encoder.ts";
import { type Env, usesProxy } from "../clients/env.ts";
import type { RemoteIndex } from "../clients/opensearch/open-opensearch.ts";
import type { Server, ServerOptions } from "../clients/opensearch/open-server.ts";
import { guardSockets } from "../clients/socket-guard.ts";
import { missing, wrong } from "./command-fault.ts";
import { atEnd } from "./end-of-command.ts";

/** Name of the index where none is given. */
export const OPENSEARCH_INDEX = "evigraph";

type Reach = Pick<ServerOptions, "egress" | "dataClass" | "store"> & { env: Env; offline?: boolean | undefined };

/**
 * Open the OpenSearch server that OPENSEARCH_URL names. Its client is loaded here and nowhere before.
 *
 * In: environment, way out, class of the text, store. Out: the server; an address that is missing or wrong, and --offline without a replay, are a CommandFault (exit 3).
 */
export const opensearchServer = async ({ env, offline, ...reach }: Reach): Promise<Server> => {
  const { openServer } = await import("../clients/opensearch/open-server.ts");
  const replays = reach.store?.mode === "replay";
  if (offline && !replays)
    throw missing("--offline allows no OpenSearch server. Give --index FILE, or answer from --replay DIR.");
  if (env.OPENSEARCH_URL === undefined && !replays)
    throw missing("OPENSEARCH_URL is not set; it names the server, such as http://127.0.0.1:9200. See deploy/opensearch.");
  const opened = openServer({ ...reach, url: env.OPENSEARCH_URL ?? "http://127.0.0.1:9200" });
  if (opened.is !== "ok") throw missing(opened.detail);
  return opened.value;
};

/**
 * Open an index on that server.
 *
 * In: its name, see opensearchServer, the encoder of its queries where they have vectors. Out: the retriever; a server that cannot be reached, an index that is missing, not ours, or of another encoder's vectors, is a
 * CommandFault (exit 3).
 */
export const opensearchIndex = async (
  name: string,
  { encoder, ...reach }: Reach & { encoder?: Encoder | undefined },
): Promise<RemoteIndex> => {
  const server = await opensearchServer(reach);
  const { openOpensearch } = await import("../clients/opensearch/open-opensearch.ts");
  const opened = await openOpensearch(server, name, encoder);
  if (opened.is === "ok") return opened.value;
  await server.close();
  throw missing(`--opensearch ${name}: ${opened.detail}`);
};

/** Open the way out of a command that sends public text alone, with the lock on sockets behind it. In: environment, hosts of --allow-host. */
export const publicEgress = (env: Env, allowHost: readonly string[] = []): Egress => {
  const { allowHosts, configured } = egressFrom(env);
  try {
    const egress = openEgress({ allowHosts: [...allowHost, ...allowHosts], configured, dataClass: "public" });
    if (!usesProxy()) atEnd(guardSockets(egress, "public"));
    return egress;
  } catch (error) {
    if (error instanceof RangeError) throw wrong(`EVIGRAPH_PHI_HOSTS: ${error.message}`);
    throw error;
  }
};

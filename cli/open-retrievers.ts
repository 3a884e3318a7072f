import { existsSync } from "node:fs";
import type { Encoder } from "../clients/encoder/encoder.ts";
import { type LocalIndex, openIndex } from "../clients/index/open-index.ts";
import { shardOf } from "../clients/index/shard-of.ts";
import { openPubmed } from "../clients/pubmed/pubmed.ts";
import type { Retriever } from "../clients/retriever.ts";
import { missing, wrong } from "./command-fault.ts";
import type { BioasqOptions } from "./commands/bioasq.ts";
import type { OpenedRun } from "./open-run.ts";
import { OPENSEARCH_INDEX, opensearchIndex } from "./opensearch-index.ts";

type Wanted = Pick<BioasqOptions, "index" | "source" | "opensearch" | "offline">;
type Opened = Pick<OpenedRun, "env" | "store" | "egress" | "dataClass" | "parts">;

/**
 * Open the sources of articles that a run names.
 *
 * In: --index, --opensearch, --source (local with --index, opensearch with --opensearch, else pubmed), --offline; environment, store and way out.
 * Out: retrievers in the order in which they are searched.
 * What is missing (an index, a server, NCBI_EMAIL, a network that --offline forbids) is a CommandFault (exit 3) with the way out.
 */
export const openRetrievers = async (options: Wanted, opened: Opened): Promise<Retriever[]> => {
  const source = options.source ?? defaultSource(options);
  if (source === "opensearch") return [await remoteIndex(options, opened)];
  if (options.opensearch !== undefined)
    throw wrong(`--opensearch ${options.opensearch} goes with --source opensearch, not ${source}.`);
  const retrievers: Retriever[] = [];
  if (source !== "pubmed") {
    const local = localIndex(options.index, { source, encoder: opened.parts.encoder });
    if (options.index !== undefined) warnOfPart(options.index);
    if (local.model === undefined) process.stderr.write(`${options.index} has no vectors: it is searched by words alone.\n`);
    retrievers.push(local);
  }
  if (source !== "local") retrievers.push(pubmed(options, opened));
  return retrievers;
};

const defaultSource = ({ index, opensearch }: Wanted): "local" | "pubmed" | "opensearch" => {
  if (index !== undefined && opensearch !== undefined)
    throw wrong("Give one of --index FILE and --opensearch NAME, or say --source.");
  if (opensearch !== undefined) return "opensearch";
  return index === undefined ? "pubmed" : "local";
};

const remoteIndex = async (options: Wanted, { parts, ...opened }: Opened): Promise<Retriever> => {
  // --source opensearch --index NAME says clearly enough what is meant.
  const name = options.opensearch ?? options.index ?? OPENSEARCH_INDEX;
  const remote = await opensearchIndex(name, { ...opened, offline: options.offline, encoder: parts.encoder });
  if (remote.model === undefined) process.stderr.write(`${name} has no vectors: it is searched by words alone.\n`);
  return remote;
};

/**
 * Open a local index.
 *
 * In: its file, the source that needs it, the encoder of its queries where they have vectors. Out: the retriever; a missing or damaged
 * index, or one of another encoder's vectors, is a CommandFault (exit 3).
 */
export const localIndex = (
  file: string | undefined,
  { source = "local", encoder }: { source?: string; encoder?: Encoder | undefined } = {},
): LocalIndex => {
  if (file === undefined)
    throw missing(
      `--source ${source} needs --index FILE; build one with: evigraph index build --articles corpus.jsonl --out articles.db`,
    );
  if (!existsSync(file))
    throw missing(
      `--index ${file}: there is no such file; build it with: evigraph index build --articles corpus.jsonl --out ${file}`,
    );
  const opened = openIndex(file, encoder);
  if (opened.is !== "ok") throw missing(`--index ${file}: ${opened.detail}`);
  return opened.value;
};

/** Say on stderr where an index file is a part of one: it is searched as it is, and finds a part of the articles. */
export const warnOfPart = (file: string): void => {
  const shard = shardOf(file);
  if (shard !== undefined)
    process.stderr.write(
      `${file} is part ${shard} of an index: only its articles are found. Join all parts with evigraph index merge.\n`,
    );
};

const DEMO =
  "The demo corpus is one: evigraph index build --articles data/demo/bioasq/corpus.jsonl --out demo.db, then --index demo.db.";

const pubmed = (options: Wanted, { env, store, egress, dataClass }: Opened): Retriever => {
  if (options.offline && store.mode !== "replay")
    throw missing(`--offline allows no PubMed search, and no --index is given. ${DEMO}`);
  if (env.NCBI_EMAIL === undefined && store.mode !== "replay") {
    throw missing(`NCBI_EMAIL is not set; NCBI asks for it. See .env.example. Without the network, give --index FILE. ${DEMO}`);
  }
  return openPubmed({
    fetch: egress.fetch,
    dataClass,
    email: env.NCBI_EMAIL,
    apiKey: env.NCBI_API_KEY,
    baseUrl: env.NCBI_BASE_URL,
    store,
  });
};

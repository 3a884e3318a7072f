import type { Article } from "../../state/article.ts";
import { type Outcome, ok } from "../../state/outcome.ts";
import { searchedText } from "../index/article-rows.ts";
import type { IndexEncoder } from "../index/write-vectors.ts";
import { contentHash, StoredHash, toDocument } from "./article-document.ts";
import { getDocuments } from "./ask-index.ts";
import type { Batch } from "./batches.ts";
import type { Change } from "./bulk.ts";
import type { Server } from "./open-server.ts";

type Into = {
  server: Server;
  name: string;
  encoder: IndexEncoder | undefined;
  /** False for an index that was empty when the load began: nothing needs to be compared. */
  holdsSome: boolean;
  signal: AbortSignal | undefined;
};

/**
 * Work out what a batch changes in the index, and embed what is new.
 *
 * In: the batch; where it goes. Out: the changes, and the count of articles that the index holds already with the same content. If down: the server's or the encoder's failure.
 */
export const changesOf = async (
  batch: Batch,
  { server, name, encoder, holdsSome, signal }: Into,
): Promise<Outcome<{ changes: Change[]; kept: number }>> => {
  const held = holdsSome
    ? await getDocuments(server, name, [...batch.keys()], { shape: StoredHash, includes: "hash", signal, recorded: false })
    : ok(new Map<string, { hash: string }>());
  if (held.is !== "ok") return held;
  const deleted = [...batch].flatMap(([pmid, article]) => (article === undefined ? [pmid] : []));
  const articles = [...batch.values()].flatMap((article) => (article === undefined ? [] : [article]));
  const changed = articles.filter((article) => held.value.get(article.pmid)?.hash !== contentHash(article));
  const vectors = await vectorsFor(changed, encoder, signal);
  if (vectors.is !== "ok") return vectors;
  const changes: Change[] = [
    ...deleted.map((pmid) => ({ pmid, document: undefined })),
    ...changed.map((article) => ({ pmid: article.pmid, document: toDocument(article, vectors.value.get(article.pmid)) })),
  ];
  return ok({ changes, kept: articles.length - changed.length });
};

/** Embed the articles that have text. Out: unit vectors by pmid; none without an encoder. */
const vectorsFor = async (
  articles: readonly Article[],
  encoder: IndexEncoder | undefined,
  signal: AbortSignal | undefined,
): Promise<Outcome<Map<string, Float32Array>>> => {
  const withText = encoder === undefined ? [] : articles.filter((article) => searchedText(article) !== "");
  if (encoder === undefined || withText.length === 0) return ok(new Map());
  const embedded = await encoder.embed(withText.map(searchedText), { signal });
  if (embedded.is !== "ok") return embedded;
  if (embedded.value.length !== withText.length)
    throw new Error(`${encoder.model} gave ${embedded.value.length} vectors for ${withText.length} texts`);
  return ok(new Map(withText.map(({ pmid }, at) => [pmid, embedded.value[at]!]))); // one vector a text, checked above
};

import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { Retriever } from "../../clients/retriever.ts";
import { cosine, cosineInt8, quantizeInt8 } from "../../retrieval/vectors.ts";
import type { Article } from "../../state/article.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Runtime } from "../../state/step.ts";
import { fellBack } from "../common/fell-back.ts";
import { holdsVectors } from "./holds-vectors.ts";
import { plainText } from "./plain-text.ts";

type Sources = { retrievers: readonly Retriever[]; embed: Encoder["embed"]; step: string };

/** What a question was compared with, and how near each article is. */
export type Compared = {
  /** Cosine to the question by pmid, -1 to 1. */
  similarity: Map<string, number>;
  /** The question's vector; undefined where the encoder gave none. */
  own: Float32Array | undefined;
  /** The articles' vectors by pmid, stored (int8) or just embedded. */
  vectors: Map<string, Int8Array | Float32Array>;
  fallbacks: Fallback[];
};

/**
 * Compare articles with a question by MiniLM: stored vectors where a retriever has them, else title and abstract are embedded.
 *
 * In: question, pmids, the articles that could be read. Out: cosine (-1 to 1) and vector by pmid; articles with neither vector nor text are left out.
 * If the encoder is down: no cosine at all; one fallback. If stored vectors cannot be read: the texts are embedded; one fallback.
 *
 * @cite dsgt2026 §4.1, §4.3
 */
export const questionSimilarity = async (
  { retrievers, embed, step }: Sources,
  question: string,
  pmids: readonly string[],
  articles: ReadonlyMap<string, Article>,
  runtime: Runtime | undefined,
): Promise<Compared> => {
  const fallbacks: Fallback[] = [];
  const similarity = new Map<string, number>();
  const vectors: Compared["vectors"] = new Map();
  const nothing = (told: Fallback[]): Compared => ({
    similarity: new Map(),
    own: undefined,
    vectors: new Map(),
    fallbacks: told,
  });
  if (pmids.length === 0) return nothing(fallbacks);
  const signal = runtime?.signal;
  const asked = await embed([question], { signal, remember: true });
  if (asked.is !== "ok") return nothing([fellBack(step, asked, "kept the order of the search")]);
  const [own] = asked.value;
  if (own === undefined) return nothing(fallbacks);
  const ownInt8 = quantizeInt8(own);
  for (const retriever of retrievers) {
    const missing = pmids.filter((pmid) => !similarity.has(pmid));
    const asks = missing.length > 0 && (await holdsVectors(retriever));
    const stored = asks ? await retriever.vectors?.(missing) : undefined;
    if (stored === undefined) continue;
    if (stored.is !== "ok") fallbacks.push(fellBack(step, stored, "embedded the articles' texts"));
    else
      for (const [pmid, vector] of stored.value) {
        similarity.set(pmid, cosineInt8(ownInt8, vector));
        vectors.set(pmid, vector);
      }
  }
  const unstored = pmids.flatMap((pmid) => (similarity.has(pmid) ? [] : (articles.get(pmid) ?? [])));
  const embedded = await embed(unstored.map(plainText), { signal, remember: true });
  if (embedded.is !== "ok") return nothing([...fallbacks, fellBack(step, embedded, "kept the order of the search")]);
  for (const [at, vector] of embedded.value.entries()) {
    const article = unstored[at];
    if (article === undefined) continue;
    similarity.set(article.pmid, cosine(own, vector));
    vectors.set(article.pmid, vector);
  }
  return { similarity, own, vectors, fallbacks };
};

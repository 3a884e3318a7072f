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

/**
 * Compare articles with a question by MiniLM: stored vectors where a retriever has them, else title and abstract are embedded.
 *
 * In: question, pmids, the articles that could be read. Out: cosine (-1 to 1) by pmid; articles with neither vector nor text are left out.
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
): Promise<{ similarity: Map<string, number>; fallbacks: Fallback[] }> => {
  const fallbacks: Fallback[] = [];
  const similarity = new Map<string, number>();
  if (pmids.length === 0) return { similarity, fallbacks };
  const signal = runtime?.signal;
  const asked = await embed([question], { signal, remember: true });
  if (asked.is !== "ok") return { similarity, fallbacks: [fellBack(step, asked, "kept the order of the search")] };
  const [own] = asked.value;
  if (own === undefined) return { similarity, fallbacks };
  const ownInt8 = quantizeInt8(own);
  for (const retriever of retrievers) {
    const missing = pmids.filter((pmid) => !similarity.has(pmid));
    const asks = missing.length > 0 && (await holdsVectors(retriever));
    const stored = asks ? await retriever.vectors?.(missing) : undefined;
    if (stored === undefined) continue;
    if (stored.is !== "ok") fallbacks.push(fellBack(step, stored, "embedded the articles' texts"));
    else for (const [pmid, vector] of stored.value) similarity.set(pmid, cosineInt8(ownInt8, vector));
  }
  const unstored = pmids.flatMap((pmid) => (similarity.has(pmid) ? [] : (articles.get(pmid) ?? [])));
  const embedded = await embed(unstored.map(plainText), { signal, remember: true });
  if (embedded.is !== "ok")
    return { similarity: new Map(), fallbacks: [...fallbacks, fellBack(step, embedded, "kept the order of the search")] };
  for (const [at, vector] of embedded.value.entries()) {
    const article = unstored[at];
    if (article !== undefined) similarity.set(article.pmid, cosine(own, vector));
  }
  return { similarity, fallbacks };
};

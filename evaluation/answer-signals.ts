import type { LocalIndex } from "../clients/index/open-index.ts";
import { abstractSentences } from "../formats/abstract-text.ts";
import type { LiveParts } from "../graphs/live-parts.ts";
import { rerankSearches } from "../nodes/bioasq/rerank-searches.ts";
import { similarities } from "../nodes/bioasq/similarities.ts";
import { checkClaim } from "../nodes/common/check-claim.ts";
import { answerYesno } from "../prompts/bioasq/answer-yesno.ts";
import { type ConfidenceOf, type ConfidenceSignals, retrievalMargin, sharedFirst } from "../retrieval/answer-confidence.ts";
import type { Outcome } from "../state/outcome.ts";
import type { Ranking } from "../state/query.ts";
import type { BioasqSettings } from "../state/settings/bioasq.ts";
import type { Usage } from "../state/usage.ts";

/** A claim or question, of what the confidence is, and how many articles are read. */
export type Look = {
  id: string;
  text: string;
  of: ConfidenceOf;
  readArticles: number;
  settings: BioasqSettings;
  signal: AbortSignal;
};
export type Signals = {
  /** Of that for which it was looked. */
  signals: ConfidenceSignals;
  /** Agreement of both searches, whatever was looked for. */
  searchAgreement: number;
  verdict: "yes" | "no" | "none";
  usage: Usage[];
};

/**
 * Search for a claim, read the first articles, and measure what speaks for an answer.
 *
 * In: parts, an index with vectors. Out: margin over the ranked articles; support of the five nearest sentences of the first articles; agreement: of both searches' first ten (evidence), or of
 * the answers from each sentence alone with the answer from all (verdict). A sentence that holds nothing to answer from says nothing. If a search, the encoder or the model fails: it throws, since a hole is no measurement.
 */
export async function answerSignals(
  { ask, embed }: Pick<LiveParts, "ask" | "embed">,
  index: LocalIndex,
  { id, text, of, readArticles, settings, signal }: Look,
): Promise<Signals> {
  const step = "answerSignals";
  const limit = settings.rerankDepth;
  const [vector = new Float32Array()] = value(await embed([text], { signal, remember: true }));
  const words = value(await index.searchWords({ text }, { limit, signal })).hits;
  const dense = value(await index.searchVector(vector, { limit, signal })).hits;
  const about = { query: 0, source: "question" } as const;
  const searches: Ranking[] = [
    { ...about, by: "bm25", hits: words },
    { ...about, by: "dense", hits: dense },
  ];
  const ranked = await rerankSearches(
    { retrievers: [index], embed },
    { step, questionId: id, body: text, searches, settings },
    { signal },
  );
  const hits = ranked.rankings[0]?.hits ?? [];
  const articles = value(
    await index.read(
      hits.slice(0, readArticles).map(({ pmid }) => pmid),
      signal,
    ),
  );
  const sentences = articles.flatMap(({ sections }) => abstractSentences(sections));
  const near = value(await similarities(embed, text, sentences, { signal }));
  const evidence = sentences
    .map((sentence, at) => ({ text: sentence.text, near: near[at] ?? 0 }))
    .toSorted((a, b) => b.near - a.near)
    .slice(0, SENTENCES)
    .map((sentence) => sentence.text);
  // Never asks a model: every score lies above 0.
  const checked = await checkClaim(
    { ask, embed },
    { claim: text, evidence },
    { step, item: id, supportedAbove: 0, unsupportedBelow: 0 },
    { signal },
  );
  const signals = { margin: retrievalMargin(hits.map(({ similarity = 0 }) => similarity)), support: checked.score };
  const searchAgreement = sharedFirst(idsOf(words), idsOf(dense));
  const without = { searchAgreement, verdict: "none", usage: checked.usage } as const;
  if (of === "evidence") return { signals: { ...signals, agreement: searchAgreement }, ...without, usage: [...without.usage] };
  if (evidence.length === 0) return { signals: { ...signals, agreement: 0 }, ...without, usage: [...without.usage] };
  const usage = [...checked.usage];
  const verdictOf = async (texts: readonly string[]): Promise<Signals["verdict"]> => {
    const snippets = texts.map((snippet, at) => ({ n: at + 1, text: snippet }));
    const reply = await ask(
      answerYesno,
      { question: text, snippets },
      { role: "answer", step, item: id, temperature: 0, signal },
    );
    usage.push(...reply.usage);
    return reply.outcome.is === "empty" ? "none" : value(reply.outcome).exact;
  };
  const verdict = await verdictOf(evidence);
  const votes = [];
  for (const sentence of evidence) votes.push(await verdictOf([sentence]));
  const agreement = votes.filter((vote) => vote === verdict).length / votes.length;
  return { signals: { ...signals, agreement }, searchAgreement, verdict, usage };
}

const idsOf = (hits: readonly { pmid: string }[]): string[] => hits.map(({ pmid }) => pmid);

const value = <Value>(outcome: Outcome<Value>): Value => {
  if (outcome.is === "ok") return outcome.value;
  throw new Error(`${outcome.is}: ${outcome.detail}`);
};

/** Sentences of the evidence (count). */
const SENTENCES = 5;

import type { CrossEncoder } from "../../clients/encoder/cross-encoder.ts";
import { relevanceOfLogit } from "../../retrieval/cross-mix.ts";
import type { Article } from "../../state/article.ts";
import type { BioasqState } from "../../state/bioasq.ts";
import { type Outcome, ok } from "../../state/outcome.ts";
import type { Ranking } from "../../state/query.ts";
import type { Runtime } from "../../state/step.ts";
import { plainText } from "./plain-text.ts";

/** An article to be read, with its score before. */
export type Standing = { article: Article; score: number };
type Asked = { step: string; questionId: string; body: string; settings: BioasqState["settings"]; wholeListKnown: boolean };

/** Articles read at a time; after each portion the rest may turn out to have lost. Ours: ten are the first ones, before which nothing can end, and take the time of half a second. */
const PORTION = 10;

/**
 * Read articles beside the question, best first, until no further one can come among the first.
 *
 * In: the cross-encoder, articles best first, the rankings that they stand in. Out: relevance by pmid (0-1) of those that were read. Where scores are mixed by weight, an article gains at most
 * crossEncoderWeight; one that could not even then pass the last of the first ones (the most of maxDocuments, snippetArticles and crossEncoderFirst) has lost, as have all after it, and is not read: the first
 * ones are what they would be had all been read. With a cutoff, with ranks, with articles that have no text (wholeListKnown false), or where the question's own list is kept so many places that others have not room enough, nothing can be told ahead, and all are read. If the cross-encoder is down: its outcome.
 */
export async function crossRelevance(
  score: CrossEncoder["score"],
  standing: readonly Standing[],
  rankings: readonly Ranking[],
  { step, questionId, body, settings, wholeListKnown }: Asked,
  runtime: Runtime | undefined,
): Promise<Outcome<Map<string, number>>> {
  const relevance = new Map<string, number>();
  const tell = (done: number, of: number) =>
    runtime?.writer?.({ event: "progress", step, item: questionId, done, of, unit: "articles" });
  const foretells = wholeListKnown && byWeight(rankings, settings) && settings.crossEncoderCutoff === 0 && leavesRoom(settings);
  const size = foretells ? PORTION : standing.length;
  for (let from = 0; from < standing.length && !(foretells && hasLost(standing, from, relevance, settings)); from += size) {
    const portion = standing.slice(from, from + size);
    const scored = await score(
      body,
      portion.map(({ article }) => plainText(article)),
      {
        signal: runtime?.signal,
        onScored: (done) => {
          const all = from + done;
          if (all % PORTION === 0 || all === standing.length) tell(all, standing.length);
        },
      },
    );
    if (scored.is !== "ok") return scored;
    for (const [at, { article }] of portion.entries()) relevance.set(article.pmid, relevanceOfLogit(scored.value[at]!)); // one logit an article
  }
  // What was not read needed no reading: the work is whole.
  if (relevance.size < standing.length) tell(relevance.size, relevance.size);
  return ok(relevance);
}

/** Whether a list's scores are mixed with the relevance by weight; those of rank fusion are not. */
export const mixedByWeight = ({ by }: Pick<Ranking, "by">): boolean => by === "mix" || by === "heuristics";

const firstOnes = ({ maxDocuments, snippetArticles, crossEncoderFirst }: BioasqState["settings"]): number =>
  Math.max(maxDocuments, snippetArticles, crossEncoderFirst);

const leavesRoom = (settings: BioasqState["settings"]): boolean =>
  settings.candidates - Math.round(settings.questionShare * settings.candidates) >= firstOnes(settings);

const byWeight = (rankings: readonly Ranking[], { fuseBy }: Pick<BioasqState["settings"], "fuseBy">): boolean =>
  fuseBy === "score" && rankings.every(mixedByWeight);

function hasLost(
  standing: readonly Standing[],
  at: number,
  relevance: ReadonlyMap<string, number>,
  settings: BioasqState["settings"],
): boolean {
  const { crossEncoderWeight: weight } = settings;
  const first = firstOnes(settings);
  if (at < first) return false;
  const reached = standing
    .slice(0, at)
    .map(({ article, score }) => (1 - weight) * score + weight * (relevance.get(article.pmid) ?? 0))
    .sort((one, other) => other - one);
  return (1 - weight) * standing[at]!.score + weight < reached[first - 1]!; // at is a place of the list, and first of what was read
}

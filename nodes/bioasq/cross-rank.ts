import type { CrossEncoder } from "../../clients/encoder/cross-encoder.ts";
import { crossMix } from "../../retrieval/cross-mix.ts";
import { reciprocalRankFusion } from "../../retrieval/reciprocal-rank-fusion.ts";
import type { Article } from "../../state/article.ts";
import type { BioasqState } from "../../state/bioasq.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Ranking } from "../../state/query.ts";
import type { Runtime } from "../../state/step.ts";
import { fellBack } from "../common/fell-back.ts";
import { crossRelevance, mixedByWeight } from "./cross-relevance.ts";
import { fused } from "./fuse-rankings.ts";

type Asked = {
  step: string;
  questionId: string;
  body: string;
  articles: ReadonlyMap<string, Article>;
  settings: BioasqState["settings"];
};
type Ranked = { rankings: Ranking[]; fallbacks: Fallback[] };

/**
 * Rank anew by a cross-encoder what the bi-encoder put first over all queries: of the first crossEncoderTop articles each is read once beside the question, best first, until no further one can come among the first.
 *
 * In: rankings of all queries, the articles' texts. Out: the same rankings, scores mixed by crossEncoderWeight, best first, without articles under
 * crossEncoderCutoff; the most relevant one always stays. A list whose scores are ranks is fused with the cross-encoder's order by rank.
 * Without a cross-encoder: as given. If it is down: as given; one fallback.
 *
 * @cite spec bioasq best; nogueira2019passage §2
 */
export const crossRank = async (
  score: CrossEncoder["score"] | undefined,
  rankings: readonly Ranking[],
  { step, questionId, body, articles, settings }: Asked,
  runtime: Runtime | undefined,
): Promise<Ranked> => {
  const asGiven = { rankings: [...rankings], fallbacks: [] };
  if (score === undefined) return asGiven;
  const top = fused([...rankings], { ...settings, candidates: settings.crossEncoderTop, questionShare: 0 });
  const standing = top.flatMap(({ pmid, score: before }) => {
    const article = articles.get(pmid);
    return article === undefined ? [] : [{ article, score: before }];
  });
  if (standing.length === 0) return asGiven;
  const scored = await crossRelevance(
    score,
    standing,
    rankings,
    { step, questionId, body, settings, wholeListKnown: standing.length === top.length },
    runtime,
  );
  if (scored.is !== "ok")
    return { rankings: [...rankings], fallbacks: [fellBack(step, scored, "kept the order of the bi-encoder")] };
  const relevance = scored.value;
  const stays = staying(relevance, settings.crossEncoderCutoff);
  const kept = rankings.map((ranking) => ({ ...ranking, hits: ranking.hits.filter(({ pmid }) => stays(pmid)) }));
  return { rankings: kept.filter(({ hits }) => hits.length > 0).map((list) => mixed(list, relevance, settings)), fallbacks: [] };
};

/** With a cutoff only articles that reach it stay, or the best one where none does. */
const staying = (relevance: ReadonlyMap<string, number>, cutoff: number): ((pmid: string) => boolean) => {
  if (cutoff === 0) return () => true;
  const least = Math.min(cutoff, Math.max(...relevance.values()));
  return (pmid) => (relevance.get(pmid) ?? -1) >= least;
};

const mixed = (ranking: Ranking, relevance: ReadonlyMap<string, number>, settings: BioasqState["settings"]): Ranking => {
  const weight = settings.crossEncoderWeight;
  const known = new Map(ranking.hits.map((hit) => [hit.pmid, hit]));
  const ordered = mixedByWeight(ranking)
    ? crossMix(
        ranking.hits.map(({ pmid, score }) => ({ id: pmid, score, relevance: relevance.get(pmid) })),
        weight,
      )
    : byRank(ranking, relevance, settings);
  const hits = ordered.map(({ id, score }) => {
    const of = relevance.get(id);
    return { ...known.get(id)!, score, ...(of === undefined ? {} : { relevance: of }) }; // only what was ranked comes back
  });
  return { ...ranking, hits };
};

const byRank = ({ hits }: Ranking, relevance: ReadonlyMap<string, number>, settings: BioasqState["settings"]) => {
  const weight = settings.crossEncoderWeight;
  const read = hits.filter(({ pmid }) => relevance.has(pmid)).map(({ pmid }) => pmid);
  const byRelevance = read.toSorted((one, other) => relevance.get(other)! - relevance.get(one)!); // each was read
  const lists = [
    { ids: hits.map(({ pmid }) => pmid), weight: 1 - weight },
    { ids: byRelevance, weight },
  ];
  return reciprocalRankFusion(lists, settings.fusionK);
};

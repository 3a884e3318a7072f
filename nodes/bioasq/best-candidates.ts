import { reciprocalRankFusion } from "../../retrieval/reciprocal-rank-fusion.ts";
import type { BioasqState } from "../../state/bioasq.ts";
import type { Ranking } from "../../state/query.ts";

type Settings = Pick<BioasqState["settings"], "candidates" | "fusionK" | "questionShare" | "expansionShare">;

/**
 * Keep the best candidates of all searches together.
 *
 * In: lists as found. Out: the same lists, holding only the articles that are kept; each pmid counts once, however many lists hold it. With a questionShare: the
 * `candidates` best of the question's own lists, and beside them the best of the other lists, expansionShare of the candidates or as many as the question's lists leave room for.
 * With none: the `candidates` best over all lists alike. Best is by reciprocal rank.
 *
 * @cite dsgt2026 §4.1
 */
export const bestCandidates = (searches: readonly Ranking[], settings: Settings): Ranking[] => {
  const { candidates, questionShare, expansionShare, fusionK } = settings;
  const own = questionShare === 0 ? [] : searches.filter(({ source }) => source === "question");
  const first = best(own, fusionK).slice(0, candidates);
  const known = new Set(first);
  const others = best(
    searches.filter((search) => !own.includes(search)),
    fusionK,
  ).filter((pmid) => !known.has(pmid));
  const room = Math.max(candidates - first.length, own.length === 0 ? 0 : Math.round(expansionShare * candidates));
  const kept = new Set([...first, ...others.slice(0, room)]);
  return searches.map((search) => ({ ...search, hits: search.hits.filter(({ pmid }) => kept.has(pmid)) }));
};

/** Pmids of lists joined by reciprocal rank, best first. */
const best = (lists: readonly Ranking[], fusionK: number): string[] =>
  reciprocalRankFusion(
    lists.map(({ hits }) => ({ ids: hits.map(({ pmid }) => pmid), weight: 1 })),
    fusionK,
  ).map(({ id }) => id);

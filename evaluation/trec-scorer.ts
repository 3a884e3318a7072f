import { closeSheet, type OpenSheet, openSheet, setItem, setMeanOf, setMeasure } from "./measure-items.ts";
import { averagePrecision } from "./measures/average-precision.ts";
import { bpref } from "./measures/bpref.ts";
import { ndcg } from "./measures/ndcg.ts";
import { precisionAt } from "./measures/precision-at.ts";
import { recallAt } from "./measures/recall-at.ts";
import { reciprocalRank } from "./measures/reciprocal-rank.ts";
import type { ScoreSheet } from "./score-sheet.ts";
import { ScoringFault } from "./scoring-fault.ts";
import { mean } from "./statistics/mean.ts";

/** One judgement. Grade 1 and above is relevant, 0 is judged and not relevant. */
export type Judgement = { query: string; document: string; grade: number };
/** One retrieved document. */
export type Retrieved = { query: string; document: string; score: number };

/** Measures of trec_eval, and `map_cut_10_of_10`: BioASQ's MAP, divided by min(10, relevant). */
export const DEFAULT_TREC_MEASURES = [
  "map",
  "map_cut_10",
  "map_cut_10_of_10",
  "ndcg",
  "ndcg_cut_10",
  "recall_100",
  "P_5",
  "P_10",
  "recip_rank",
  "bpref",
] as const;

/**
 * Score a run against judgements as trec_eval does.
 *
 * Formula: `NAME` is the mean over judged queries that the run holds (trec_eval's default); `NAME_complete` over all judged queries, missing ones 0.
 * In: judgements; retrieved documents in any order (ranked here by score as a 32-bit float, then by id descending by bytes); names of measures:
 * map, ndcg, recip_rank, bpref, and map_cut_K, map_cut_K_of_K, ndcg_cut_K, recall_K, P_K. Out: a score sheet, 0-1; `missing` are judged queries without a result.
 * If a name is unknown, a document repeats in a query, a score is no number, or no query is judged: a ScoringFault.
 * @cite buckley2000evaluating §2
 */
export function scoreTrec(
  judgements: readonly Judgement[],
  run: readonly Retrieved[],
  { measures = DEFAULT_TREC_MEASURES }: { measures?: readonly string[] } = {},
): ScoreSheet {
  if (judgements.length === 0) throw new ScoringFault("The judgements hold no query.");
  const measureOf = new Map(measures.map((name) => [name, trecMeasure(name)]));
  const judged = groupJudgements(judgements);
  const rankings = rankRun(run);
  const sheet = openSheet();
  const missing = [...judged.keys()].filter((query) => !rankings.has(query));
  for (const [query, grades] of judged) {
    const ranking = rankings.get(query);
    if (ranking) scoreQuery(sheet, query, ranking, grades, measureOf);
  }
  for (const name of measureOf.keys()) {
    const values = [...judged.keys()].map((query) => sheet.perItem.get(query)?.get(name) ?? 0);
    setMeanOf(sheet, name, name);
    setMeasure(sheet, `${name}_complete`, values, mean);
  }
  if (missing.length > 0)
    sheet.notes.push(`${missing.length} judged queries have no result: left out of the means, 0 in …_complete.`);
  const unjudged = [...rankings.keys()].filter((query) => !judged.has(query)).length;
  if (unjudged > 0) sheet.notes.push(`${unjudged} queries of the run are not judged and not scored.`);
  return closeSheet(sheet, missing);
}

/**
 * Order a run as trec_eval does, whatever its rank column says.
 *
 * In: retrieved documents, any order. Out: query -> document ids, best first. Equal 32-bit scores: by id, descending by bytes. Empty: no queries.
 */
export function rankRun(run: readonly Retrieved[]): Map<string, string[]> {
  const queries = new Map<string, Map<string, number>>();
  for (const { query, document, score } of run) {
    const scores = queries.get(query) ?? new Map<string, number>();
    queries.set(query, scores);
    if (scores.has(document))
      throw new ScoringFault(`Query ${query}: document ${document} is in the run twice; trec_eval refuses the run.`);
    if (Number.isNaN(score)) throw new ScoringFault(`Query ${query}, document ${document}: the score is no number.`);
    scores.set(document, Math.fround(score));
  }
  const order = ([a, scoreA]: [string, number], [b, scoreB]: [string, number]) =>
    scoreA === scoreB ? Buffer.compare(Buffer.from(b), Buffer.from(a)) : scoreB > scoreA ? 1 : -1;
  return new Map([...queries].map(([query, scores]) => [query, [...scores].toSorted(order).map(([document]) => document)]));
}

type Graded = {
  /** Grade by rank; undefined: not judged. */
  grades: (number | undefined)[];
  isRelevant: boolean[];
  judged: number[];
  relevant: number;
};
type TrecMeasure = (graded: Graded) => number;

function trecMeasure(name: string): TrecMeasure {
  const [, family, cut] = /^(map_cut|ndcg_cut|recall|P)_(\d+)(?:_of_\2)?$/.exec(name) ?? [];
  const k = Number(cut);
  const ofCut = name.includes("_of_");
  if (k > 0 && (!ofCut || family === "map_cut")) {
    if (family === "map_cut")
      return ({ isRelevant, relevant }) => averagePrecision(isRelevant.slice(0, k), ofCut ? Math.min(k, relevant) : relevant);
    if (family === "ndcg_cut") return ({ grades, judged }) => ndcg(zeroFilled(grades), judged, k);
    if (family === "recall") return ({ isRelevant, relevant }) => recallAt(isRelevant, relevant, k);
    return ({ isRelevant }) => precisionAt(isRelevant, k);
  }
  if (name === "map") return ({ isRelevant, relevant }) => averagePrecision(isRelevant, relevant);
  if (name === "ndcg") return ({ grades, judged }) => ndcg(zeroFilled(grades), judged);
  if (name === "recip_rank") return ({ isRelevant }) => reciprocalRank(isRelevant);
  if (name === "bpref")
    return ({ grades, judged, relevant }) => bpref(grades, relevant, judged.filter((grade) => grade === 0).length);
  throw new ScoringFault(
    `Unknown measure ${name}. Known: map, ndcg, recip_rank, bpref, map_cut_K, map_cut_K_of_K, ndcg_cut_K, recall_K, P_K with a number for K.`,
  );
}

function scoreQuery(
  sheet: OpenSheet,
  query: string,
  ranking: readonly string[],
  judgedGrades: ReadonlyMap<string, number>,
  measureOf: ReadonlyMap<string, TrecMeasure>,
): void {
  const grades = ranking.map((document) => judgedGrades.get(document));
  const judged = [...judgedGrades.values()];
  const isRelevant = grades.map((grade) => (grade ?? 0) >= 1);
  const graded = { grades, isRelevant, judged, relevant: judged.filter((grade) => grade >= 1).length };
  for (const [name, measure] of measureOf) setItem(sheet, query, name, measure(graded));
}

function zeroFilled(grades: readonly (number | undefined)[]): number[] {
  return grades.map((grade) => grade ?? 0);
}

function groupJudgements(judgements: readonly Judgement[]): Map<string, Map<string, number>> {
  const queries = new Map<string, Map<string, number>>();
  for (const { query, document, grade } of judgements) {
    const grades = queries.get(query) ?? new Map<string, number>();
    queries.set(query, grades.set(document, grade));
  }
  return queries;
}

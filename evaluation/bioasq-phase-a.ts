import type { BioasqVersion, QuestionPair } from "./bioasq-questions.ts";
import { type OpenSheet, setItem, setMeanOf, setMeasure } from "./measure-items.ts";
import { averagePrecision } from "./measures/average-precision.ts";
import { EPSILON, geometricMeanOfLogs, logOf } from "./measures/geometric-mean.ts";
import { type Overlap, setOverlap } from "./measures/set-overlap.ts";
import { officialSnippetAveragePrecision, snippetAveragePrecision } from "./measures/snippet-average-precision.ts";
import { snippetOverlap } from "./measures/snippet-overlap.ts";
import { mergeSpans } from "./measures/snippet-span.ts";

/**
 * Score documents and snippets as the official evaluator does.
 *
 * Formula: means over the answered questions of P, R, F1 and average precision (MAP), and the geometric mean of the latter (GMAP).
 * In: a sheet, which is filled; pairs; the version. Out: `documents_…`, `snippets_…`, and the zeros printed for concepts and triples.
 * A question missing from the submission is skipped, as there; version 9 also skips a question without gold. Nothing answered: not computed.
 * @cite krithara2023bioasq
 */
export function scorePhaseA(sheet: OpenSheet, pairs: readonly QuestionPair[], version: BioasqVersion): void {
  const documentScores: number[] = [];
  const snippetScores: number[] = [];
  for (const { key, gold, response } of pairs) {
    if (!response) continue;
    const [documents, snippets] = [gold.documents ?? [], gold.snippets ?? []];
    if (version !== 9 || documents.length > 0)
      documentScores.push(scoreDocuments(sheet, key, documents, response.documents ?? [], version));
    if (version !== 9 || snippets.length > 0) {
      const [submitted, expected] = [mergeSpans(response.snippets ?? []), mergeSpans(snippets)];
      setOverlapItems(sheet, key, "snippets", snippetOverlap(submitted, expected));
      const ap = officialSnippetAveragePrecision(submitted, expected, denominatorOf(version, expected.length));
      setItem(sheet, key, "snippets_ap", ap);
      snippetScores.push(ap);
    }
  }
  setOverlapMeans(sheet, "documents");
  setMeanOf(sheet, "documents_map", "documents_ap");
  setMeasure(sheet, "documents_gmap", documentScores.map(logOf), geometricMeanOfLogs);
  setOverlapMeans(sheet, "snippets");
  setMeasure(
    sheet,
    "snippets_map",
    snippetScores,
    (scores) => scores.reduce((sum, score) => sum + (score || 0), 0) / scores.length,
  );
  setMeasure(sheet, "snippets_gmap", snippetScores.map(officialLog), officialSnippetGmap);
  // The evaluator prints these too; since BioASQ 5 no file holds concepts or triples, and it prints 0 for none.
  for (const kind of ["concepts", "triples"])
    for (const part of ["mean_precision", "mean_recall", "mean_f1", "map", "gmap"])
      sheet.measures.set(`${kind}_${part}`, { mean: 0, n: 0, low: 0, high: 0 });
}

/**
 * Score documents and snippets without flattery.
 *
 * Formula: as the official measures, but a missing question counts 0, documents and snippets are cut at 10, average precision is divided by
 * min(10, gold), and a snippet counts only when it overlaps a gold snippet not yet found.
 * In: a sheet, which is filled; pairs. Out: `honest_documents_…`, `honest_snippets_…`, 0-1, over questions with gold. None: not computed.
 */
export function scorePhaseAHonestly(sheet: OpenSheet, pairs: readonly QuestionPair[]): void {
  for (const { key, gold, response } of pairs) {
    const [documents, snippets] = [gold.documents ?? [], mergeSpans(gold.snippets ?? [])];
    const cut = (response?.documents ?? []).slice(0, MOST);
    if (documents.length > 0) scoreDocuments(sheet, key, documents, cut, 9, "honest_documents");
    if (snippets.length === 0) continue;
    const submitted = mergeSpans((response?.snippets ?? []).slice(0, MOST));
    setOverlapItems(sheet, key, "honest_snippets", snippetOverlap(submitted, snippets));
    setItem(sheet, key, "honest_snippets_ap", snippetAveragePrecision(submitted, snippets));
  }
  for (const kind of ["honest_documents", "honest_snippets"]) {
    setOverlapMeans(sheet, kind);
    setMeanOf(sheet, `${kind}_map`, `${kind}_ap`);
    const values = [...sheet.perItem.values()].flatMap((item) => item.get(`${kind}_ap`) ?? []);
    setMeasure(sheet, `${kind}_gmap`, values.map(logOf), geometricMeanOfLogs);
  }
}

function scoreDocuments(
  sheet: OpenSheet,
  id: string,
  gold: readonly string[],
  submitted: readonly string[],
  version: BioasqVersion,
  kind = "documents",
): number {
  const right = new Set(gold);
  setOverlapItems(sheet, id, kind, setOverlap(new Set(submitted), right));
  const ap = averagePrecision(
    submitted.map((document) => right.has(document)),
    denominatorOf(version, right.size),
  );
  setItem(sheet, id, `${kind}_ap`, ap);
  return ap;
}

function denominatorOf(version: BioasqVersion, gold: number): number {
  if (version === 2) return gold;
  return version === 3 || version === 5 ? MOST : Math.min(MOST, gold);
}

/** The evaluator adds ln 1 for an average precision of 0/0, and prints 0 when the logarithms add up to 0. */
const officialLog = (score: number): number => (Number.isNaN(score) ? 0 : Math.log(score + EPSILON));

function officialSnippetGmap(logsOfScores: readonly number[]): number {
  const logs = logsOfScores.reduce((sum, log) => sum + log, 0);
  return logs === 0 || Number.isNaN(logs) ? 0 : Math.exp(logs / logsOfScores.length);
}

function setOverlapItems(sheet: OpenSheet, id: string, kind: string, overlap: Overlap): void {
  for (const [part, value] of Object.entries(overlap)) setItem(sheet, id, `${kind}_${part}`, value);
}

function setOverlapMeans(sheet: OpenSheet, kind: string): void {
  for (const part of ["precision", "recall", "f1"]) setMeanOf(sheet, `${kind}_mean_${part}`, `${kind}_${part}`);
}

/** Documents or snippets that a submission may hold. */
const MOST = 10;

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { abstractSentences, abstractText } from "../../formats/abstract-text.ts";
import { type GoldQuestion, readBioasqGolden } from "../../formats/bioasq-questions.ts";
import { type BioasqAnswer, writeBioasq } from "../../formats/bioasq-submission.ts";
import { pmidOf } from "../../formats/pubmed-url.ts";
import { checkCoverage } from "../../nodes/bioasq/check-coverage.ts";
import { extractSnippets as extractStep } from "../../nodes/bioasq/extract-snippets.ts";
import { pruneEvidence } from "../../nodes/bioasq/prune-evidence.ts";
import type { Article } from "../../state/article.ts";
import type { Snippet } from "../../state/bioasq.ts";
import { BioasqSettings } from "../../state/settings/bioasq.ts";
import { scoreBioasq } from "../bioasq-scorer.ts";
import { closeSheet, type OpenSheet, openSheet, setItem, setMeanOf } from "../measure-items.ts";
import { wordCoverage } from "../measures/word-coverage.ts";
import { readScoredQuestions } from "../read-scored-questions.ts";
import type { TaskResult, TaskRun } from "../task.ts";

const Settings = z.object({
  golden: z.string(),
  articles: z.string(),
  most: z.int().positive().optional().describe("Only the first so many questions (count)."),
});
type Spans = BioasqAnswer["snippets"];

/**
 * Take snippets out of a question's gold articles by the graph's own steps, so that retrieval plays no part; before and after pruning.
 *
 * In: golden file, articles. Out: `snippets_…` (P, R, F1 by characters, share of the ideal answer's words, count), the same after pruning as `pruned_…`, and of the first two sentences of each
 * abstract as `first_two_…`, all cut at 10; `f1_over_first_two` and `pruning_…` are differences on the same questions. 0-1; n counts questions.
 */
export async function extractSnippets({
  folder,
  settings: given,
  parts,
  openArticles,
  tick,
  signal,
}: TaskRun): Promise<TaskResult> {
  const { golden, articles: articlesFile, most, ...own } = { ...given, ...Settings.parse(given) };
  const settings = BioasqSettings.parse(own);
  const text = readFileSync(join(folder, golden), "utf8");
  const questions = readBioasqGolden(text, golden).slice(0, most);
  const index = await openArticles(articlesFile, false);
  const taken: Record<Way, Map<string, Spans>> = { snippets: new Map(), pruned: new Map(), first_two: new Map() };
  const fallbacks: TaskResult["fallbacks"] = [];
  try {
    for (const [at, { id, body, documents }] of questions.entries()) {
      signal.throwIfAborted();
      const pmids = documents.flatMap((document) => pmidOf(document) ?? []);
      const read = await index.read(pmids, signal);
      if (read.is !== "ok") throw new Error(`${read.is}: ${read.detail}`);
      const articles = pmids.map((pmid) => ({ pmid, score: 1, similarity: null, excerpt: "" }));
      const extracted = await extractStep([index], parts.embed, parts.texts)({ body, articles, settings }, { signal });
      const { snippets = [] } = extracted;
      const checked = await checkCoverage(parts.embed, parts.texts)({ body, snippets, settings }, { signal });
      const { coverage, pruned = [] } = checked;
      const kept = coverage === "unsafe" ? {} : await pruneEvidence({ snippets, pruned });
      fallbacks.push(...(extracted.fallbacks ?? []), ...(checked.fallbacks ?? []));
      const spans = (some: readonly Snippet[]) => some.map((one) => ({ ...one, text: parts.texts.get(one.sha256) ?? "" }));
      taken.snippets.set(id, spans(snippets));
      taken.pruned.set(id, spans(kept.snippets ?? snippets));
      taken.first_two.set(id, read.value.flatMap(firstTwoSentences).slice(0, MOST));
      tick(at + 1, questions.length);
    }
  } finally {
    await index.close();
  }
  const asked = new Set(questions.map(({ id }) => id));
  const gold = readScoredQuestions(text, golden, "keep").filter(({ id }) => asked.has(id));
  const sheet = openSheet();
  for (const way of WAYS) {
    const answers = new Map(
      [...taken[way]].map(([id, snippets]) => [id, { pmids: [], snippets, exactAnswer: null, idealAnswer: "" }]),
    );
    const submission = readScoredQuestions(writeBioasq(questions, answers, "A").text, "submission.json", "refuse");
    const { perItem } = scoreBioasq(gold, submission, { version: 9, parts: ["documents"] });
    for (const question of questions)
      noteItem(sheet, way, question, perItem[question.id] ?? {}, taken[way].get(question.id) ?? []);
  }
  for (const [id, item] of sheet.perItem)
    for (const [name, a, b] of DIFFERENCES) setItem(sheet, id, name, (item.get(a) ?? Number.NaN) - (item.get(b) ?? Number.NaN));
  const names = new Set([...sheet.perItem.values()].flatMap((item) => [...item.keys()]));
  for (const name of names) setMeanOf(sheet, name, name);
  const used = { golden, articles: articlesFile, ...(most === undefined ? {} : { most }), ...settings };
  return { sheet: closeSheet(sheet, []), settings: used, fallbacks, usage: [], failed: [] };
}

const WAYS = ["snippets", "pruned", "first_two"] as const;
type Way = (typeof WAYS)[number];
const DIFFERENCES = [
  ["f1_over_first_two", "snippets_f1", "first_two_f1"],
  ["pruning_f1_gain", "pruned_f1", "snippets_f1"],
  ["pruning_coverage_gain", "pruned_ideal_coverage", "snippets_ideal_coverage"],
] as const;
/** Snippets that a submission may hold (count). */
const MOST = 10;

function noteItem(
  sheet: OpenSheet,
  way: Way,
  { id, idealAnswers }: GoldQuestion,
  scores: Readonly<Record<string, number>>,
  spans: Spans,
): void {
  for (const part of ["precision", "recall", "f1"])
    setItem(sheet, id, `${way}_${part}`, scores[`honest_snippets_${part}`] ?? Number.NaN);
  setItem(sheet, id, `${way}_count`, spans.length);
  const texts = spans.map(({ text }) => text);
  setItem(sheet, id, `${way}_ideal_coverage`, wordCoverage(texts, idealAnswers.slice(0, 1)) ?? Number.NaN);
}

const firstTwoSentences = ({ pmid, sections }: Article): Spans =>
  abstractSentences(sections)
    .slice(0, 2)
    .map(({ start, end }) => ({ pmid, section: "abstract", start, end, text: abstractText(sections).slice(start, end) }));

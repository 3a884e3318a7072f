import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { TextStore } from "../../clients/text-store.ts";
import { type BioasqQuestion, readBioasqQuestions } from "../../formats/bioasq-questions.ts";
import { type BioasqAnswer, writeBioasq } from "../../formats/bioasq-submission.ts";
import { compileBioasqGraph } from "../../graphs/bioasq.ts";
import { PHASES } from "../../state/bioasq.ts";
import { BioasqSettings } from "../../state/settings/bioasq.ts";
import { answerEach } from "../answer-each.ts";
import type { ScoredQuestion } from "../bioasq-questions.ts";
import { type BioasqPart, scoreBioasq } from "../bioasq-scorer.ts";
import { closeSheet, joinSheets, openSheet, setItem, setMeanOf } from "../measure-items.ts";
import { wordCoverage } from "../measures/word-coverage.ts";
import { readScoredQuestions } from "../read-scored-questions.ts";
import type { ScoreSheet } from "../score-sheet.ts";
import type { TaskResult, TaskRun } from "../task.ts";

const Settings = z.object({
  golden: z.union([z.string(), z.array(z.string()).min(1)]).describe("One golden file, or several that are put together."),
  articles: z.string().optional().describe("Articles to search; phase B needs none."),
  phase: z.enum(PHASES),
  most: z.int().positive().optional().describe("Only the first so many questions (count)."),
});

/** Phase B gives documents and snippets, so they are no result of ours. */
const SCORED: Record<(typeof PHASES)[number], readonly BioasqPart[]> = {
  A: ["documents"],
  "A+": ["documents", "exactAnswers", "idealAnswers"],
  B: ["exactAnswers", "idealAnswers"],
};

type Answered = Awaited<ReturnType<ReturnType<typeof compileBioasqGraph>["invoke"]>>;

/**
 * Run the bioasq graph on the questions of a golden file over an index of articles, and score what it gives.
 *
 * In: golden file, articles, phase, settings of the graph. Out: the official and the honest measures of BioASQ, version 9 (0-1); a failed question is padded.
 */
export async function answerQuestions({
  folder,
  settings: given,
  parts,
  concurrency = 1,
  openArticles,
  tick,
  signal,
}: TaskRun): Promise<TaskResult> {
  const { golden, articles, phase, most, ...own } = { ...given, ...Settings.parse(given) };
  const settings = BioasqSettings.parse(own);
  const files = [golden].flat().map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));
  const questions = files.flatMap(({ file, text }) => readBioasqQuestions(text, file)).slice(0, most);
  if (articles === undefined && phase !== "B") throw new Error(`Phase ${phase} searches: name the articles.`);
  const index = articles === undefined ? undefined : await openArticles(articles, true);
  const graph = compileBioasqGraph({ ...parts, retrievers: index === undefined ? [] : [index] });
  const { answered, failed } = await answerEach(questions, { concurrency, signal, tick }, (question) =>
    graph.invoke({ ...inputOf(question, phase), settings }, { signal: AbortSignal.any([signal]) }),
  ).finally(() => index?.close());
  const answers = new Map([...answered].map(([id, run]) => [id, answerOf(run, parts.texts)]));
  const asked = new Set(questions.map(({ id }) => id));
  const gold = files.flatMap(({ file, text }) => readScoredQuestions(text, file, "keep")).filter(({ id }) => asked.has(id));
  const submission = readScoredQuestions(writeBioasq(questions, answers, phase).text, "submission.json", "refuse");
  const runs = [...answered.values()];
  return {
    sheet: joinSheets([
      { prefix: "", sheet: scoreBioasq(gold, submission, { version: 9, parts: SCORED[phase] }) },
      { prefix: "", sheet: coverageOf(gold, answers) },
    ]),
    settings: {
      golden,
      ...(articles === undefined ? {} : { articles }),
      phase,
      ...(most === undefined ? {} : { most }),
      ...settings,
    },
    fallbacks: runs.flatMap(({ fallbacks }) => fallbacks),
    usage: runs.flatMap(({ usage }) => usage),
    failed,
  };
}

/** The share of the first ideal answer's words that the returned snippets hold: what pruning may not lower. */
function coverageOf(gold: readonly ScoredQuestion[], answers: ReadonlyMap<string, BioasqAnswer>): ScoreSheet {
  const sheet = openSheet();
  for (const { id, idealAnswers = [] } of gold) {
    const covered = wordCoverage(answers.get(id)?.snippets.map(({ text }) => text) ?? [], idealAnswers.slice(0, 1));
    if (covered !== undefined) setItem(sheet, id, "ideal_coverage", covered);
    setItem(sheet, id, "snippets_count", answers.get(id)?.snippets.length ?? 0);
  }
  for (const name of ["ideal_coverage", "snippets_count"]) setMeanOf(sheet, name, name);
  return closeSheet(sheet, []);
}

const inputOf = ({ id, type, body, documents, snippets }: BioasqQuestion, phase: (typeof PHASES)[number]) => ({
  questionId: id,
  body,
  type,
  phase,
  givenDocuments: phase === "B" ? documents : [],
  givenSnippets: phase === "B" ? snippets : [],
});

const answerOf = (run: Answered, texts: Pick<TextStore, "get">): BioasqAnswer => ({
  pmids: run.articles.map(({ pmid }) => pmid),
  snippets: run.snippets
    .map(({ pmid, section, start, end, sha256 }) => ({ pmid, section, start, end, text: texts.get(sha256) ?? "" }))
    .filter(({ start, text }) => start >= 0 && text !== ""),
  exactAnswer: run.exactAnswer,
  idealAnswer: run.idealAnswer,
});

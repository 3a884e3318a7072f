import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type BioasqQuestion, readBioasqQuestions } from "../../formats/bioasq-questions.ts";
import { type BioasqAnswer, writeBioasq } from "../../formats/bioasq-submission.ts";
import { findEntities } from "../../text/entities.ts";
import { oneLine } from "../../text/one-line.ts";
import { firstWords } from "../../text/python-whitespace.ts";
import { splitSentences } from "../../text/split-sentences.ts";
import { scoreBioasq } from "../bioasq-scorer.ts";
import { readScoredQuestions } from "../read-scored-questions.ts";
import type { TaskResult, TaskRun } from "../task.ts";

const Settings = z.object({
  golden: z.array(z.string()).min(1),
  ideal: z.enum(["words", "sentences"]).describe("words: the snippets up to 200 words; sentences: their first three sentences."),
  most: z.int().positive().optional().describe("Only the first so many questions (count)."),
});

/**
 * Answer questions from their given snippets in the simplest way, as the line that a system must beat.
 *
 * In: golden files. Out: the measures of phase B for: always yes; the five names that the snippets hold most often and the question does not, the earlier first among equals; the given snippets,
 * cut. No model is asked.
 */
export async function answerTrivially({ folder, settings: given, tick }: TaskRun): Promise<TaskResult> {
  const settings = Settings.parse(given);
  const files = settings.golden.map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));
  const questions = files.flatMap(({ file, text }) => readBioasqQuestions(text, file)).slice(0, settings.most);
  const asked = new Set(questions.map(({ id }) => id));
  const gold = files.flatMap(({ file, text }) => readScoredQuestions(text, file, "keep")).filter(({ id }) => asked.has(id));
  const answers = new Map(
    questions.map((question, at) => {
      tick(at + 1, questions.length);
      return [question.id, trivialAnswer(question, settings.ideal)] as const;
    }),
  );
  const submission = readScoredQuestions(writeBioasq(questions, answers, "B").text, "submission.json", "refuse");
  const sheet = scoreBioasq(gold, submission, { version: 9, parts: ["exactAnswers", "idealAnswers"] });
  return { sheet, settings, fallbacks: [], usage: [], failed: [] };
}

function trivialAnswer({ type, body, snippets }: BioasqQuestion, ideal: z.infer<typeof Settings>["ideal"]): BioasqAnswer {
  const texts = snippets.map(({ text }) => oneLine(text.replaceAll("<", "")));
  const whole = texts.join(" ");
  const shortened =
    ideal === "words"
      ? firstWords(whole, MOST_WORDS)
      : splitSentences(whole)
          .slice(0, 3)
          .map(({ text }) => text)
          .join(" ");
  const names = frequentNames(texts, body).slice(0, MOST_NAMES);
  const listed = names.length === 0 ? null : names.map((name) => [name]);
  const exactAnswer = { yesno: "yes", factoid: listed, list: listed, summary: null }[type];
  return { pmids: [], snippets: [], exactAnswer, idealAnswer: shortened };
}

function frequentNames(texts: readonly string[], question: string): string[] {
  const asked = question.toLowerCase();
  const counts = new Map<string, { name: string; count: number }>();
  for (const { text, kind } of texts.flatMap((snippet) => findEntities(snippet))) {
    const key = text.toLowerCase();
    if (kind === "number" || asked.includes(key)) continue;
    counts.set(key, { name: counts.get(key)?.name ?? text, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count).map(({ name }) => name);
}

/** Words of an ideal answer (count) and names of a factoid (count) that the official rules allow. @cite krithara2023bioasq */
const MOST_WORDS = 200;
const MOST_NAMES = 5;

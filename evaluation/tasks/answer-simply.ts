import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { ArchehrCase } from "../../formats/archehr-case.ts";
import { type ArchehrGold, readArchehrKey } from "../../formats/archehr-key.ts";
import { ARCHEHR_WORD_LIMITS, type ArchehrPredictions, writeArchehr } from "../../formats/archehr-submission.ts";
import { readArchehrCases } from "../../formats/archehr-xml.ts";
import { firstQuestion } from "../../text/first-question.ts";
import { isHeading } from "../../text/is-heading.ts";
import { countWords, firstWords } from "../../text/python-whitespace.ts";
import { scoreArchehr } from "../archehr-scorer.ts";
import { joinSheets } from "../measure-items.ts";
import { readArchehrSubmission } from "../read-archehr-submission.ts";
import { SIMPLE } from "../simple-evidence.ts";
import { type Chosen, chooseSimply, type SimpleItem } from "../simple-scored.ts";
import type { TaskResult, TaskRun } from "../task.ts";

const Settings = z.object({ by: z.enum(SIMPLE), cases: z.string(), key: z.string() });
const QUESTIONS = ["narrative", "clinicianQuestion"] as const;

/**
 * Answer cases by a simple rule in all four subtasks, as the line that a system must beat.
 *
 * In: cases with answer sentences, key. Out: the measures of each subtask (0-100). Question: the message's first one. Evidence: the sentences that the rule scores highest for message or clinician's question (headings are none).
 * Answer: the best of them, in the note's order, up to 75 words. Alignment: the best ones for each given answer sentence. Cuts, and the question, are those by which the rule does best on these very cases: an upper bound; they stand in the settings.
 */
export async function answerSimply({ folder, settings: given, parts, tick, signal }: TaskRun): Promise<TaskResult> {
  const settings = Settings.parse(given);
  const { cases } = readArchehrCases(readFileSync(join(folder, settings.cases), "utf8"), settings.cases);
  const key = readArchehrKey(readFileSync(join(folder, settings.key), "utf8"), settings.key);
  const items = cases.map((one) => evidenceItem(one, key));
  const pairs = cases.flatMap((one) => alignmentItems(one, key));
  const all = items.length + pairs.length;
  const choose = (of: readonly SimpleItem[], before: number) =>
    chooseSimply(settings.by, of, parts.embed, { signal, tick: (done) => tick(before + done, all) });
  const evidence = await choose(items, 0);
  const alignment = await choose(pairs, items.length);
  const scored = cases.map(({ id, narrative, clinicianQuestion }) => ({ id, narrative, clinicianQuestion }));
  const sheets = [];
  for (const predictions of predictionsOf(cases, { items, evidence, pairs, alignment })) {
    // As in answer-cases.ts: cases without given answer sentences have no alignment to score.
    if (predictions.subtask === "4" && !cases.every(({ answerSentences }) => answerSentences.length > 0)) continue;
    const submission = readArchehrSubmission(writeArchehr(cases, predictions).text, "submission.json");
    const subtask = ({ "1": 1, "2": 2, "3": 3, "4": 4 } as const)[predictions.subtask];
    sheets.push({ prefix: `subtask_${subtask}_`, sheet: await scoreArchehr(subtask, { cases: scored, key, submission }) });
  }
  const told = { question: QUESTIONS[evidence.question], evidenceCut: evidence.cut, alignmentCut: alignment.cut };
  return { sheet: joinSheets(sheets), settings: { ...settings, ...told }, fallbacks: [], usage: [], failed: [] };
}

const bodyOf = ({ sentences }: ArchehrCase) => sentences.filter(({ text }) => !isHeading(text));
const goldOf = (key: readonly ArchehrGold[], id: string) => key.find(({ caseId }) => caseId === id);

const evidenceItem = (one: ArchehrCase, key: readonly ArchehrGold[]): SimpleItem => {
  const sentences = bodyOf(one);
  const relevance = goldOf(key, one.id)?.relevance;
  return {
    id: one.id,
    questions: [one.narrative, one.clinicianQuestion ?? one.narrative],
    sentences,
    gold: new Set(sentences.flatMap(({ id }, at) => (relevance?.get(id) === "essential" ? [at] : []))),
  };
};

const alignmentItems = (one: ArchehrCase, key: readonly ArchehrGold[]): SimpleItem[] => {
  const sentences = bodyOf(one);
  const gold = goldOf(key, one.id)?.answerSentences;
  return one.answerSentences.map(({ id, text }) => {
    const cited = gold?.find((sentence) => sentence.id === id)?.citations ?? [];
    const indices = sentences.flatMap((sentence, at) => (cited.includes(sentence.id) ? [at] : []));
    return { id: `${one.id}/${id}`, questions: [text], sentences, gold: new Set(indices) };
  });
};

type Choices = { items: readonly SimpleItem[]; evidence: Chosen; pairs: readonly SimpleItem[]; alignment: Chosen };

const predictionsOf = (cases: readonly ArchehrCase[], { items, evidence, pairs, alignment }: Choices): ArchehrPredictions[] => {
  const idsOf = ({ sentences }: SimpleItem, selected: readonly number[] = []) =>
    selected.flatMap((index) => sentences[index]?.id ?? []);
  const aligned = new Map(pairs.map((pair, at) => [pair.id, idsOf(pair, alignment.selected[at])]));
  return [
    {
      subtask: "1",
      texts: new Map(cases.map(({ id, narrative }) => [id, firstWords(firstQuestion(narrative), ARCHEHR_WORD_LIMITS["1"])])),
    },
    { subtask: "2", evidence: new Map(items.map((item, at) => [item.id, idsOf(item, evidence.selected[at])])) },
    { subtask: "3", texts: new Map(items.map((item, at) => [item.id, bestWords(item, evidence.scores[at] ?? [])])) },
    {
      subtask: "4",
      alignments: new Map(
        cases.map((one) => [
          one.id,
          one.answerSentences.map(({ id }) => ({ answerId: id, evidenceIds: aligned.get(`${one.id}/${id}`) ?? [] })),
        ]),
      ),
    },
  ];
};

/** The best sentences that fit the limit, in the note's order; the best one cut where it alone does not. */
const bestWords = ({ sentences }: SimpleItem, scores: readonly number[]): string => {
  const ranked = sentences
    .map((sentence, at) => ({ ...sentence, at, score: scores[at] ?? 0 }))
    .toSorted((a, b) => b.score - a.score);
  const taken: typeof ranked = [];
  let words = 0;
  for (const one of ranked) {
    words += countWords(one.text);
    if (taken.length > 0 && words > ARCHEHR_WORD_LIMITS["3"]) break;
    taken.push(one);
  }
  const inOrder = taken.toSorted((a, b) => a.at - b.at).map(({ text }) => text);
  return firstWords(inOrder.join(" "), ARCHEHR_WORD_LIMITS["3"]);
};

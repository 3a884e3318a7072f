import { readArchehrKey } from "../formats/archehr-key.ts";
import { readArchehrCases } from "../formats/archehr-xml.ts";
import { firstQuestion } from "../text/first-question.ts";
import { firstWords } from "../text/python-whitespace.ts";
import { scoreArchehr } from "./archehr-scorer.ts";
import { BioasqQuestions } from "./bioasq-questions.ts";
import { scoreBioasq } from "./bioasq-scorer.ts";
import { type AnsweredFile, trivialAnswers } from "./demo-trivial-answers.ts";
import { type ArchehrSubmission, readArchehrSubmission } from "./read-archehr-submission.ts";
import { markdownTable, type ScoreSheet } from "./score-sheet.ts";

/** The demo's files, as texts: cases with answer sentences, key, our four submissions in order, golden file, our submissions of phases A+ and B, and what the question's own words find. */
export type DemoFiles = {
  cases: string;
  key: string;
  submissions: readonly string[];
  golden: string;
  retrieved: string;
  unexpanded: string;
  answered: string;
};

type Row = [prompt: string, measure: string, ours: ScoreSheet, baseline: ScoreSheet, what: string, name: string];

/**
 * Score what the embedded model made of the demo, each prompt beside a trivial baseline on the same items.
 *
 * In: the demo's files. Out: a Markdown table; n is the number of items of a measure. The demo is a set of examples, no benchmark.
 */
export const demoTable = async (files: DemoFiles): Promise<string> => {
  const rows = [...(await archehrRows(files)), ...bioasqRows(files)];
  return markdownTable(
    ["prompt", "measure", "embedded model", "baseline", "trivial baseline", "n"],
    rows.map(([prompt, measure, ours, baseline, what, name]) => [
      prompt,
      measure,
      shown(ours, name),
      shown(baseline, name),
      what,
      String(ours.measures[name]?.n ?? 0),
    ]),
  );
};

const shown = ({ measures }: ScoreSheet, name: string): string => measures[name]?.mean.toFixed(3) ?? "not computed";

const archehrRows = async ({ cases: xml, key: keyText, submissions }: DemoFiles): Promise<Row[]> => {
  const { cases } = readArchehrCases(xml, "demo cases");
  const key = readArchehrKey(keyText, "demo key");
  const scored = cases.map(({ id, narrative, clinicianQuestion }) => ({ id, narrative, clinicianQuestion }));
  const ours = submissions.map((text) => readArchehrSubmission(text, "demo submission"));
  const score = (subtask: 1 | 2 | 3 | 4, submission: ArchehrSubmission) =>
    scoreArchehr(subtask, { cases: scored, key, submission });
  const [question = [], evidence = [], answer = [], alignment = []] = ours;
  const lengths = new Map(
    evidence.map(({ case_id, prediction }) => [String(case_id), Array.isArray(prediction) ? prediction.length : 0]),
  );
  const firstSentences = (id: string, count: number) =>
    cases
      .find((one) => one.id === id)
      ?.sentences.slice(0, count)
      .map((sentence) => sentence.id) ?? [];
  const trivial = {
    question: cases.map(({ id, narrative }) => ({ case_id: id, prediction: firstWords(firstQuestion(narrative), 15) })),
    evidence: cases.map(({ id }) => ({ case_id: id, prediction: firstSentences(id, Math.max(1, lengths.get(id) ?? 1)) })),
    answer: cases.map(({ id, sentences }) => ({
      case_id: id,
      prediction: firstWords(sentences.map(({ text }) => text).join(" "), 75),
    })),
    alignment: cases.map(({ id, answerSentences }) => ({
      case_id: id,
      prediction: answerSentences.map((sentence) => ({ answer_id: sentence.id, evidence_id: firstSentences(id, 2) })),
    })),
  };
  return [
    [
      "archehr/interpret-question",
      "ROUGE-L",
      await score(1, question),
      await score(1, trivial.question),
      "first question sentence, 15 words",
      "rougeL",
    ],
    [
      "archehr/score-sentences",
      "strict micro F1",
      await score(2, evidence),
      await score(2, trivial.evidence),
      "first k sentences, k as ours",
      "strict_micro_f1",
    ],
    [
      "archehr/draft-answer",
      "ROUGE-1",
      await score(3, answer),
      await score(3, trivial.answer),
      "first 75 words of the note",
      "rouge1",
    ],
    [
      "archehr/draft-answer",
      "SARI",
      await score(3, answer),
      await score(3, trivial.answer),
      "first 75 words of the note",
      "sari",
    ],
    [
      "archehr/align-sentence",
      "micro F1",
      await score(4, alignment),
      await score(4, trivial.alignment),
      "first 2 sentences for each",
      "micro_f1",
    ],
  ];
};

const bioasqRows = ({ golden, retrieved, unexpanded, answered }: DemoFiles): Row[] => {
  const gold = BioasqQuestions.parse(JSON.parse(golden));
  const file: AnsweredFile = JSON.parse(answered);
  const ours = scoreBioasq(gold, BioasqQuestions.parse(file), { version: 9 });
  const trivial = scoreBioasq(gold, BioasqQuestions.parse(trivialAnswers(file)), { version: 9 });
  const found = scoreBioasq(gold, BioasqQuestions.parse(JSON.parse(retrieved)), { version: 9, parts: ["documents"] });
  const plain = scoreBioasq(gold, BioasqQuestions.parse(JSON.parse(unexpanded)), { version: 9, parts: ["documents"] });
  return [
    ["bioasq/expand-question and retrieval", "MAP@10", found, plain, "BM25 of the question's words", "honest_documents_map"],
    ["bioasq/answer-yesno", "macro F1", ours, trivial, "always yes", "honest_yesno_macro_f1"],
    ["bioasq/answer-factoid", "MRR", ours, trivial, "first name in the first snippet", "honest_factoid_mrr"],
    ["bioasq/answer-list", "F1", ours, trivial, "names in the first snippet", "honest_list_f1"],
    ["bioasq/draft-ideal", "ROUGE-SU4 F1", ours, trivial, "snippets up to 200 words", "honest_rouge_su4_f1"],
  ];
};

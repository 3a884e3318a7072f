import type { ArchehrCase } from "../formats/archehr-case.ts";
import { alignAnswer } from "../prompts/archehr/align-answer.ts";
import { alignSentence } from "../prompts/archehr/align-sentence.ts";
import { draftAnswer } from "../prompts/archehr/draft-answer.ts";
import { draftCitedAnswer } from "../prompts/archehr/draft-cited-answer.ts";
import { interpretQuestion } from "../prompts/archehr/interpret-question.ts";
import { scoreSentences } from "../prompts/archehr/score-sentences.ts";
import { verifyClaim } from "../prompts/common/verify-claim.ts";
import type { Sentence } from "../state/archehr.ts";
import type { ArchehrSettings } from "../state/settings/archehr.ts";
import type { PlannedCall } from "./estimate.ts";

/** Tokens of one score, {"id": "12", "score": 3}, and of one name in a list of ids; ours, on the safe side. */
const SCORE_TOKENS = 16;
const ID_TOKENS = 6;
/** Tokens of an English word; ours, on the safe side of 1.3. */
const WORD_TOKENS = 2;
/** Words of an answer sentence, and note sentences that one rests on; ours. */
const SENTENCE_WORDS = 18;
const CITED = 3;

/**
 * List the model calls that a case will make as far as it is planned: without corrections of replies and repairs of unsupported sentences.
 *
 * In: case, settings, subtask. Out: the calls in order; what is not known yet (question, answer) stands for itself at its longest.
 */
export const plannedArchehr = (one: ArchehrCase, settings: ArchehrSettings, subtask: string): PlannedCall[] => {
  const { narrative: message, answerSentences } = one;
  const note = one.sentences.map(({ id, text }) => ({ id, text }));
  const align = (answer: readonly Sentence[]) => aligned(answer, note, settings);
  if (subtask === "4" && answerSentences.length > 0) return align(answerSentences);
  const { interpretMaxWords: maxWords, interpretShots: shots } = settings;
  const candidates = settings.entityGuard ? settings.interpretCandidates : 1;
  const interpret = { role: "interpret" as const, ...interpretQuestion.render({ message, shots, maxWords, keep: [] }) };
  const questions = Array.from({ length: candidates }, () => ({ ...interpret, outputTokens: maxWords * WORD_TOKENS }));
  if (subtask === "1" || note.length === 0) return questions;
  const question = words(maxWords);
  const anchors = settings.bothAnchors ? [question, message] : [question];
  const scores = anchors.flatMap((anchor) => scored(anchor, note, settings.scoreBatch));
  const answerTokens = settings.answerMaxWords * WORD_TOKENS;
  const cited = draftCitedAnswer.render({ question, note, maxWords: settings.answerMaxWords });
  const drafts = Array.from({ length: settings.answerFirst ? settings.answerFirstDrafts : 0 }, () => ({
    role: "draft" as const,
    ...cited,
    outputTokens: answerTokens * 2,
  }));
  if (subtask === "2") return [...questions, ...scores, ...drafts];
  const draft = draftAnswer.render({ question, evidence: note.slice(0, CITED * 2), note, maxWords: settings.answerMaxWords });
  const answer = Array.from({ length: Math.ceil(settings.answerMaxWords / SENTENCE_WORDS) }, (_, at) => ({
    id: String(at + 1),
    text: words(SENTENCE_WORDS),
  }));
  const check = verifyClaim.render({ claim: words(SENTENCE_WORDS), evidence: note.slice(0, CITED).map(({ text }) => text) });
  const checks = (settings.verifySupport ? answer : []).map(() => ({
    role: "verify" as const,
    ...check,
    outputTokens: answerTokens / 2,
  }));
  return [
    ...questions,
    ...scores,
    ...drafts,
    { role: "draft", ...draft, outputTokens: answerTokens },
    ...align(answer),
    ...align(answerSentences),
    ...checks,
  ];
};

const scored = (question: string, note: readonly Sentence[], size: number): PlannedCall[] =>
  Array.from({ length: Math.ceil(note.length / size) }, (_, at) => note.slice(at * size, (at + 1) * size)).map((sentences) => {
    const batch = { question, sentences: [...sentences], note: [...note] };
    return { role: "score", ...scoreSentences.render(batch), outputTokens: sentences.length * SCORE_TOKENS };
  });

/** One call for all sentences in profile paper; else two for each, the second for what the first missed. */
const aligned = (answer: readonly Sentence[], note: Sentence[], settings: ArchehrSettings): PlannedCall[] => {
  if (answer.length === 0) return [];
  const whole = { answer: [...answer], note };
  if (!settings.perSentenceAlignment)
    return [{ role: "align", ...alignAnswer.render(whole), outputTokens: answer.length * CITED * ID_TOKENS }];
  return answer.flatMap((sentence) =>
    [[], note.slice(0, CITED).map(({ id }) => id)].map((found) => ({
      role: "align" as const,
      ...alignSentence.render({ ...whole, sentence, found }),
      outputTokens: CITED * ID_TOKENS,
    })),
  );
};

/** So many words of text that is not known yet. */
const words = (count: number): string => Array(count).fill("wordier").join(" ");

import type { Ask } from "../../clients/models/ask.ts";
import type { TextStore } from "../../clients/text-store.ts";
import { draftAnswer as prompt } from "../../prompts/archehr/draft-answer.ts";
import type { ArchehrStep, Sentence } from "../../state/archehr.ts";
import { countWords } from "../../text/python-whitespace.ts";
import { askFitting } from "../common/ask-fitting.ts";
import { fellBack } from "../common/fell-back.ts";
import { answerSentences, oneLine } from "./answer-sentences.ts";
import { rankSentences } from "./rank-sentences.ts";
import { readNote } from "./read-note.ts";

/**
 * Write the answer from the selected evidence, with the whole note as a safety net.
 *
 * In: question, evidence, note. Out: answer (one line), draft (its sentences, ids from 1), length: within or over answerMaxWords.
 * Where the note is too long for the model, its lowest-scored sentences are left out, evidence last; one fallback each time.
 * If the model is down: the evidence sentences themselves, in the note's order; one fallback.
 *
 * @cite healthnlp2026 §3.3
 */
export const draftAnswer =
  (
    ask: Ask,
    texts: Pick<TextStore, "get">,
  ): ArchehrStep<"caseId" | "question" | "evidence" | "scores" | "note" | "settings", "answer" | "draft" | "length"> =>
  async ({ caseId, question, evidence, scores, note, settings }, runtime) => {
    const sentences = readNote(texts, note, "draftAnswer").sentences.map(({ id, text }) => ({ id, text }));
    const chosen = new Set(evidence.map(({ id }) => id));
    const kept = sentences.filter(({ id }) => chosen.has(id));
    const inputOf = (shown: Sentence[]) => ({
      question,
      evidence: kept.filter((sentence) => shown.includes(sentence)),
      note: sentences.filter((sentence) => shown.includes(sentence)),
      maxWords: settings.answerMaxWords,
    });
    const { outcome, usage, fallbacks } = await askFitting(
      ask,
      prompt,
      { ranked: rankSentences(sentences, chosen, scores), inputOf, unit: "sentence" },
      {
        role: "draft",
        step: "draftAnswer",
        item: caseId,
        temperature: settings.answerTemperature,
        corrections: settings.correctiveRetries,
        nextModels: settings.noInventedEvidence,
      },
      runtime,
    );
    const answer = oneLine(outcome.is === "ok" ? outcome.value.answer : kept.map(({ text }) => text).join(" "));
    const length = countWords(answer) > settings.answerMaxWords ? "over" : "within";
    const told =
      outcome.is === "ok" ? fallbacks : [...fallbacks, fellBack("draftAnswer", outcome, "quoted the evidence sentences")];
    return { answer, draft: answerSentences(answer), length, usage, fallbacks: told };
  };

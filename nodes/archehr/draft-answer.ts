import type { Ask } from "../../clients/models/ask.ts";
import type { TextStore } from "../../clients/text-store.ts";
import { draftAnswer as prompt } from "../../prompts/archehr/draft-answer.ts";
import type { ArchehrStep } from "../../state/archehr.ts";
import { countWords } from "../../text/python-whitespace.ts";
import { askCorrected } from "../common/ask-corrected.ts";
import { fellBack } from "../common/fell-back.ts";
import { answerSentences, oneLine } from "./answer-sentences.ts";
import { readNote } from "./read-note.ts";

/**
 * Write the answer from the selected evidence, with the whole note as a safety net.
 *
 * In: question, evidence, note. Out: answer (one line), draft (its sentences, ids from 1), length: within or over answerMaxWords.
 * If the model is down: the evidence sentences themselves, in the note's order; one fallback.
 *
 * @cite healthnlp2026 §3.3
 */
export const draftAnswer =
  (
    ask: Ask,
    texts: Pick<TextStore, "get">,
  ): ArchehrStep<"caseId" | "question" | "evidence" | "note" | "settings", "answer" | "draft" | "length"> =>
  async ({ caseId, question, evidence, note, settings }, runtime) => {
    const sentences = readNote(texts, note, "draftAnswer").sentences.map(({ id, text }) => ({ id, text }));
    const chosen = new Set(evidence.map(({ id }) => id));
    const kept = sentences.filter(({ id }) => chosen.has(id));
    const { outcome, usage, fallbacks } = await askCorrected(
      ask,
      prompt,
      { question, evidence: kept, note: sentences, maxWords: settings.answerMaxWords },
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

import type { Ask } from "../../clients/models/ask.ts";
import type { TextStore } from "../../clients/text-store.ts";
import { NOT_STATED } from "../../prompts/archehr/not-stated.ts";
import { repairSentence as prompt } from "../../prompts/archehr/repair-sentence.ts";
import type { ArchehrState, ArchehrStep, Sentence } from "../../state/archehr.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Usage } from "../../state/usage.ts";
import { countWords } from "../../text/python-whitespace.ts";
import { askFitting } from "../common/ask-fitting.ts";
import { fellBack } from "../common/fell-back.ts";
import { answerSentences, oneLine } from "./answer-sentences.ts";
import { rankSentences } from "./rank-sentences.ts";
import { readNote } from "./read-note.ts";

type Reads = "caseId" | "question" | "draft" | "alignment" | "evidence" | "support" | "note" | "repairs" | "settings";

/**
 * Mend the answer sentences that their citations do not support: rewrite them from the evidence, and drop them in the last round.
 *
 * In: draft, support, evidence, alignment, note. Out: draft and answer without what could not be supported, repairs one higher; when
 * nothing is left, the answer says that the note does not state it and the case counts as abstained. One fallback a sentence.
 * If the model is down: the sentence is dropped; one fallback.
 *
 * @cite spec archehr best 6
 */
export const repairAnswer =
  (ask: Ask, texts: Pick<TextStore, "get">): ArchehrStep<Reads, "draft" | "answer" | "repairs" | "abstained"> =>
  async (state, runtime) => {
    const { caseId, question, draft, alignment, evidence, support, repairs, settings } = state;
    const sentences = readNote(texts, state.note, "repairAnswer").sentences;
    const lastRound = repairs + 1 >= settings.maxRepairs;
    const usage: Usage[] = [];
    const fallbacks: Fallback[] = [];
    const kept: string[] = [];
    for (const { id, text } of draft) {
      const problem = problemOf(support, id);
      if (problem === undefined) {
        kept.push(text);
        continue;
      }
      const told = (instead: string): Fallback => ({
        step: "repairAnswer",
        code: "unsupported",
        reason: `what it cites does not support answer sentence ${id}`,
        instead,
      });
      if (lastRound) {
        fallbacks.push(told("dropped the sentence"));
        continue;
      }
      const ids = new Set([
        ...evidence.map((chosen) => chosen.id),
        ...(alignment.find(({ answerId }) => answerId === id)?.evidenceIds ?? []),
      ]);
      const usable = sentences
        .filter((sentence) => ids.has(sentence.id))
        .map((sentence) => ({ id: sentence.id, text: sentence.text }));
      const inputOf = (shown: Sentence[]) => ({
        question,
        sentence: text,
        problem,
        evidence: usable.filter((sentence) => shown.includes(sentence)),
        maxWords: roomFor(settings, draft, id),
      });
      const reply = await askFitting(
        ask,
        prompt,
        { ranked: rankSentences(usable, new Set(), evidence), inputOf, unit: "sentence" },
        { role: "verify", step: "repairAnswer", item: caseId, temperature: 0, corrections: settings.correctiveRetries },
        runtime,
      );
      usage.push(...reply.usage);
      fallbacks.push(...reply.fallbacks);
      if (reply.outcome.is !== "ok") {
        fallbacks.push(fellBack("repairAnswer", reply.outcome, `dropped answer sentence ${id}`));
        continue;
      }
      const mended = oneLine(reply.outcome.value.text);
      fallbacks.push(told(mended === "" ? "dropped the sentence" : "rewrote the sentence from the evidence"));
      if (mended !== "") kept.push(mended);
    }
    const answer = [...new Set(kept)].join(" ");
    const empty = answer === "";
    return {
      answer: empty ? NOT_STATED : answer,
      draft: answerSentences(empty ? NOT_STATED : answer),
      repairs: repairs + 1,
      ...(empty ? { abstained: true } : {}),
      usage,
      fallbacks,
    };
  };

const problemOf = (support: ArchehrState["support"], id: string): string | undefined =>
  support.find(({ answerId, state }) => answerId === id && state === "unsupported")?.problem;

/** Words that one sentence may take so that the answer stays within its limit. */
const roomFor = (settings: ArchehrState["settings"], draft: ArchehrState["draft"], id: string): number =>
  Math.max(
    5,
    settings.answerMaxWords - draft.filter((sentence) => sentence.id !== id).reduce((sum, { text }) => sum + countWords(text), 0),
  );

import type { Ask } from "../../clients/models/ask.ts";
import { draftCitedAnswer as prompt } from "../../prompts/archehr/draft-cited-answer.ts";
import type { ArchehrState, Sentence } from "../../state/archehr.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Runtime } from "../../state/step.ts";
import type { Usage } from "../../state/usage.ts";
import { askFitting } from "../common/ask-fitting.ts";
import { fellBack } from "../common/fell-back.ts";
import { rankSentences } from "./rank-sentences.ts";

export type DraftVotes = { votes: Map<string, number>; usage: Usage[]; fallbacks: Fallback[] };

/**
 * Ask for several cited drafts of the answer, and count how often each sentence is cited.
 *
 * In: question, sentences, their scores: where the note is too long for the model, the lowest-scored ones are left out, and recorded.
 * Out: votes, the share of readable drafts (0-1) that cite a sentence, by id; empty when none could be read.
 * If the model is down: no votes, one fallback a draft.
 *
 * @cite spec archehr best 4
 */
export const citeInDrafts = async (
  ask: Ask,
  { caseId, question, settings }: Pick<ArchehrState, "caseId" | "question" | "settings">,
  sentences: readonly Sentence[],
  scores: ArchehrState["scores"],
  runtime: Runtime | undefined,
): Promise<DraftVotes> => {
  const ranked = rankSentences(sentences, new Set(), scores);
  const inputOf = (kept: Sentence[]) => ({
    question,
    note: sentences.filter((sentence) => kept.includes(sentence)),
    maxWords: settings.answerMaxWords,
  });
  const cited: string[][] = [];
  const usage: Usage[] = [];
  const fallbacks: Fallback[] = [];
  for (let sample = 0; sample < settings.answerFirstDrafts; sample++) {
    const reply = await askFitting(
      ask,
      prompt,
      { ranked, inputOf, unit: "sentence" },
      {
        role: "draft",
        step: "scoreSentences",
        item: caseId,
        temperature: settings.answerFirstTemperature,
        sample,
        corrections: settings.correctiveRetries,
      },
      runtime,
    );
    usage.push(...reply.usage);
    fallbacks.push(...reply.fallbacks);
    if (reply.outcome.is === "ok") cited.push(reply.outcome.value.sentences.flatMap(({ citations }) => citations));
    else fallbacks.push(fellBack("scoreSentences", reply.outcome, "went on without the votes of this draft"));
    runtime?.writer?.({
      event: "progress",
      step: "scoreSentences",
      item: caseId,
      done: sample + 1,
      of: settings.answerFirstDrafts,
      unit: "drafts",
    });
  }
  const votes = new Map<string, number>();
  for (const { id } of cited.length > 0 ? sentences : []) {
    votes.set(id, cited.filter((ids) => ids.includes(id)).length / cited.length);
  }
  return { votes, usage, fallbacks };
};

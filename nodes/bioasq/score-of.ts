import type { QuestionProfile } from "../../retrieval/question-profile.ts";
import { snippetScore } from "../../retrieval/snippet-score.ts";
import type { BioasqState } from "../../state/bioasq.ts";

/** Score a text's words beside a question's, with the weights of the settings. Out: composite lexical score, 0-1. @cite dsgt2026 §4.1 */
export const scoreOf = (profile: QuestionProfile, text: string, settings: BioasqState["settings"]): number =>
  snippetScore(profile, text, {
    keywords: settings.weightKeywords,
    entities: settings.weightEntities,
    phrases: settings.weightPhrases,
    drift: settings.driftPenalty,
  }).score;

import type { TextStore } from "../../clients/text-store.ts";
import { questionProfile } from "../../retrieval/question-profile.ts";
import { weaknessSignals, weakQuestion } from "../../retrieval/weak-question.ts";
import type { BioasqStep } from "../../state/bioasq.ts";
import { snippetText } from "./snippet-text.ts";

type Reads = "body" | "articles" | "snippets" | "settings";

/**
 * Decide from label-free signals whether the evidence is weak.
 *
 * In: question, articles, snippets. Out: verdict strong, weak, or unrescued (weak, and setting rescue is off); weakness, why; a fallback unless
 * strong. Signals: weak snippets, candidates, similarity of the best article, redundancy, words of the question found.
 *
 * @cite dsgt2026 §4.1
 */
export const gradeEvidence =
  (texts: Pick<TextStore, "get">): BioasqStep<Reads, "verdict" | "weakness"> =>
  async ({ body, articles, snippets, settings }) => {
    const similarities = articles.flatMap(({ similarity }) => similarity ?? []);
    const signals = weaknessSignals(questionProfile(body), {
      candidates: articles.length,
      relevance: similarities.length === 0 ? null : Math.max(...similarities),
      snippets: snippets.map(({ sha256, score }) => ({ text: snippetText(texts, sha256, "gradeEvidence"), score })),
    });
    const { weak, reasons } = weakQuestion(signals, settings);
    if (!weak) return { verdict: "strong", weakness: [] };
    return {
      verdict: settings.rescue ? "weak" : "unrescued",
      weakness: reasons,
      fallbacks: [
        {
          step: "gradeEvidence",
          code: "weakEvidence",
          reason: reasons.join("; "),
          instead: settings.rescue ? "searched again" : "went on with it",
        },
      ],
    };
  };

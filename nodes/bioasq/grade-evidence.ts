import type { TextStore } from "../../clients/text-store.ts";
import { contentForms } from "../../retrieval/lexical-forms.ts";
import { questionProfile } from "../../retrieval/question-profile.ts";
import { weaknessSignals, weakQuestion } from "../../retrieval/weak-question.ts";
import type { BioasqStep } from "../../state/bioasq.ts";
import { noMatch } from "./no-match.ts";
import { snippetText } from "./snippet-text.ts";

type Reads = "body" | "queries" | "articles" | "snippets" | "settings";

/**
 * Decide from label-free signals whether the evidence is weak.
 *
 * In: question, articles, snippets. Out: verdict strong, weak, or unrescued (weak, and setting rescue is off, or no article matches); weakness, why; a fallback unless
 * strong. Where no article matches, articles and snippets are emptied, and no rescue takes its terms from them. Signals: weak snippets, candidates, similarity of the best article, redundancy, words of the question found.
 *
 * @cite dsgt2026 §4.1
 */
export const gradeEvidence =
  (texts: Pick<TextStore, "get">): BioasqStep<Reads, "verdict" | "weakness" | "articles" | "snippets"> =>
  async ({ body, queries, articles, snippets, settings }) => {
    const similarities = articles.flatMap(({ similarity }) => similarity ?? []);
    const profile = questionProfile(body);
    const held = snippets.map(({ sha256, score }) => ({ text: snippetText(texts, sha256, "gradeEvidence"), score }));
    const unrelated = noMatch(
      [...profile.keywords, ...contentForms(queries.flatMap(({ added }) => added).join(" "))],
      {
        texts: [...held.map(({ text }) => text), ...articles.map(({ excerpt }) => excerpt)],
        cosines: [...similarities, ...snippets.flatMap(({ similarity }) => similarity ?? [])],
      },
      settings.minRelated,
    );
    if (unrelated !== undefined) return withoutMatch(unrelated);
    const signals = weaknessSignals(profile, {
      candidates: articles.length,
      relevance: similarities.length === 0 ? null : Math.max(...similarities),
      snippets: held,
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

/** A search by meaning always finds something; what has nothing to do with the question is no evidence, and no source of terms for a second search. */
const withoutMatch = (reason: string) => ({
  verdict: "unrescued" as const,
  weakness: [reason],
  articles: [],
  snippets: [],
  fallbacks: [{ step: "gradeEvidence", code: "noEvidence" as const, reason, instead: "dropped them, and did not search again" }],
});

import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { TextStore } from "../../clients/text-store.ts";
import { keyPhrases, keyTerms } from "../../retrieval/key-phrases.ts";
import { formsOf, holdsPhrase } from "../../retrieval/lexical-forms.ts";
import type { RescueStep } from "../../state/rescue.ts";
import { fellBack } from "../common/fell-back.ts";
import { fieldedQuery } from "./fielded-query.ts";
import { similarities } from "./similarities.ts";
import { snippetText } from "./snippet-text.ts";

const step = "expandSemantically";

/**
 * Search with the phrases of the evidence found so far that mean most nearly what the question asks (feedback by meaning).
 *
 * In: question, snippets. Out: at most one query of source semantic: the question's key terms and the nearest new phrases.
 * If the encoder is down: no query; one fallback. Without snippets there is nothing to learn from: no query.
 *
 * @cite dsgt2026 §4.1, §6
 */
export const expandSemantically =
  (embed: Encoder["embed"], texts: Pick<TextStore, "get">): RescueStep<"body" | "snippets" | "settings", "newQueries"> =>
  async ({ body, snippets, settings }, runtime) => {
    const own = formsOf(body);
    const best = snippets.slice(0, settings.answerSnippets).map(({ sha256 }) => snippetText(texts, sha256, step));
    const phrases = [...new Set(best.flatMap(keyPhrases))].filter((phrase) => !holdsPhrase(own, formsOf(phrase)));
    if (phrases.length === 0) return {};
    const compared = await similarities(
      embed,
      body,
      phrases.map((text) => ({ text })),
      runtime,
    );
    if (compared.is !== "ok") return { fallbacks: [fellBack(step, compared, "searched without a query of near phrases")] };
    const added = phrases
      .map((phrase, at) => ({ phrase, similarity: compared.value[at] ?? 0 }))
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, settings.maxExpansionTerms)
      .map(({ phrase }) => phrase);
    const core = keyTerms(body, settings.maxExpansionTerms);
    const fielded = fieldedQuery([...core.slice(0, 2).map((term) => [term]), added]);
    return { newQueries: [{ text: [...core, ...added].join(" "), source: "semantic", added, fielded }] };
  };

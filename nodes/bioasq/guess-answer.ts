import type { Ask } from "../../clients/models/ask.ts";
import type { TextStore } from "../../clients/text-store.ts";
import { guessAnswer as prompt } from "../../prompts/bioasq/guess-answer.ts";
import type { RescueStep } from "../../state/rescue.ts";
import { oneLine } from "../../text/one-line.ts";
import { fellBack } from "../common/fell-back.ts";
import { askWithSnippets } from "./ask-with-snippets.ts";
import { promptSnippetTexts } from "./snippet-text.ts";

/**
 * Let a model write a tentative answer, and search with its words; it is never shown as an answer.
 *
 * In: question, snippets found so far. Out: at most one query of source answerGuided: the passage, and the terms worth searching for.
 * If the model is down: no query; one fallback. With rescueAnswerGuided off nothing is asked.
 *
 * @cite dsgt2026 §1, §4.1
 */
export const guessAnswer =
  (ask: Ask, texts: Pick<TextStore, "get">): RescueStep<"questionId" | "body" | "snippets" | "settings", "newQueries"> =>
  async ({ questionId, body, snippets, settings }, runtime) => {
    if (!settings.rescueAnswerGuided) return {};
    const best = snippets.slice(0, settings.answerSnippets).map(({ sha256 }) => sha256);
    const { outcome, usage, fallbacks } = await askWithSnippets(
      ask,
      prompt,
      promptSnippetTexts(texts, best, "guessAnswer"),
      (kept) => ({ question: body, snippets: kept }),
      {
        role: "expand",
        step: "guessAnswer",
        item: questionId,
        temperature: settings.answerTemperature,
        nextModels: true,
        corrections: settings.correctiveRetries,
      },
      runtime,
    );
    if (outcome.is !== "ok") {
      return { usage, fallbacks: [...fallbacks, fellBack("guessAnswer", outcome, "searched without an answer-guided query")] };
    }
    const passage = oneLine(outcome.value.passage);
    const terms = outcome.value.terms.map(oneLine).slice(0, settings.maxExpansionTerms);
    const added = terms.filter((term) => !body.toLowerCase().includes(term.toLowerCase()));
    const text = [passage, ...added].join(" ").trim();
    return { newQueries: text === "" ? [] : [{ text, source: "answerGuided", added }], usage, fallbacks };
  };

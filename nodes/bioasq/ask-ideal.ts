import type { Ask } from "../../clients/models/ask.ts";
import { answerSummary } from "../../prompts/bioasq/answer-summary.ts";
import { draftIdeal as prompt } from "../../prompts/bioasq/draft-ideal.ts";
import type { NumberedSnippet } from "../../prompts/bioasq/numbered-snippets.ts";
import type { BioasqState } from "../../state/bioasq.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Runtime } from "../../state/step.ts";
import type { Usage } from "../../state/usage.ts";
import { oneLine } from "../../text/one-line.ts";
import { fellBack } from "../common/fell-back.ts";
import { askWithSnippets } from "./ask-with-snippets.ts";
import { uncitedSentences } from "./uncited-sentences.ts";

type Request = Pick<BioasqState, "questionId" | "body" | "type" | "exactAnswer" | "ideal" | "settings">;
export type Drafted = { sentences: BioasqState["ideal"]; usage: Usage[]; fallbacks: Fallback[] };

/**
 * Ask for the ideal answer: on its own and cited (separateIdeal), in the summary's format, or take what came with the exact answer.
 *
 * In: question, exact answer, snippets (best first). Out: drafted sentences with the numbers of existing snippets that they cite.
 * If the model is down: what came with the exact answer, which may be nothing; one fallback.
 */
export const askIdeal = async (
  ask: Ask,
  { questionId, body: question, type, exactAnswer, ideal, settings }: Request,
  snippets: readonly NumberedSnippet[],
  runtime: Runtime | undefined,
): Promise<Drafted> => {
  const options = {
    role: "answer" as const,
    step: "draftIdeal",
    item: questionId,
    temperature: settings.answerTemperature,
    nextModels: true,
    corrections: settings.correctiveRetries,
  };
  const instead = ideal.length > 0 ? "took what came with the exact answer" : "went on without a draft";
  if (settings.separateIdeal) {
    const asked = {
      question,
      type: type === "" ? ("summary" as const) : type,
      exact: inWords(exactAnswer),
      maxWords: settings.idealMaxWords,
    };
    const input = (kept: NumberedSnippet[]) => ({ ...asked, snippets: kept });
    const { outcome, usage, fallbacks } = await askWithSnippets(ask, prompt, snippets, input, options, runtime);
    if (outcome.is === "ok") return { sentences: cited(outcome.value.sentences, snippets.length), usage, fallbacks };
    return { sentences: ideal, usage, fallbacks: [...fallbacks, fellBack("draftIdeal", outcome, instead)] };
  }
  if (type !== "summary") return { sentences: ideal, usage: [], fallbacks: [] };
  const input = (kept: NumberedSnippet[]) => ({ question, snippets: kept });
  const { outcome, usage, fallbacks } = await askWithSnippets(ask, answerSummary, snippets, input, options, runtime);
  if (outcome.is === "ok") return { sentences: uncitedSentences(outcome.value.ideal), usage, fallbacks };
  return { sentences: [], usage, fallbacks: [...fallbacks, fellBack("draftIdeal", outcome, instead)] };
};

/** An exact answer as words for a prompt; empty when there is none. */
const inWords = (exactAnswer: BioasqState["exactAnswer"]): string =>
  exactAnswer === null ? "" : typeof exactAnswer === "string" ? exactAnswer : exactAnswer.flat().join(", ");

const cited = (sentences: BioasqState["ideal"], known: number): BioasqState["ideal"] =>
  sentences
    .map(({ text, snippets }) => ({
      text: oneLine(text),
      snippets: [...new Set(snippets)].filter((n) => n >= 1 && n <= known),
    }))
    .filter(({ text }) => text !== "");

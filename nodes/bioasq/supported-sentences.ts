import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { Ask } from "../../clients/models/ask.ts";
import type { NumberedSnippet } from "../../prompts/bioasq/numbered-snippets.ts";
import type { BioasqState } from "../../state/bioasq.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Runtime } from "../../state/step.ts";
import type { Usage } from "../../state/usage.ts";
import { contentWords } from "../../text/content-words.ts";
import { checkClaim } from "../common/check-claim.ts";
import type { Drafted } from "./ask-ideal.ts";

type Draft = { sentences: BioasqState["ideal"]; snippets: readonly NumberedSnippet[] };

/**
 * Keep the sentences of an ideal answer that a snippet supports, each with the snippets that do.
 *
 * In: sentences with the snippets they cite, and the snippets. Out: the supported ones; a sentence is checked against what it cites,
 * then against the snippet that shares most of its words and it does not cite. One that could not be checked is kept. A fallback for each sentence left out.
 * If the encoder or the model is down: as checkClaim.
 *
 * @cite spec bioasq best
 */
export const supportedSentences = async (
  { ask, embed }: { ask: Ask; embed: Encoder["embed"] },
  { questionId, settings }: Pick<BioasqState, "questionId" | "settings">,
  { sentences, snippets }: Draft,
  runtime: Runtime | undefined,
): Promise<Drafted> => {
  const { supportedAbove, unsupportedBelow } = settings;
  const options = { step: "draftIdeal", item: questionId, supportedAbove, unsupportedBelow };
  const kept: BioasqState["ideal"] = [];
  const usage: Usage[] = [];
  const fallbacks: Fallback[] = [];
  for (const [at, { text, snippets: cited }] of sentences.entries()) {
    let problem = "";
    for (const numbers of citationsToTry(text, cited, snippets)) {
      const evidence = snippets.filter(({ n }) => numbers.includes(n)).map((snippet) => snippet.text);
      const checked = await checkClaim({ ask, embed }, { claim: text, evidence }, options, runtime);
      usage.push(...checked.usage);
      fallbacks.push(...checked.fallbacks);
      if (checked.state !== "unsupported") {
        kept.push({ text, snippets: numbers });
        problem = "";
        break;
      }
      problem ||= checked.problem;
    }
    if (problem === "") continue;
    fallbacks.push({
      step: "draftIdeal",
      code: "unsupported",
      reason: `sentence ${at + 1} of the draft is not supported by a snippet`,
      instead: "left the sentence out",
    });
  }
  return { sentences: kept, usage, fallbacks };
};

/** The cited snippets, then the closest of the others. */
const citationsToTry = (text: string, cited: readonly number[], snippets: readonly NumberedSnippet[]): number[][] => {
  const wanted = new Set(contentWords(text));
  const shared = ({ text: held }: NumberedSnippet) => new Set(contentWords(held).filter((word) => wanted.has(word))).size;
  const others = snippets.filter(({ n }) => !cited.includes(n)).sort((a, b) => shared(b) - shared(a) || a.n - b.n);
  return [...(cited.length > 0 ? [[...cited]] : []), ...others.slice(0, 1).map(({ n }) => [n])];
};

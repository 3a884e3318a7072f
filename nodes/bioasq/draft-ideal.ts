import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { Ask } from "../../clients/models/ask.ts";
import type { TextStore } from "../../clients/text-store.ts";
import { NO_EVIDENCE_ANSWER } from "../../formats/bioasq-rules.ts";
import type { NumberedSnippet } from "../../prompts/bioasq/numbered-snippets.ts";
import type { BioasqState, BioasqStep } from "../../state/bioasq.ts";
import { askIdeal } from "./ask-ideal.ts";
import { promptSnippetTexts } from "./snippet-text.ts";
import { supportedSentences } from "./supported-sentences.ts";
import { uncitedSentences } from "./uncited-sentences.ts";
import { withinWords } from "./within-words.ts";

type Reads = "questionId" | "body" | "type" | "promptSnippets" | "snippets" | "exactAnswer" | "ideal" | "settings";

/**
 * Write the ideal answer: two or three sentences, with the snippets that each one cites.
 *
 * In: question, promptSnippets, exactAnswer, ideal (what came with the exact answer). Out: ideal, sentences with citations;
 * idealAnswer, the same on one line, at most idealMaxWords words; citations. With verifyIdeal a sentence that no snippet supports is
 * left out, and recorded.
 * If the model is down, or nothing is supported: the first sentences of the best snippet, quoted; one fallback.
 *
 * @cite dsgt2026 §4.4.3; spec bioasq best
 */
export const draftIdeal =
  (ask: Ask, embed: Encoder["embed"], texts: Pick<TextStore, "get">): BioasqStep<Reads, "ideal" | "idealAnswer" | "citations"> =>
  async (state, runtime) => {
    const { promptSnippets, settings } = state;
    if (promptSnippets.length === 0) return { ideal: [], idealAnswer: NO_EVIDENCE_ANSWER, citations: [] };
    const snippets = promptSnippetTexts(texts, promptSnippets, "draftIdeal");
    const drafted = await askIdeal(ask, state, snippets, runtime);
    const supported = settings.verifyIdeal
      ? await supportedSentences({ ask, embed }, state, { sentences: drafted.sentences, snippets }, runtime)
      : { sentences: drafted.sentences, usage: [], fallbacks: [] };
    const told = [...drafted.fallbacks, ...supported.fallbacks];
    const usage = [...drafted.usage, ...supported.usage];
    if (supported.sentences.length === 0) {
      told.push({
        step: "draftIdeal",
        code: drafted.sentences.length === 0 ? "empty" : "unsupported",
        reason: drafted.sentences.length === 0 ? "there is no drafted sentence" : "no drafted sentence is supported by a snippet",
        instead: "quoted the best snippet",
      });
    }
    const chosen = supported.sentences.length > 0 ? supported.sentences : quoted(snippets);
    const { sentences, fallbacks } = withinWords(chosen, settings.idealMaxWords, "draftIdeal");
    return {
      ideal: sentences,
      idealAnswer: sentences.map(({ text }) => text).join(" "),
      citations: citationsOf(sentences, state),
      usage,
      fallbacks: [...told, ...fallbacks],
    };
  };

/** The first two sentences of the best snippet, cited to it. */
const quoted = (snippets: readonly NumberedSnippet[]): BioasqState["ideal"] =>
  uncitedSentences(snippets[0]?.text ?? "")
    .slice(0, 2)
    .map(({ text }) => ({ text, snippets: [1] }));

const citationsOf = (
  sentences: BioasqState["ideal"],
  { promptSnippets, snippets }: Pick<BioasqState, "promptSnippets" | "snippets">,
): BioasqState["citations"] =>
  sentences.flatMap((sentence, at) =>
    sentence.snippets.flatMap((n) => {
      const sha256 = promptSnippets[n - 1];
      const pmid = snippets.find((snippet) => snippet.sha256 === sha256)?.pmid;
      return sha256 === undefined || pmid === undefined ? [] : [{ sentence: at + 1, sha256, pmid }];
    }),
  );

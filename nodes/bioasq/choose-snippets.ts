import type { TextStore } from "../../clients/text-store.ts";
import type { BioasqState, BioasqStep, Snippet } from "../../state/bioasq.ts";
import { splitSentences } from "../../text/split-sentences.ts";
import { ItemFailed } from "../common/item-failed.ts";
import { excerptOf } from "./excerpt-of.ts";
import { promptCharacters } from "./prompt-characters.ts";
import { snippetText } from "./snippet-text.ts";

type Reads = "body" | "type" | "snippets" | "settings";

/**
 * Choose the snippets that the model sees: the best answerSnippets (a list question: listSnippets) that fit its context.
 *
 * In: snippets, best first. Out: promptSnippets, their hashes, best first, so that prompt and reply keep within promptTokens; a snippet
 * that is too long even alone is cut at a sentence end, and stands cut in snippets. Without snippets: none, and abstained where asked.
 *
 * @cite dsgt2026 §4.4.2-4.4.3
 */
export const chooseSnippets =
  (texts: TextStore): BioasqStep<Reads, "promptSnippets" | "snippets" | "abstained"> =>
  async ({ body, type, snippets, settings }) => {
    if (snippets.length === 0) return noEvidence(settings.abstain);
    const room = roomFor(body, type, settings);
    const wanted = snippets.slice(0, type === "list" ? settings.listSnippets : settings.answerSnippets);
    const length = (chosen: readonly Snippet[]) =>
      promptCharacters(
        body,
        type,
        chosen.map(({ sha256 }) => snippetText(texts, sha256, "chooseSnippets")),
        settings,
      );
    let kept = wanted.length;
    while (kept > 1 && length(wanted.slice(0, kept)) > room) kept--;
    const chosen = wanted.slice(0, kept);
    const dropped =
      kept === wanted.length
        ? []
        : [
            {
              step: "chooseSnippets",
              code: "droppedEvidence" as const,
              reason: `${wanted.length} snippets and the reply need more than ${settings.promptTokens} tokens`,
              instead: `put the best ${kept} before the model`,
            },
          ];
    if (length(chosen) <= room) return { promptSnippets: chosen.map(({ sha256 }) => sha256), fallbacks: dropped };
    const first = snippets[0]!; // there are snippets
    const cut = cutSnippet(texts, first, room - promptCharacters(body, type, [""], settings));
    return {
      promptSnippets: [cut.sha256],
      snippets: [cut, ...snippets.slice(1)],
      fallbacks: [
        ...dropped,
        {
          step: "chooseSnippets",
          code: "truncatedText",
          reason: `the best snippet alone needs more than ${settings.promptTokens} tokens with the reply`,
          instead: "cut it at its end",
        },
      ],
    };
  };

const noEvidence = (abstained: boolean) => ({
  promptSnippets: [],
  abstained,
  fallbacks: [
    {
      step: "chooseSnippets",
      code: "noEvidence" as const,
      reason: "there is no snippet to answer from",
      instead: abstained ? "abstained" : "wrote that no answer was found",
    },
  ],
});

/** Characters that prompt and snippets may take. */
const roomFor = (body: string, type: BioasqState["type"], settings: BioasqState["settings"]): number => {
  const room = Math.floor((settings.promptTokens - settings.replyTokens) * settings.charactersPerToken);
  if (promptCharacters(body, type, [" "], settings) < room) return room;
  throw new ItemFailed(
    "chooseSnippets",
    "misconfigured",
    `promptTokens ${settings.promptTokens} less replyTokens ${settings.replyTokens} leaves no room for a snippet; raise promptTokens`,
  );
};

const cutSnippet = (texts: TextStore, snippet: Snippet, characters: number): Snippet => {
  const text = snippetText(texts, snippet.sha256, "chooseSnippets");
  const whole = splitSentences(text).findLast(({ end }) => end <= characters)?.end;
  const hard = text.slice(0, characters);
  const cut = whole === undefined ? hard.replace(/\s+\S*$/u, "") : text.slice(0, whole);
  const end = snippet.start < 0 ? snippet.end : snippet.start + cut.length;
  return { ...snippet, end, sha256: texts.put(cut), excerpt: excerptOf(cut) };
};

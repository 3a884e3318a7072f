import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { TextStore } from "../../clients/text-store.ts";
import { pruneSnippets } from "../../retrieval/prune-snippets.ts";
import { questionProfile } from "../../retrieval/question-profile.ts";
import { cosine } from "../../retrieval/vectors.ts";
import type { BioasqStep } from "../../state/bioasq.ts";
import { fellBack } from "../common/fell-back.ts";
import { relevanceOf } from "./relevance-of.ts";
import { snippetText } from "./snippet-text.ts";

type Reads = "body" | "snippets" | "settings";

const step = "checkCoverage";

/**
 * Find irrelevant and redundant snippets, and check whether the question stays covered without them.
 *
 * In: question, snippets. Out: pruned, what could be dropped and why; coverage safe, or unsafe where dropping would uncover too much
 * of the question. With prune off: safe, and nothing to drop.
 * If the encoder is down: nothing is dropped as irrelevant, since nobody can tell how near it is to the best snippets; one fallback.
 *
 * @cite dsgt2026 §4.1-4.2
 */
export const checkCoverage =
  (embed: Encoder["embed"], texts: Pick<TextStore, "get">): BioasqStep<Reads, "coverage" | "pruned"> =>
  async ({ body, snippets, settings }, runtime) => {
    if (!settings.prune) return { coverage: "safe", pruned: [] };
    const { pruneKeep: keep, pruneBelow: below, pruneUnlike: unlike, pruneRepeats: repeats, pruneCoverage: coverage } = settings;
    // Reasons name a snippet by its place, since a hash tells a reader nothing.
    const placed = snippets.map((snippet, at) => ({
      id: String(at + 1),
      text: snippetText(texts, snippet.sha256, step),
      relevance: relevanceOf(snippet),
    }));
    const embedded =
      placed.length > keep
        ? await embed(
            placed.map(({ text }) => text),
            { signal: runtime?.signal, remember: true },
          )
        : undefined;
    const vectors = embedded?.is === "ok" ? embedded.value : [];
    const best = vectors.slice(0, keep);
    const measured = placed.map((snippet, at) => {
      const own = vectors[at];
      return { ...snippet, likeness: own === undefined ? null : Math.max(...best.map((other) => cosine(own, other))) };
    });
    const { verdict, dropped } = pruneSnippets(questionProfile(body), measured, { keep, below, unlike, repeats, coverage });
    const pruned = dropped.flatMap(({ id, reason }) => {
      const snippet = snippets[Number(id) - 1];
      return snippet === undefined ? [] : [{ sha256: snippet.sha256, reason }];
    });
    const told =
      embedded === undefined || embedded.is === "ok" ? [] : [fellBack(step, embedded, "dropped no snippet as irrelevant")];
    return { coverage: verdict, pruned, fallbacks: told };
  };

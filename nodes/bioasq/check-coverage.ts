import type { TextStore } from "../../clients/text-store.ts";
import { pruneSnippets } from "../../retrieval/prune-snippets.ts";
import { questionProfile } from "../../retrieval/question-profile.ts";
import type { BioasqStep } from "../../state/bioasq.ts";
import { snippetText } from "./snippet-text.ts";

type Reads = "body" | "snippets" | "settings";

/**
 * Find irrelevant and redundant snippets, and check whether the question stays covered without them.
 *
 * In: question, snippets. Out: pruned, what could be dropped and why; coverage safe, or unsafe where dropping would uncover too much
 * of the question. With prune off: safe, and nothing to drop.
 *
 * @cite dsgt2026 §4.1-4.2
 */
export const checkCoverage =
  (texts: Pick<TextStore, "get">): BioasqStep<Reads, "coverage" | "pruned"> =>
  async ({ body, snippets, settings }) => {
    if (!settings.prune) return { coverage: "safe", pruned: [] };
    const { pruneKeep: keep, pruneBelow: below, pruneRedundant: redundant, pruneCoverage: coverage } = settings;
    // Reasons name a snippet by its place, since a hash tells a reader nothing.
    const placed = snippets.map(({ sha256, score }, at) => ({
      id: String(at + 1),
      text: snippetText(texts, sha256, "checkCoverage"),
      score,
    }));
    const { verdict, dropped } = pruneSnippets(questionProfile(body), placed, { keep, below, redundant, coverage });
    const pruned = dropped.flatMap(({ id, reason }) => {
      const snippet = snippets[Number(id) - 1];
      return snippet === undefined ? [] : [{ sha256: snippet.sha256, reason }];
    });
    return { coverage: verdict, pruned };
  };

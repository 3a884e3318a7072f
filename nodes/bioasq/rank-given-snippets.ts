import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { TextStore } from "../../clients/text-store.ts";
import { pmidOf } from "../../formats/pubmed-url.ts";
import { questionProfile } from "../../retrieval/question-profile.ts";
import { questionType } from "../../retrieval/question-type.ts";
import { textOverlap } from "../../retrieval/text-overlap.ts";
import type { BioasqState, BioasqStep, Snippet } from "../../state/bioasq.ts";
import type { GivenSnippet } from "../../state/given-snippet.ts";
import { fellBack } from "../common/fell-back.ts";
import { excerptOf } from "./excerpt-of.ts";
import { relevanceOf } from "./relevance-of.ts";
import { scoreOf } from "./score-of.ts";
import { similarities } from "./similarities.ts";

type Reads = "body" | "type" | "givenDocuments" | "givenSnippets" | "settings";
type Writes = "articles" | "snippets" | "type" | "givenSnippets";
type Weighed = Snippet & { text: string };

/**
 * Take the snippets that the organisers gave, and rank them by relevance without those that repeat a better one.
 *
 * In: givenDocuments, givenSnippets. Out: articles in the given order; snippets, most relevant first (rankGiven), else in the given
 * order, no text twice; their texts are in the text store and givenSnippets is cleared; type, where the caller gave none.
 * If the encoder is down: ranked by words alone; one fallback.
 *
 * @cite dsgt2026 §4.4; spec bioasq answer
 */
export const rankGivenSnippets =
  (embed: Encoder["embed"], texts: Pick<TextStore, "put">): BioasqStep<Reads, Writes> =>
  async ({ body, type, givenDocuments, givenSnippets, settings }, runtime) => {
    const given = givenSnippets.filter(({ text }, at) => {
      return text.trim() !== "" && givenSnippets.findIndex((other) => other.text === text) === at;
    });
    const compared = settings.rankGiven && given.length > 0 ? await similarities(embed, body, given, runtime) : undefined;
    const failed = compared !== undefined && compared.is !== "ok" ? compared : undefined;
    const cosines = compared?.is === "ok" ? compared.value : [];
    const profile = questionProfile(body);
    const weighed = given.map((snippet, at): Weighed => {
      const { text } = snippet;
      const score = scoreOf(profile, text, settings);
      return {
        ...placeOf(snippet),
        score,
        similarity: cosines[at] ?? null,
        sha256: texts.put(text),
        excerpt: excerptOf(text),
        text,
      };
    });
    const ranked = settings.rankGiven ? distinct(weighed, settings) : weighed;
    return {
      articles: articlesOf(givenDocuments, settings),
      snippets: ranked.map(({ text: _, ...snippet }) => snippet),
      givenSnippets: [],
      ...(type === "" ? { type: questionType(body).type } : {}),
      fallbacks: failed === undefined ? [] : [fellBack("rankGivenSnippets", failed, "ranked the given snippets by words alone")],
    };
  };

const distinct = (snippets: readonly Weighed[], { pruneRedundant }: BioasqState["settings"]): Weighed[] => {
  const kept: Weighed[] = [];
  for (const snippet of [...snippets].sort((a, b) => relevanceOf(b) - relevanceOf(a))) {
    if (kept.every((better) => textOverlap(snippet.text, better.text) <= pruneRedundant)) kept.push(snippet);
  }
  return kept;
};

/** Where a given snippet stands; -1 for offsets that it does not name. The years of full texts named sections "sections.0". */
const placeOf = ({ document, ...given }: GivenSnippet): Pick<Snippet, "pmid" | "section" | "start" | "end"> => ({
  pmid: pmidOf(document) ?? document,
  section: given.beginSection === "title" ? "title" : "abstract",
  start: given.offsetInBeginSection ?? -1,
  end: given.offsetInEndSection ?? -1,
});

const articlesOf = (documents: readonly string[], { fusionK }: BioasqState["settings"]): BioasqState["articles"] =>
  [...new Set(documents.map((document) => pmidOf(document) ?? document))].map((pmid, rank) => ({
    pmid,
    score: 1 / (fusionK + rank + 1),
    similarity: null,
    excerpt: "",
  }));

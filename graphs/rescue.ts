import { END, START, StateGraph } from "@langchain/langgraph/web";
import type { CrossEncoder } from "../clients/encoder/cross-encoder.ts";
import type { Encoder } from "../clients/encoder/encoder.ts";
import type { Ask } from "../clients/models/ask.ts";
import type { Retriever } from "../clients/retriever.ts";
import type { TextStore } from "../clients/text-store.ts";
import { addRelations } from "../nodes/bioasq/add-relations.ts";
import { enrichSynonyms } from "../nodes/bioasq/enrich-synonyms.ts";
import { expandSemantically } from "../nodes/bioasq/expand-semantically.ts";
import { guessAnswer } from "../nodes/bioasq/guess-answer.ts";
import { rerankRescue } from "../nodes/bioasq/rerank-rescue.ts";
import { searchRescue } from "../nodes/bioasq/search-rescue.ts";
import type { Lexicon } from "../retrieval/lexicon.ts";
import { RescueInput, RescueOutput, RescueState } from "../state/rescue.ts";
import { announceSteps } from "./announce-steps.ts";

/** What the rescue needs from outside. */
export type RescueDeps = {
  ask: Ask;
  embed: Encoder["embed"];
  /** Reads question and article together; without one articles are ranked by vectors and words. */
  crossEncode?: CrossEncoder["score"] | undefined;
  retrievers: readonly Retriever[];
  texts: TextStore;
  /** Other names, where a lexicon was made. */
  lexicon?: Lexicon | undefined;
};

/**
 * Build the rescue of a weak question: four kinds of new queries, made side by side, then one search and one ranking of what they find.
 *
 * In: ask, embed, crossEncode (optional), retrievers, texts, lexicon (optional). Out: the graph, not yet compiled. It finds; mergeRescue decides what is taken.
 *
 * @cite dsgt2026 §4.1, §6
 */
export const buildRescueGraph = ({ ask, embed, crossEncode, retrievers, texts, lexicon }: RescueDeps) =>
  new StateGraph({ state: RescueState, input: RescueInput, output: RescueOutput })
    .addNode(
      announceSteps("questionId", {
        expandSemantically: expandSemantically(embed, texts),
        addRelations,
        enrichSynonyms: enrichSynonyms(lexicon),
        guessAnswer: guessAnswer(ask, texts),
        searchRescue: searchRescue(retrievers, embed),
        rerankRescue: rerankRescue(retrievers, embed, texts, crossEncode),
      }),
    )

    .addEdge(START, "expandSemantically")
    .addEdge(START, "addRelations")
    .addEdge(START, "enrichSynonyms")
    .addEdge(START, "guessAnswer")
    .addEdge(["expandSemantically", "addRelations", "enrichSynonyms", "guessAnswer"], "searchRescue")
    .addEdge("searchRescue", "rerankRescue")
    .addEdge("rerankRescue", END);

/** Build and compile the rescue graph. In: its dependencies. Out: the compiled graph, a node of the bioasq graph. */
export const compileRescueGraph = (deps: RescueDeps) => buildRescueGraph(deps).compile({ name: "rescue" });

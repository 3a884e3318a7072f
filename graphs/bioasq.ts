import { type BaseCheckpointSaver, END, START, StateGraph } from "@langchain/langgraph/web";
import { refuseTracing } from "../clients/tracing.ts";
import { checkCoverage } from "../nodes/bioasq/check-coverage.ts";
import { chooseSnippets } from "../nodes/bioasq/choose-snippets.ts";
import { draftExact } from "../nodes/bioasq/draft-exact.ts";
import { draftIdeal } from "../nodes/bioasq/draft-ideal.ts";
import { expandQuestion } from "../nodes/bioasq/expand-question.ts";
import { extractSnippets } from "../nodes/bioasq/extract-snippets.ts";
import { fuseRankings } from "../nodes/bioasq/fuse-rankings.ts";
import { gradeEvidence } from "../nodes/bioasq/grade-evidence.ts";
import { keepEvidence } from "../nodes/bioasq/keep-evidence.ts";
import { mergeRescue } from "../nodes/bioasq/merge-rescue.ts";
import { pruneEvidence } from "../nodes/bioasq/prune-evidence.ts";
import { rankGivenSnippets } from "../nodes/bioasq/rank-given-snippets.ts";
import type { TrainingMemory } from "../nodes/bioasq/recall-questions.ts";
import { repairFormat } from "../nodes/bioasq/repair-format.ts";
import { rerankArticles } from "../nodes/bioasq/rerank-articles.ts";
import { searchArticles } from "../nodes/bioasq/search-articles.ts";
import { validateAnswer } from "../nodes/bioasq/validate-answer.ts";
import { BioasqInput, BioasqOutput, BioasqState } from "../state/bioasq.ts";
import { announceSteps } from "./announce-steps.ts";
import { lightenScopes } from "./lighten-scopes.ts";
import type { ReplacedSteps } from "./replaced-steps.ts";
import { compileRescueGraph, type RescueDeps } from "./rescue.ts";
import type { Routes } from "./routes.ts";

/** What the bioasq graph needs from outside; retrievers are searched in turn, one or several. */
export type BioasqDeps = RescueDeps & { memory?: TrainingMemory | undefined };

type Reads<Channel extends keyof BioasqState> = Pick<BioasqState, Channel>;

/** At the start: is evidence to be retrieved, or was it given (phase B)? */
export const entryIs = ({ phase }: Reads<"phase">) => (phase === "B" ? "answer" : "retrieve");

/** After grading: is the evidence strong, weak, or weak with the rescue switched off? */
export const evidenceIs = ({ verdict }: Reads<"verdict">) => (verdict === "ungraded" ? "weak" : verdict);

/** After the coverage check: does pruning keep what the question needs covered? */
export const pruningIs = ({ coverage }: Reads<"coverage">) => (coverage === "safe" ? "safe" : "unsafe");

/** With the evidence settled: are documents and snippets all that is wanted (phase A)? */
export const phaseIs = ({ phase }: Reads<"phase">) => (phase === "A" ? "A" : "answer");

/** Before answering: does the question's type have an exact answer? */
export const typeIs = ({ type }: Reads<"type">) => (type === "summary" || type === "" ? "summary" : "exact");

const phaseRoutes = { A: END, answer: "chooseSnippets" } as const satisfies Routes<typeof phaseIs>;

/** The step of each node. In: ask, embed, crossEncode, retrievers, texts, memory. Out: one step a node, in the order of the graph; rescue is a graph of its own. */
export const bioasqSteps = ({ memory, lexicon, ...parts }: BioasqDeps) => {
  const { ask, embed, crossEncode, retrievers, texts } = parts;
  return {
    expandQuestion: expandQuestion(ask, embed, memory, lexicon),
    searchArticles: searchArticles(retrievers, embed),
    rerankArticles: rerankArticles(retrievers, embed, crossEncode),
    fuseRankings,
    extractSnippets: extractSnippets(retrievers, embed, texts),
    gradeEvidence: gradeEvidence(texts),
    mergeRescue,
    checkCoverage: checkCoverage(embed, texts),
    pruneEvidence,
    keepEvidence,
    rankGivenSnippets: rankGivenSnippets(embed, texts),
    chooseSnippets: chooseSnippets(texts),
    draftExact: draftExact(ask, texts),
    draftIdeal: draftIdeal(ask, embed, texts),
    repairFormat,
    validateAnswer: validateAnswer(texts),
  };
};

/**
 * Build the bioasq graph: a biomedical question becomes articles, snippets, an exact and an ideal answer.
 *
 * In: ask, embed, crossEncode (optional), retrievers, texts, memory (training questions, optional), lexicon (other names, optional); steps of the caller's own for some nodes. Out: the graph,
 * not yet compiled. Tracing that the environment asks for is switched off, with a warning.
 *
 * @cite dsgt2026 §4
 */
export const buildBioasqGraph = (deps: BioasqDeps, own: ReplacedSteps<BioasqState, ReturnType<typeof bioasqSteps>> = {}) => {
  refuseTracing();
  lightenScopes();
  return new StateGraph({ state: BioasqState, input: BioasqInput, output: BioasqOutput })
    .addNode(announceSteps("questionId", { ...bioasqSteps(deps), ...own }))
    .addNode("rescue", compileRescueGraph(deps))

    .addConditionalEdges(START, entryIs, {
      retrieve: "expandQuestion",
      answer: "rankGivenSnippets",
    } as const satisfies Routes<typeof entryIs>)
    .addEdge("expandQuestion", "searchArticles")
    .addEdge("searchArticles", "rerankArticles")
    .addEdge("rerankArticles", "fuseRankings")
    .addEdge("fuseRankings", "extractSnippets")
    .addEdge("extractSnippets", "gradeEvidence")
    .addConditionalEdges("gradeEvidence", evidenceIs, {
      strong: "checkCoverage",
      weak: "rescue",
      unrescued: "checkCoverage",
    } as const satisfies Routes<typeof evidenceIs>)
    .addEdge("rescue", "mergeRescue")
    .addEdge("mergeRescue", "checkCoverage")
    .addConditionalEdges("checkCoverage", pruningIs, {
      safe: "pruneEvidence",
      unsafe: "keepEvidence",
    } as const satisfies Routes<typeof pruningIs>)
    .addConditionalEdges("pruneEvidence", phaseIs, phaseRoutes)
    .addConditionalEdges("keepEvidence", phaseIs, phaseRoutes)
    .addEdge("rankGivenSnippets", "chooseSnippets")
    .addConditionalEdges("chooseSnippets", typeIs, {
      exact: "draftExact",
      summary: "draftIdeal",
    } as const satisfies Routes<typeof typeIs>)
    .addEdge("draftExact", "draftIdeal")
    .addEdge("draftIdeal", "repairFormat")
    .addEdge("repairFormat", "validateAnswer")
    .addEdge("validateAnswer", END);
};

/** The compiled bioasq graph. */
export type CompiledBioasq = ReturnType<typeof compileBioasqGraph>;

/** Build and compile the bioasq graph. In: its dependencies, a checkpointer where runs are to be resumed. Out: the compiled graph. */
export const compileBioasqGraph = (deps: BioasqDeps, checkpointer?: BaseCheckpointSaver) =>
  buildBioasqGraph(deps).compile({ name: "bioasq", ...(checkpointer === undefined ? {} : { checkpointer }) });

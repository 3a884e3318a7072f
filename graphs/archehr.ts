import { type BaseCheckpointSaver, END, START, StateGraph } from "@langchain/langgraph/web";
import type { Encoder } from "../clients/encoder/encoder.ts";
import type { Ask } from "../clients/models/ask.ts";
import type { TextStore } from "../clients/text-store.ts";
import { refuseTracing } from "../clients/tracing.ts";
import { abstain } from "../nodes/archehr/abstain.ts";
import { alignAnswer } from "../nodes/archehr/align-answer.ts";
import { draftAnswer } from "../nodes/archehr/draft-answer.ts";
import { finishAnswer } from "../nodes/archehr/finish-answer.ts";
import { interpretQuestion } from "../nodes/archehr/interpret-question.ts";
import { keepLenient, keepStrict, takeFirstSentences } from "../nodes/archehr/keep-evidence.ts";
import { loadCase } from "../nodes/archehr/load-case.ts";
import { repairAnswer } from "../nodes/archehr/repair-answer.ts";
import { reviewAnswer } from "../nodes/archehr/review-answer.ts";
import { scoreSentences } from "../nodes/archehr/score-sentences.ts";
import { selectEvidence } from "../nodes/archehr/select-evidence.ts";
import { shortenAnswer } from "../nodes/archehr/shorten-answer.ts";
import { takeTopSentence } from "../nodes/archehr/take-top-sentence.ts";
import { verifySupport } from "../nodes/archehr/verify-support.ts";
import { ArchehrInput, ArchehrOutput, ArchehrState } from "../state/archehr.ts";
import { announceSteps } from "./announce-steps.ts";
import { lightenScopes } from "./lighten-scopes.ts";
import type { ReplacedSteps } from "./replaced-steps.ts";
import type { Routes } from "./routes.ts";

/** What the archehr graph needs from outside. */
export type ArchehrDeps = { ask: Ask; embed: Encoder["embed"]; texts: TextStore };

type Reads<Channel extends keyof ArchehrState> = Pick<ArchehrState, Channel>;

/** After loading: the whole cascade, or only the alignment of given answer sentences (subtask 4)? */
export const taskIs = ({ subtask, answerSentences }: Reads<"subtask" | "answerSentences">) =>
  subtask === "4" && answerSentences.length > 0 ? "alignment" : "cascade";

/** After the question: is it all that is wanted (subtask 1)? */
export const questionIs = ({ subtask }: Reads<"subtask">) => (subtask === "1" ? "wanted" : "anchor");

/** After selection: what do the scores allow? */
export const evidenceIs = ({ verdict }: Reads<"verdict">) => (verdict === "ungraded" ? "none" : verdict);

/** With evidence kept: is it all that is wanted (subtask 2)? */
export const selectionIs = ({ subtask }: Reads<"subtask">) => (subtask === "2" ? "wanted" : "ground");

/** After drafting: does the answer keep the word limit? */
export const lengthIs = ({ length }: Reads<"length">) => (length === "over" ? "over" : "within");

/** After verification: does the evidence support every sentence, or is there a repair left to try? */
export const supportIs = ({ supportVerdict }: Reads<"supportVerdict">) =>
  supportVerdict === "unsupported" ? "unsupported" : "supported";

/** At the end: does a person review the answer? */
export const reviewIs = ({ settings }: Reads<"settings">) => (settings.review ? "wanted" : "off");

const selectionRoutes = { wanted: END, ground: "draftAnswer" } as const satisfies Routes<typeof selectionIs>;

/** The step of each node. In: ask, embed, texts. Out: one step a node, in the order of the graph. */
export const archehrSteps = ({ ask, embed, texts }: ArchehrDeps) => ({
  loadCase: loadCase(texts),
  interpretQuestion: interpretQuestion(ask),
  scoreSentences: scoreSentences(ask, texts),
  selectEvidence: selectEvidence(texts),
  keepStrict: keepStrict(texts),
  keepLenient: keepLenient(texts),
  takeFirstSentences: takeFirstSentences(texts),
  takeTopSentence: takeTopSentence(embed, texts),
  abstain,
  draftAnswer: draftAnswer(ask, texts),
  shortenAnswer,
  alignAnswer: alignAnswer(ask, texts),
  verifySupport: verifySupport(ask, embed, texts),
  repairAnswer: repairAnswer(ask, texts),
  finishAnswer: finishAnswer(texts),
  reviewAnswer,
});

/**
 * Build the archehr graph: a patient's message and a clinical note become a question, evidence, a grounded answer and its alignment.
 *
 * In: ask, embed, texts; steps of the caller's own for some nodes. Out: the graph, not yet compiled. Tracing that the environment
 * asks for is switched off, with a warning: a trace would carry the note.
 *
 * @cite healthnlp2026 §3
 */
export const buildArchehrGraph = (deps: ArchehrDeps, own: ReplacedSteps<ArchehrState, ReturnType<typeof archehrSteps>> = {}) => {
  refuseTracing();
  lightenScopes();
  return new StateGraph({ state: ArchehrState, input: ArchehrInput, output: ArchehrOutput })
    .addNode(announceSteps("caseId", { ...archehrSteps(deps), ...own }))

    .addEdge(START, "loadCase")
    .addConditionalEdges("loadCase", taskIs, { cascade: "interpretQuestion", alignment: "alignAnswer" } as const satisfies Routes<
      typeof taskIs
    >)
    .addConditionalEdges("interpretQuestion", questionIs, { wanted: END, anchor: "scoreSentences" } as const satisfies Routes<
      typeof questionIs
    >)
    .addEdge("scoreSentences", "selectEvidence")
    .addConditionalEdges("selectEvidence", evidenceIs, {
      strict: "keepStrict",
      lenient: "keepLenient",
      unusable: "takeFirstSentences",
      weakest: "takeTopSentence",
      none: "abstain",
    } as const satisfies Routes<typeof evidenceIs>)
    .addConditionalEdges("keepStrict", selectionIs, selectionRoutes)
    .addConditionalEdges("keepLenient", selectionIs, selectionRoutes)
    .addConditionalEdges("takeFirstSentences", selectionIs, selectionRoutes)
    .addConditionalEdges("takeTopSentence", selectionIs, selectionRoutes)
    .addEdge("abstain", "alignAnswer")
    .addConditionalEdges("draftAnswer", lengthIs, { within: "alignAnswer", over: "shortenAnswer" } as const satisfies Routes<
      typeof lengthIs
    >)
    .addEdge("shortenAnswer", "alignAnswer")
    .addEdge("alignAnswer", "verifySupport")
    .addConditionalEdges("verifySupport", supportIs, {
      supported: "finishAnswer",
      unsupported: "repairAnswer",
    } as const satisfies Routes<typeof supportIs>)
    .addEdge("repairAnswer", "alignAnswer")
    .addConditionalEdges("finishAnswer", reviewIs, { wanted: "reviewAnswer", off: END } as const satisfies Routes<
      typeof reviewIs
    >)
    .addEdge("reviewAnswer", END);
};

/** The compiled archehr graph. */
export type CompiledArchehr = ReturnType<typeof compileArchehrGraph>;

/** Build and compile the archehr graph. In: its dependencies, a checkpointer where runs are to be resumed. Out: the compiled graph. */
export const compileArchehrGraph = (deps: ArchehrDeps, checkpointer?: BaseCheckpointSaver) =>
  buildArchehrGraph(deps).compile({ name: "archehr", ...(checkpointer === undefined ? {} : { checkpointer }) });

/**
 * Evigraph's public names: the two graphs, what they are made of, and the files that they read and write.
 *
 * Research prototype, not for clinical use without validation by qualified professionals.
 */

export { type DataClass, type Egress, type EgressOptions, openEgress } from "./clients/egress.ts";
export type { CrossEncoder, CrossEncoderOptions, ScoreOptions } from "./clients/encoder/cross-encoder.ts";
export type { EmbedOptions, Encoder, EncoderOptions } from "./clients/encoder/encoder.ts";
export { openCrossEncoder } from "./clients/encoder/open-cross-encoder.ts";
export { openEncoder } from "./clients/encoder/open-encoder.ts";
export { sharedEncoder } from "./clients/encoder/shared-encoder.ts";
export { cacheDir, Env, modelsDir, readEnv } from "./clients/env.ts";
export { type BuildOptions, type BuildProgress, type BuildReport, buildIndex } from "./clients/index/build-index.ts";
export { openDemoIndex } from "./clients/index/demo-index.ts";
export { openAtFirstUse } from "./clients/index/open-at-first-use.ts";
export { type LocalIndex, openIndex } from "./clients/index/open-index.ts";
export { fingerprintOf, readArticles } from "./clients/index/read-articles.ts";
export type { Ask, AskOptions, Reply } from "./clients/models/ask.ts";
export { type AskRequest, type AskWith, askWith, type Carried, type Provider } from "./clients/models/ask-with.ts";
export { extractiveProvider } from "./clients/models/extractive/extractive-provider.ts";
export { forEveryRole, type RoleTable } from "./clients/models/role-table.ts";
export { throughStore } from "./clients/models/through-store.ts";
export { type LoadOptions, type LoadReport, loadArticles } from "./clients/opensearch/load-articles.ts";
export { openOpensearch, type RemoteIndex } from "./clients/opensearch/open-opensearch.ts";
export { openServer as openOpensearchServer, type ServerOptions as OpensearchOptions } from "./clients/opensearch/open-server.ts";
export type { EutilsOptions } from "./clients/pubmed/eutils.ts";
export { openPubmed } from "./clients/pubmed/pubmed.ts";
export type { Hit, Retriever, SearchOptions, SearchQuery, SearchReply } from "./clients/retriever.ts";
export { noStore, recordingStore, replayingStore, type Store } from "./clients/store.ts";
export { folderTexts, memoryTexts, type TextStore } from "./clients/text-store.ts";
export { withoutTracing } from "./clients/tracing.ts";
export { type ArchehrFiles, type ArchehrOptions as ArchehrScoring, scoreArchehr } from "./evaluation/archehr-scorer.ts";
export type { TextPlugIn, TextPlugIns } from "./evaluation/archehr-texts.ts";
export { readArchehrSubmission } from "./evaluation/read-archehr-submission.ts";
export { ArchehrCase, archehrInput } from "./formats/archehr-case.ts";
export { ArchehrGold, readArchehrKey } from "./formats/archehr-key.ts";
export { type ArchehrPredictions, type ArchehrSubtask, writeArchehr } from "./formats/archehr-submission.ts";
export { validateArchehr } from "./formats/archehr-validate.ts";
export { readArchehrCases } from "./formats/archehr-xml.ts";
export { type BioasqQuestion, type GoldQuestion, readBioasqGolden, readBioasqQuestions } from "./formats/bioasq-questions.ts";
export type { BioasqPhase } from "./formats/bioasq-rules.ts";
export { type BioasqAnswer, writeBioasq } from "./formats/bioasq-submission.ts";
export { validateBioasq } from "./formats/bioasq-validate.ts";
export { readFhirNote } from "./formats/fhir.ts";
export { InputFault } from "./formats/input-fault.ts";
export { caseFromNote } from "./formats/plain-note.ts";
export type { Change, Incomplete, Problem } from "./formats/problem.ts";
export {
  type ArchehrDeps,
  archehrSteps,
  buildArchehrGraph,
  type CompiledArchehr,
  compileArchehrGraph,
} from "./graphs/archehr.ts";
export { type BioasqDeps, bioasqSteps, buildBioasqGraph, type CompiledBioasq, compileBioasqGraph } from "./graphs/bioasq.ts";
export { type LiveOptions, type LiveParts, openLiveParts } from "./graphs/live-parts.ts";
export type { ReplacedSteps } from "./graphs/replaced-steps.ts";
export { buildRescueGraph, compileRescueGraph, type RescueDeps } from "./graphs/rescue.ts";
export type { TrainingMemory } from "./nodes/bioasq/recall-questions.ts";
export { ItemFailed } from "./nodes/common/item-failed.ts";
export { definePrompt, type Prompt, type Rendered } from "./prompts/define-prompt.ts";
export {
  type Alignment,
  ArchehrInput,
  ArchehrOutput,
  ArchehrState,
  type ArchehrStep,
  type Citation,
  type Evidence,
  NoteRecord,
  NoteRef,
  Sentence,
  type Support,
} from "./state/archehr.ts";
export { Article, Section } from "./state/article.ts";
export {
  BioasqInput,
  BioasqOutput,
  BioasqState,
  type BioasqStep,
  QuestionType,
  RankedArticle,
  Snippet,
} from "./state/bioasq.ts";
export { Fallback } from "./state/fallback.ts";
export type { GivenSnippet } from "./state/given-snippet.ts";
export { type Failure, failure, type Outcome, ok, TROUBLES, type Trouble } from "./state/outcome.ts";
export { ProgressEvent } from "./state/progress.ts";
export { Query, Ranking } from "./state/query.ts";
export { ReviewDecision } from "./state/review.ts";
export { ROLES, Role } from "./state/roles.ts";
export { ArchehrSettings } from "./state/settings/archehr.ts";
export { BioasqSettings } from "./state/settings/bioasq.ts";
export { ExtractiveSettings } from "./state/settings/extractive.ts";
export { ModelSettings } from "./state/settings/models.ts";
export { Profile } from "./state/settings/profiled.ts";
export type { Runtime, Step } from "./state/step.ts";
export { Usage } from "./state/usage.ts";

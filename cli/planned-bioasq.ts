import { answerFactoid } from "../prompts/bioasq/answer-factoid.ts";
import { answerList } from "../prompts/bioasq/answer-list.ts";
import { answerSummary } from "../prompts/bioasq/answer-summary.ts";
import { answerYesno } from "../prompts/bioasq/answer-yesno.ts";
import { draftIdeal } from "../prompts/bioasq/draft-ideal.ts";
import { expandQuestion } from "../prompts/bioasq/expand-question.ts";
import { guessAnswer } from "../prompts/bioasq/guess-answer.ts";
import { verifyClaim } from "../prompts/common/verify-claim.ts";
import { questionType } from "../retrieval/question-type.ts";
import type { BioasqSettings } from "../state/settings/bioasq.ts";
import type { PlannedCall } from "./estimate.ts";

export type PlannedQuestion = {
  body: string;
  type: "yesno" | "factoid" | "list" | "summary" | "";
  snippets: readonly { text: string }[];
};

/** Tokens of an English word, and of a name in a list; ours, on the safe side. */
const WORD_TOKENS = 2;
const NAME_TOKENS = 8;
/** Characters of a snippet that is still to be found: two sentences of an abstract; ours. */
const SNIPPET_CHARACTERS = 350;
/** Sentences of an ideal answer; each may be checked twice. [dsgt2026 §4.4.3] */
const IDEAL_SENTENCES = 3;

/**
 * List the model calls that a question will make as far as it is planned: without corrections of replies.
 *
 * In: question (given snippets in phase B), settings, phase. Out: the calls in order, those of the rescue among them, since who needs it is not known yet.
 */
export const plannedBioasq = (
  { body: question, type: given, snippets: known }: PlannedQuestion,
  settings: BioasqSettings,
  phase: "A" | "A+" | "B",
): PlannedCall[] => {
  const type = given === "" ? questionType(question).type : given;
  const wanted = type === "list" ? settings.listSnippets : settings.answerSnippets;
  const found = Array.from({ length: wanted }, () => ({ text: "word ".repeat(SNIPPET_CHARACTERS / 5) }));
  const snippets = (phase === "B" ? known : found).slice(0, wanted).map(({ text }, at) => ({ n: at + 1, text }));
  const search = phase === "B" ? [] : searching(question, snippets, settings);
  if (phase === "A" || snippets.length === 0) return search;
  const ideal = settings.idealMaxWords * WORD_TOKENS;
  const typed = exactCalls(question, type, snippets, settings).map((call) => ({
    ...call,
    outputTokens: call.outputTokens + ideal,
  }));
  const asked = { question, type, exact: "", snippets, maxWords: settings.idealMaxWords };
  const summary = type === "summary" && !settings.separateIdeal ? [answerSummary.render({ question, snippets })] : [];
  const drafts = settings.separateIdeal ? [draftIdeal.render(asked)] : summary;
  const check = verifyClaim.render({ claim: "word ".repeat(25), evidence: snippets.slice(0, 1).map(({ text }) => text) });
  const checks = settings.verifyIdeal ? Array(IDEAL_SENTENCES * 2).fill(check) : [];
  return [
    ...search,
    ...typed,
    ...drafts.map((prompt) => ({ role: "answer" as const, ...prompt, outputTokens: ideal * 2 })),
    ...checks.map((prompt) => ({ role: "verify" as const, ...prompt, outputTokens: ideal / 4 })),
  ];
};

type Snippets = { n: number; text: string }[];

const searching = (question: string, snippets: Snippets, settings: BioasqSettings): PlannedCall[] => {
  const maxTerms = settings.maxExpansionTerms;
  const outputTokens = maxTerms * NAME_TOKENS * 2;
  const expands = settings.expandSynonyms && maxTerms > 0;
  return [
    ...(expands ? [{ role: "expand" as const, ...expandQuestion.render({ question, maxTerms }), outputTokens }] : []),
    ...(settings.rescue && settings.rescueAnswerGuided
      ? [{ role: "expand" as const, ...guessAnswer.render({ question, snippets }), outputTokens: outputTokens * 2 }]
      : []),
  ];
};

const exactCalls = (
  question: string,
  type: Exclude<PlannedQuestion["type"], "">,
  snippets: Snippets,
  { maxFactoids, maxListEntries, selfConsistency }: BioasqSettings,
): PlannedCall[] => {
  if (type === "summary") return [];
  const most = type === "factoid" ? maxFactoids : maxListEntries;
  const asked = { question, snippets };
  const prompt =
    type === "yesno"
      ? answerYesno.render(asked)
      : type === "factoid"
        ? answerFactoid.render({ ...asked, most })
        : answerList.render({ ...asked, most });
  // A list question names ten or so, whatever it may name at most.
  const names = type === "yesno" ? 1 : Math.min(most, 10);
  return Array.from({ length: selfConsistency }, () => ({ role: "answer", ...prompt, outputTokens: names * NAME_TOKENS }));
};

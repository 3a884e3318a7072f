import { answerFactoid } from "../../prompts/bioasq/answer-factoid.ts";
import { answerList } from "../../prompts/bioasq/answer-list.ts";
import { answerSummary } from "../../prompts/bioasq/answer-summary.ts";
import { answerYesno } from "../../prompts/bioasq/answer-yesno.ts";
import { draftIdeal } from "../../prompts/bioasq/draft-ideal.ts";
import type { Rendered } from "../../prompts/define-prompt.ts";
import type { BioasqState } from "../../state/bioasq.ts";

/**
 * Measure the longest prompt that a question and its snippets will make, before it is sent.
 *
 * In: question, type, texts of the snippets (at least one), settings. Out: characters (UTF-16 units) of system and user message.
 */
export const promptCharacters = (
  question: string,
  type: BioasqState["type"],
  snippetTexts: readonly string[],
  settings: BioasqState["settings"],
): number => {
  const snippets = snippetTexts.map((text, at) => ({ n: at + 1, text }));
  const typed = renderTyped({ question, snippets }, type, settings);
  if (!settings.separateIdeal) return characters(typed);
  const ideal = draftIdeal.render({
    question,
    type: type === "" ? "summary" : type,
    exact: "",
    snippets,
    maxWords: settings.idealMaxWords,
  });
  return Math.max(characters(typed), characters(ideal));
};

const characters = ({ system, user }: Rendered): number => system.length + user.length;

type Asked = { question: string; snippets: { n: number; text: string }[] };

const renderTyped = (asked: Asked, type: BioasqState["type"], settings: BioasqState["settings"]): Rendered => {
  if (type === "yesno") return answerYesno.render(asked);
  if (type === "factoid") return answerFactoid.render({ ...asked, most: settings.maxFactoids });
  if (type === "list") return answerList.render({ ...asked, most: settings.maxListEntries });
  return answerSummary.render(asked);
};

import { findEntities } from "../text/entities.ts";
import { firstWords } from "../text/python-whitespace.ts";

/** A submission as we write it, as far as trivial answers need it. */
export type AnsweredFile = {
  questions: {
    id: string;
    type: string;
    body: string;
    documents: string[];
    snippets: { text: string }[];
    exact_answer?: unknown;
    ideal_answer?: string;
  }[];
};

/**
 * Answer every question in the simplest way from the same snippets.
 *
 * In: our submission. Out: yes to every yes/no question; the first name of the first snippet that the question does not hold; all such
 * names for a list; the snippets up to 200 words as the ideal answer.
 */
export const trivialAnswers = ({ questions }: AnsweredFile): unknown => ({
  questions: questions.map((question) => {
    const names = namesIn(question.snippets[0]?.text ?? "", question.body);
    const ideal = firstWords(
      question.snippets
        .map(({ text }) => text)
        .join(" ")
        .replaceAll("<", ""),
      200,
    );
    return { ...question, ...exactOf(question.type, names), ideal_answer: ideal || "No answer was found in the evidence." };
  }),
});

const exactOf = (type: string, names: readonly string[]): { exact_answer?: unknown } => {
  if (type === "yesno") return { exact_answer: "yes" };
  if (type === "factoid") return names[0] === undefined ? {} : { exact_answer: [[names[0]]] };
  if (type === "list") return names.length === 0 ? {} : { exact_answer: names.map((name) => [name]) };
  return {};
};

const namesIn = (text: string, question: string): string[] => {
  const asked = question.toLowerCase();
  const names = findEntities(text)
    .filter(({ kind }) => kind !== "number")
    .map((entity) => entity.text)
    .filter((name) => !asked.includes(name.toLowerCase()));
  return [...new Set(names)];
};

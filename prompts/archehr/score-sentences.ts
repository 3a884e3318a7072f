import { z } from "zod";
import { Sentence } from "../../state/archehr.ts";
import { Correction, corrected, DATA_RULE, definePrompt, fenced, sentenceList } from "../define-prompt.ts";
import { scoreShots } from "./shots/score-sentences.ts";

const shown = () =>
  scoreShots
    .map(
      ({ question, sentences }) =>
        `<question>\n${question}\n</question>\n<note>\n${sentenceList(sentences)}\n</note>\n${JSON.stringify(sentences.map(({ id, score }) => ({ id, score })))}`,
    )
    .join("\n\n");

/**
 * Give every sentence of a note an evidence score of 1 to 5 for a question.
 *
 * In: question (what sentences are scored against), sentences[n], the note that they are a batch of. Out: at most n entries { id, score 1-5 }; a valid reply names each id once.
 *
 * @cite healthnlp2026 §3.2
 */
export const scoreSentences = definePrompt({
  id: "archehr/score-sentences",
  version: 1,
  input: z.object({
    question: z.string(),
    sentences: z.array(Sentence).min(1),
    note: z
      .array(Sentence)
      .optional()
      .describe(
        "The whole note where the sentences are a batch of it: not shown to a chat model; a model that ranks ranks within it.",
      ),
    correction: Correction.optional(),
  }),
  output: z.array(z.object({ id: z.coerce.string(), score: z.int().min(1).max(5) })),
  render: ({ question, sentences, correction }) => ({
    system: [
      "You are a clinical evidence scorer. You give every numbered sentence of a clinical note a relevance score from 1 to 5 for the question.",
      "5 critical: a direct answer, a confirmed diagnosis, or the outcome of a specific medication.",
      "4 high context: qualifies a critical finding, such as the context of a test result.",
      "3 relevant: background context, admission dates or clinical history.",
      "2 weak and 1 irrelevant: normal findings, administrative headers, or unrelated systems.",
      "Score every sentence exactly once, by its id. Missing evidence does more harm than an extra sentence.",
      DATA_RULE,
      'Reply with a JSON array only: [{"id": "1", "score": 3}, ...]',
      "",
      "Example:",
      shown(),
    ].join("\n"),
    user: `<note>\n${sentenceList(sentences)}\n</note>\n<question>\n${fenced(question)}\n</question>${corrected(correction)}`,
  }),
  problem: (scores, { sentences }) => {
    if (scores.length === 0) return "no sentence is scored";
    const known = new Set(sentences.map(({ id }) => id));
    const unknown = scores.filter(({ id }) => !known.has(id)).map(({ id }) => id);
    if (unknown.length > 0) return `these ids are not in the note: ${unknown.slice(0, 10).join(", ")}`;
    if (new Set(scores.map(({ id }) => id)).size < scores.length) return "an id is scored twice";
    return undefined;
  },
  example: {
    question: "Why was her warfarin held before surgery?",
    sentences: [
      { id: "1", text: "Medications on admission: warfarin 5 mg daily." },
      { id: "2", text: "INR was 4.8, so warfarin was held." },
    ],
  },
});

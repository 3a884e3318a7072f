import { z } from "zod";
import { Correction, corrected, DATA_RULE, definePrompt, fenced } from "../define-prompt.ts";
import { readMarkedReply } from "./answer-format.ts";
import { NumberedSnippet, numberedSnippets } from "./numbered-snippets.ts";

const yesOrNo = (entry: string | undefined): "yes" | "no" | undefined => {
  const word = /^\W*(yes|no)\b/iu.exec(entry ?? "")?.[1]?.toLowerCase();
  return word === "yes" || word === "no" ? word : undefined;
};

/**
 * Answer a yes/no question from snippets.
 *
 * In: question, snippets (best first). Out: exact yes or no, ideal in 2-3 sentences. A reply with neither word fits nothing.
 *
 * @cite dsgt2026 §4.4.3
 */
export const answerYesno = definePrompt({
  id: "bioasq/answer-yesno",
  version: 1,
  input: z.object({ question: z.string(), snippets: z.array(NumberedSnippet), correction: Correction.optional() }),
  output: z.object({ exact: z.enum(["yes", "no"]), ideal: z.string() }),
  parse: (text) => {
    const reply = readMarkedReply(text);
    const exact = yesOrNo(reply?.exact[0]);
    return reply === undefined || exact === undefined ? undefined : { exact, ideal: reply.ideal };
  },
  render: ({ question, snippets, correction }) => ({
    system: `You are a biomedical expert who answers from the snippets given. ${DATA_RULE}`,
    user: [
      "Question type: yes/no",
      `Question: ${fenced(question)}`,
      numberedSnippets(snippets),
      "Answer in exactly this format:",
      "EXACT: yes",
      "or",
      "EXACT: no",
      "IDEAL: two or three sentences that explain the answer from the snippets.",
    ]
      .join("\n")
      .concat(corrected(correction), "\nYour answer:"),
  }),
  example: {
    question: "Is allopurinol used to prevent gout flares?",
    snippets: [{ n: 1, text: "Allopurinol lowers serum urate and, taken long term, reduces the frequency of gout flares." }],
  },
});

import type { TextStore } from "../../clients/text-store.ts";
import { BIOASQ_LIMITS } from "../../formats/bioasq-rules.ts";
import { validateBioasq } from "../../formats/bioasq-validate.ts";
import { pubmedUrl } from "../../formats/pubmed-url.ts";
import type { BioasqState, BioasqStep } from "../../state/bioasq.ts";
import { snippetText } from "./snippet-text.ts";

type Reads = "questionId" | "body" | "type" | "phase" | "articles" | "snippets" | "exactAnswer" | "idealAnswer";

/**
 * Check the answer against every rule of the official format.
 *
 * In: the answer, and in phase A+ its articles and snippets as they would be submitted. Out: problems, one sentence each; empty when
 * valid. A part that is missing (no answer was found) is no problem of format.
 *
 * @cite dsgt2026 §4.4; spec bioasq files
 */
export const validateAnswer =
  (texts: Pick<TextStore, "get">): BioasqStep<Reads, "problems"> =>
  async (state) => {
    const { questionId: id, body, phase } = state;
    const type = state.type === "" ? "summary" : state.type;
    const entry = { id, type, body, ...retrieved(state, texts), ...answered(state) };
    const { problems } = validateBioasq([{ id, type, body, documents: [], snippets: [] }], { questions: [entry] }, { phase });
    return { problems: problems.map(({ field, expected, found }) => `${field}: expected ${expected}, found ${found}`) };
  };

const answered = ({ exactAnswer, idealAnswer }: Pick<BioasqState, "exactAnswer" | "idealAnswer">) => ({
  ...(exactAnswer === null ? {} : { exact_answer: exactAnswer }),
  ideal_answer: idealAnswer,
});

/** Phase B hands back what was given, so only the answer is ours to check. */
const retrieved = (
  { phase, articles, snippets }: Pick<BioasqState, "phase" | "articles" | "snippets">,
  texts: Pick<TextStore, "get">,
) =>
  phase === "B"
    ? { documents: [], snippets: [] }
    : {
        documents: articles.slice(0, BIOASQ_LIMITS.documents).map(({ pmid }) => pubmedUrl(pmid)),
        snippets: snippets.slice(0, BIOASQ_LIMITS.snippets).map(({ pmid, section, start, end, sha256 }) => ({
          document: pubmedUrl(pmid),
          text: snippetText(texts, sha256, "validateAnswer"),
          offsetInBeginSection: start,
          offsetInEndSection: end,
          beginSection: section,
          endSection: section,
        })),
      };

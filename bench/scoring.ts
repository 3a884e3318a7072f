import { scoreBioasq } from "../evaluation/bioasq-scorer.ts";
import { readScoredQuestions } from "../evaluation/read-scored-questions.ts";
import { drand48 } from "../evaluation/statistics/drand48.ts";
import { pubmedUrl } from "../formats/pubmed-url.ts";

const WORDS = 4000;
const TYPES = ["yesno", "factoid", "list", "summary"] as const;

/**
 * Write a golden file and a submission of made-up questions, as large as real ones: 12 gold documents and snippets, 10 submitted, ideal answers of 60 to 120 words, two references.
 *
 * In: questions (count), a seed. Out: both files' texts; the same for the same seed.
 */
export const scoringFiles = (questions: number, seed = 1): { gold: string; submission: string } => {
  const random = drand48(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const text = (words: number) => Array.from({ length: words }, () => `w${Math.floor(WORDS * random() ** 3)}`).join(" ");
  const snippet = (document: string) => {
    const begin = upTo(1500);
    const span = { offsetInBeginSection: begin, offsetInEndSection: begin + 100 + upTo(200) };
    return { document, text: text(30), ...span, beginSection: "abstract", endSection: "abstract" };
  };
  const exactOf = (type: (typeof TYPES)[number], names: number) => {
    if (type === "yesno") return random() < 0.6 ? "yes" : "no";
    return Array.from({ length: names }, () => [`name ${upTo(12)}`]);
  };
  const pairs = Array.from({ length: questions }, (_, at) => {
    const [id, type] = [at.toString(16).padStart(24, "0"), TYPES[at % TYPES.length] ?? "summary"];
    const documents = Array.from({ length: 30 }, () => pubmedUrl(String(1 + upTo(30_000_000))));
    const [right, found] = [documents.slice(0, 12), documents.slice(6, 16)];
    const exact = (names: number) => (type === "summary" ? {} : { exact_answer: exactOf(type, names) });
    const ideal = text(60 + upTo(60));
    const question = { id, type, body: "Question?" };
    return {
      gold: {
        ...question,
        documents: right,
        snippets: right.map(snippet),
        ...exact(3),
        ideal_answer: [ideal, text(60 + upTo(60))],
      },
      submitted: {
        ...question,
        documents: found,
        snippets: found.map(snippet),
        ...exact(5),
        ideal_answer: `${ideal.slice(0, 200)} ${text(60)}`,
      },
    };
  });
  const file = (list: readonly object[]) => JSON.stringify({ questions: list });
  return { gold: file(pairs.map(({ gold }) => gold)), submission: file(pairs.map(({ submitted }) => submitted)) };
};

/** Time reading and scoring both files: documents, snippets, exact answers, ROUGE with intervals. Out: milliseconds. */
export const scoringTime = ({ gold, submission }: { gold: string; submission: string }): number => {
  const began = performance.now();
  const sheet = scoreBioasq(readScoredQuestions(gold, "gold", "keep"), readScoredQuestions(submission, "submission", "refuse"));
  if (sheet.measures.rouge_su4_all_f1 === undefined) throw new Error("The made-up files were not scored.");
  return performance.now() - began;
};

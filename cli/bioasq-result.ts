import { z } from "zod";
import type { TextStore } from "../clients/text-store.ts";
import type { BioasqQuestion } from "../formats/bioasq-questions.ts";
import { type BioasqPhase, NO_EVIDENCE_ANSWER } from "../formats/bioasq-rules.ts";
import { type BioasqAnswer, writeBioasq } from "../formats/bioasq-submission.ts";
import { writeTrecRun } from "../formats/trec-run.ts";
import type { LiveParts } from "../graphs/live-parts.ts";
import { evidenceConfidence } from "../nodes/bioasq/evidence-confidence.ts";
import { CONFIDENCE_FITS } from "../retrieval/answer-confidence.ts";
import { BioasqState } from "../state/bioasq.ts";
import { Fallback } from "../state/fallback.ts";
import { Usage } from "../state/usage.ts";
import type { ResultLine } from "./result-line.ts";
import { statusOf } from "./status-of.ts";
import type { Ended } from "./stream-graph.ts";

const { articles, snippets, exactAnswer, queries, citations, weakness, problems } = BioasqState.fields;

const Values = z.object({
  type: z.string().catch(""),
  articles: articles.catch([]),
  snippets: snippets.catch([]),
  exactAnswer: exactAnswer.catch(null),
  idealAnswer: z.string().catch(""),
  queries: queries.catch([]),
  citations: citations.catch([]),
  verdict: z.string().catch("ungraded"),
  weakness: weakness.catch([]),
  rescueVerdict: z.string().catch("unused"),
  problems: problems.catch([]),
  abstained: z.boolean().catch(false),
  fallbacks: z.array(Fallback).catch([]),
  usage: z.array(Usage).catch([]),
});

const Evidence = z.object({
  articles: z.array(z.object({ pmid: z.string(), score: z.number(), title: z.string() })),
  snippets: z.array(
    z.object({ pmid: z.string(), section: z.enum(["title", "abstract"]), start: z.int(), end: z.int(), text: z.string() }),
  ),
});
const Answer = z.object({ exact: exactAnswer, ideal: z.string() });
const Kept = z.object({ evidence: Evidence, answer: Answer, type: z.string().default("") });

/** Make the line of results.jsonl. In: the question, how its run ended, milliseconds, the texts of its snippets. Out: the line. */
export const bioasqLine = (
  { id, body }: { id: string; body: string },
  { values, failed }: Ended,
  ms: number,
  texts: Pick<TextStore, "get">,
): ResultLine => {
  const read = Values.parse(values);
  return {
    id,
    status: statusOf({ failed: failed !== undefined, abstained: read.abstained, fallbacks: read.fallbacks }),
    question: body,
    type: read.type,
    evidence: {
      articles: read.articles.map(({ pmid, score, excerpt }) => ({ pmid, score, title: excerpt })),
      snippets: read.snippets.map(({ pmid, section, start, end, sha256 }) => ({
        pmid,
        section,
        start,
        end,
        text: texts.get(sha256) ?? "",
      })),
    },
    answer: { exact: read.exactAnswer, ideal: read.idealAnswer },
    citations: read.citations,
    queries: read.queries,
    verdict: read.verdict,
    weakness: read.weakness,
    rescue: read.rescueVerdict,
    problems: read.problems,
    fallbacks: read.fallbacks,
    usage: read.usage,
    padded: failed !== undefined || read.abstained || read.idealAnswer === NO_EVIDENCE_ANSWER ? ["answer"] : [],
    ...(failed === undefined ? {} : { error: failed.message }),
    ms,
  };
};

/**
 * Add to a line how likely its snippets hold evidence for the question.
 *
 * In: the line, ask and embed. Out: the line with `answerConfidence`: of what, its probability (0-1), and the one from which to answer; the same line where there is no signal.
 */
export const withConfidence = async (
  line: ResultLine,
  parts: Pick<LiveParts, "ask" | "embed">,
  signal: AbortSignal,
): Promise<ResultLine> => {
  const texts = Kept.parse(line).evidence.snippets.map(({ text }) => text);
  const held = { questionId: line.id, body: line.question, texts: texts.filter((text) => text !== "") };
  const probability = await evidenceConfidence(parts, held, { signal });
  if (probability === undefined) return line;
  return { ...line, answerConfidence: { of: "evidence", probability, answerFrom: CONFIDENCE_FITS.evidence.answerFrom } };
};

/**
 * Make the official files from result lines; questions without a result are padded.
 *
 * In: all questions of the test set, lines, phase. Out: submission.json and documents.trec.
 */
export const bioasqFiles = (
  questions: readonly BioasqQuestion[],
  lines: readonly ResultLine[],
  phase: BioasqPhase,
): { name: string; content: string }[] => {
  const kept = lines.map((line) => ({ id: line.id, ...Kept.parse(line) }));
  const answers = new Map<string, BioasqAnswer>(
    kept.map(({ id, evidence, answer }) => [
      id,
      {
        pmids: evidence.articles.map(({ pmid }) => pmid),
        snippets: evidence.snippets.filter(({ start, text }) => start >= 0 && text !== ""),
        exactAnswer: answer.exact,
        idealAnswer: answer.ideal,
      },
    ]),
  );
  const rankings = new Map(
    kept.map(({ id, evidence }) => [id, evidence.articles.map(({ pmid, score }) => ({ document: pmid, score }))]),
  );
  return [
    { name: "submission.json", content: writeBioasq(questions, answers, phase).text },
    { name: "documents.trec", content: writeTrecRun(rankings, "evigraph") },
  ];
};

/** One question for people: articles and snippets with ids, exact and ideal answer, fallbacks. */
export const describeBioasq = (line: ResultLine): string => {
  const { evidence, answer, type } = Kept.parse(line);
  const exact =
    answer.exact === null
      ? "-"
      : typeof answer.exact === "string"
        ? answer.exact
        : answer.exact.map((group) => group.join(" / ")).join(" | ");
  return [
    `== Question ${line.id} (${line.status})`,
    `Question: ${line.question}${type === "" ? "" : ` [${type}]`}`,
    ...(line.error === undefined ? [] : [`Failed:   ${line.error}`]),
    ...(evidence.articles.length === 0
      ? ["Articles: -"]
      : ["Articles:", ...evidence.articles.slice(0, 10).map(({ pmid, title }) => `  [${pmid}] ${title}`.trimEnd())]),
    ...(evidence.snippets.length === 0
      ? []
      : [
          "Snippets:",
          ...evidence.snippets.map(({ pmid, section, start, end, text }) => `  [${pmid} ${section} ${start}-${end}] ${text}`),
        ]),
    ...(type === "summary" || answer.ideal === "" ? [] : [`Exact:    ${exact}`]),
    ...(answer.ideal === "" ? [] : [`Ideal:    ${answer.ideal}${citedBy(line)}`]),
    ...line.fallbacks.map(({ step, code, reason, instead }) => `Fallback: ${step}: ${code}: ${reason}; ${instead}`),
  ].join("\n");
};

const citedBy = ({ citations: cited }: ResultLine): string => {
  const pmids = [
    ...new Set(
      z
        .array(z.object({ pmid: z.string() }))
        .catch([])
        .parse(cited)
        .map(({ pmid }) => pmid),
    ),
  ];
  return pmids.length === 0 ? "" : ` [${pmids.join(", ")}]`;
};

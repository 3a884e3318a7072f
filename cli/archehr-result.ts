import { z } from "zod";
import type { ArchehrCase } from "../formats/archehr-case.ts";
import { type ArchehrSubtask, writeArchehr } from "../formats/archehr-submission.ts";
import { communicationBundle, communicationDraft } from "../formats/fhir-communication.ts";
import { submissionZip } from "../formats/submission-zip.ts";
import { ArchehrState } from "../state/archehr.ts";
import { Fallback } from "../state/fallback.ts";
import { Usage } from "../state/usage.ts";
import { NOTICE } from "./notice.ts";
import type { ResultLine } from "./result-line.ts";
import { statusOf } from "./status-of.ts";
import type { Ended } from "./stream-graph.ts";

const { evidence, draft, alignment, givenAlignment, citations, support } = ArchehrState.fields;

/** What a run of the archehr graph gives; a failed one may lack any part. */
const Values = z.object({
  question: z.string().catch(""),
  evidence: evidence.catch([]),
  answer: z.string().catch(""),
  draft: draft.catch([]),
  alignment: alignment.catch([]),
  givenAlignment: givenAlignment.catch([]),
  citations: citations.catch([]),
  support: support.catch([]),
  abstained: z.boolean().catch(false),
  fallbacks: z.array(Fallback).catch([]),
  usage: z.array(Usage).catch([]),
});

/** Make the line of results.jsonl. In: the case's id, how its run ended, milliseconds. Out: the line. */
export const archehrLine = (id: string, { values, failed }: Ended, ms: number): ResultLine => {
  const { abstained, usage, fallbacks, ...read } = Values.parse(values);
  return {
    id,
    status: statusOf({ failed: failed !== undefined, abstained, fallbacks }),
    ...read,
    fallbacks,
    usage,
    padded:
      failed !== undefined
        ? [...(read.question === "" ? ["question"] : []), "evidence", "answer", "alignment"]
        : abstained
          ? ["answer"]
          : [],
    ...(failed === undefined ? {} : { error: failed.message }),
    ms,
  };
};

/**
 * Make the official files of the wanted subtasks from result lines; cases without a result are padded.
 *
 * In: all cases of the split, lines, subtasks. Out: subtask-N/submission.json and its zip, for each subtask; with subtask 3 also communications.json,
 * the answers as FHIR Communication drafts (status preparation).
 */
export const archehrFiles = (
  cases: readonly ArchehrCase[],
  lines: readonly ResultLine[],
  subtasks: readonly ArchehrSubtask[],
): { name: string; content: string | Uint8Array }[] => [
  ...subtasks.flatMap((subtask) => {
    const { text } = writeArchehr(cases, predictionsOf(cases, lines, subtask));
    return [
      { name: `subtask-${subtask}/submission.json`, content: text },
      { name: `subtask-${subtask}/submission.zip`, content: submissionZip(text) },
    ];
  }),
  ...(subtasks.includes("3") ? [{ name: "communications.json", content: communicationsOf(lines) }] : []),
];

const communicationsOf = (lines: readonly ResultLine[]): string =>
  communicationBundle(
    lines.flatMap((line) => {
      const { question, draft: sentences, citations: cited, support: states } = Values.parse(line);
      if (line.status === "failed" || sentences.length === 0) return [];
      const unsupported = states.filter(({ state }) => state === "unsupported").map(({ answerId }) => answerId);
      return [communicationDraft({ caseId: line.id, question, sentences, citations: cited, unsupported, notice: NOTICE })];
    }),
  );

const predictionsOf = (
  cases: readonly ArchehrCase[],
  lines: readonly ResultLine[],
  subtask: ArchehrSubtask,
): Parameters<typeof writeArchehr>[1] => {
  const done = lines
    .filter(({ status }) => status !== "failed")
    .map((line) => ({ id: line.id, abstained: line.status === "abstained", ...Values.omit({ abstained: true }).parse(line) }));
  // What a failed case came to know is written too: its question may stand before the step that failed.
  if (subtask === "1") return { subtask, texts: new Map(lines.map((line) => [line.id, line.question])) };
  if (subtask === "2")
    return { subtask, evidence: new Map(done.map((line) => [line.id, line.evidence.map((sentence) => sentence.id)])) };
  if (subtask === "3") return { subtask, texts: new Map(done.map(({ id, answer }) => [id, answer])) };
  const given = new Set(cases.filter(({ answerSentences }) => answerSentences.length > 0).map(({ id }) => id));
  return {
    subtask,
    alignments: new Map(done.map((line) => [line.id, given.has(line.id) ? line.givenAlignment : line.alignment])),
  };
};

/** One case for people: question, evidence with ids, cited answer, fallbacks. */
export const describeArchehr = (line: ResultLine): string => {
  const { question, evidence: chosen, draft: sentences, alignment: own, givenAlignment: given } = Values.parse(line);
  const idsOf = (answerId: string) => own.find((entry) => entry.answerId === answerId)?.evidenceIds ?? [];
  return [
    `== Case ${line.id} (${line.status})`,
    ...(line.error === undefined ? [] : [`Failed:   ${line.error}`]),
    `Question: ${question || "-"}`,
    ...(chosen.length === 0
      ? ["Evidence: -"]
      : ["Evidence:", ...chosen.map(({ id, score, excerpt }) => `  [${id}] (${Math.round(score * 10) / 10}) ${excerpt}`)]),
    ...(sentences.length === 0
      ? []
      : [
          `Answer:   ${sentences.map(({ id, text }) => `${text}${idsOf(id).length > 0 ? ` [${idsOf(id).join(",")}]` : ""}`).join(" ")}`,
        ]),
    ...(given.length === 0
      ? []
      : [
          `Given answer sentences: ${given.map(({ answerId, evidenceIds }) => `${answerId} -> [${evidenceIds.join(",")}]`).join("; ")}`,
        ]),
    ...line.fallbacks.map(({ step, code, reason, instead }) => `Fallback: ${step}: ${code}: ${reason}; ${instead}`),
  ].join("\n");
};

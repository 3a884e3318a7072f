import { z } from "zod";
import type { LiveParts } from "../graphs/live-parts.ts";
import { eligibleSentences } from "../nodes/archehr/eligible-sentences.ts";
import { loadCase } from "../nodes/archehr/load-case.ts";
import { readNote } from "../nodes/archehr/read-note.ts";
import { scoreSentences } from "../nodes/archehr/score-sentences.ts";
import { selectEvidence } from "../nodes/archehr/select-evidence.ts";
import type { ArchehrState } from "../state/archehr.ts";
import { ArchehrSettings } from "../state/settings/archehr.ts";
import type { ExitCode } from "./command-fault.ts";
import type { LinesOptions } from "./commands/interpret.ts";
import { runLines } from "./line-run.ts";
import { modelPrint } from "./model-print.ts";
import { graphSettings, openRun } from "./open-run.ts";
import { LineId, readLines } from "./read-lines.ts";
import { readSettings, settingsOf } from "./read-settings.ts";

const Question = z.looseObject({
  id: LineId,
  question: z.string().trim().min(1, "expected a question"),
  sentences: z.array(z.string().trim().min(1, "expected a sentence")).min(1, "expected at least one sentence"),
});
type Question = z.infer<typeof Question>;

/** Run the evidence step alone. In: lines {id, question, sentences}. Out: lines {id, scores (0-1, one a sentence), selected (indices from 0)}; exit code. */
export const runEvidence = async (options: LinesOptions): Promise<ExitCode> => {
  const lines = readLines(options.in, "--in", Question);
  const opened = openRun(options);
  const set = graphSettings(options.set);
  const settings = readSettings(ArchehrSettings, settingsOf(ArchehrSettings), { profile: opened.profile, set });
  try {
    return await runLines({
      lines,
      options,
      unit: "questions",
      fingerprint: { step: "scoreSentences", settings, ...modelPrint(opened, "archehr") },
      run: (line, signal) => select(line, opened.parts, settings, signal),
    });
  } finally {
    await opened.parts.encoder.close();
  }
};

const select = async (
  { id, question, sentences }: Question,
  { ask, texts }: LiveParts,
  settings: ArchehrState["settings"],
  signal: AbortSignal,
) => {
  const given = sentences.map((text, at) => ({ id: String(at), text }));
  const loaded = await loadCase(texts)({
    caseId: id,
    message: question,
    note: "",
    sentences: given,
    answerSentences: [],
    subtask: "2",
  });
  const note = loaded.note ?? "";
  const asked = { caseId: id, message: question, clinicianQuestion: question, question, note, settings };
  const { scores = [], scoring = "failed", fallbacks: scored = [] } = await scoreSentences(ask, texts)(asked, { signal });
  const { verdict = "none", fallbacks: chosen = [] } = await selectEvidence(texts)({ note, scores, scoring, settings });
  const eligible = eligibleSentences(readNote(texts, note, "evidence"), scores, settings);
  const best = Math.max(...eligible.map(({ score }) => score));
  const least = {
    strict: settings.strictScore,
    lenient: settings.lenientScore,
    weakest: best,
    unusable: 0,
    none: Number.POSITIVE_INFINITY,
    ungraded: Number.POSITIVE_INFINITY,
  }[verdict];
  const fallbacks = [...scored, ...chosen];
  return {
    id,
    scores: given.map((sentence) => ((scores.find((entry) => entry.id === sentence.id)?.score ?? 1) - 1) / 4),
    selected: eligible.filter(({ score }) => score >= least).map((sentence) => Number(sentence.id)),
    ...(fallbacks.length > 0 ? { fallbacks } : {}),
  };
};

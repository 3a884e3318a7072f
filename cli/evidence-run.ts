import { z } from "zod";
import { selectAlone } from "../nodes/archehr/select-alone.ts";
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
      run: async (line, signal) => {
        const { scores, selected, fallbacks } = await selectAlone(opened.parts, line, settings, signal);
        return { id: line.id, scores, selected, ...(fallbacks.length > 0 ? { fallbacks } : {}) };
      },
    });
  } finally {
    await opened.parts.encoder.close();
  }
};

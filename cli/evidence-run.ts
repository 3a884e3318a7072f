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
import { needReader } from "./reads-notes.ts";
import { tellTruncated } from "./tell-truncated.ts";

const Question = z.looseObject({
  id: LineId,
  question: z.string().trim().min(1, "expected a question"),
  sentences: z
    .array(z.string().trim())
    .refine((sentences) => sentences.some((sentence) => sentence !== ""), "expected at least one sentence with text"),
});

/** Run the evidence step alone. In: lines {id, question, sentences}. Out: lines {id, scores (0-1, one a sentence, 0 for one without text), selected (indices from 0)}; exit code. */
export const runEvidence = async (options: LinesOptions): Promise<ExitCode> => {
  const lines = readLines(options.in, "--in", Question);
  const opened = openRun(options);
  needReader(opened, "archehr");
  const set = graphSettings(options.set);
  const settings = readSettings(ArchehrSettings, settingsOf(ArchehrSettings), { profile: opened.profile, set });
  try {
    return await runLines({
      lines,
      options,
      unit: "questions",
      fingerprint: { step: "scoreSentences", settings, ...modelPrint(opened, "archehr") },
      run: async (line, signal) => {
        // A place without text keeps its index: nothing is asked about it, and it supports nothing.
        const places = line.sentences.flatMap((sentence, at) => (sentence === "" ? [] : [at]));
        const filled = { ...line, sentences: line.sentences.filter((sentence) => sentence !== "") };
        const { scores, selected, fallbacks } = await selectAlone(opened.parts, filled, settings, signal);
        return {
          id: line.id,
          scores: line.sentences.map((_, at) => scores[places.indexOf(at)] ?? 0),
          selected: selected.flatMap((at) => places[at] ?? []),
          ...(fallbacks.length > 0 ? { fallbacks } : {}),
        };
      },
    });
  } finally {
    tellTruncated(opened.parts.encoder, options);
    await opened.parts.encoder.close();
  }
};

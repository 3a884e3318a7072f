import { z } from "zod";
import { interpretQuestion } from "../nodes/archehr/interpret-question.ts";
import { ArchehrSettings } from "../state/settings/archehr.ts";
import type { ExitCode } from "./command-fault.ts";
import type { LinesOptions } from "./commands/interpret.ts";
import { runLines } from "./line-run.ts";
import { modelPrint } from "./model-print.ts";
import { graphSettings, openRun } from "./open-run.ts";
import { LineId, readLines } from "./read-lines.ts";
import { readSettings, settingsOf } from "./read-settings.ts";
import { tellTruncated } from "./tell-truncated.ts";

const Message = z.looseObject({ id: LineId, text: z.string().trim().min(1, "expected the patient's message") });

/** Run the interpretation step alone. In: lines {id, text}. Out: lines {id, question}, and fallbacks where there are any; exit code. */
export const runInterpret = async (options: LinesOptions): Promise<ExitCode> => {
  const lines = readLines(options.in, "--in", Message);
  const opened = openRun(options);
  const settings = readSettings(ArchehrSettings, settingsOf(ArchehrSettings), {
    profile: opened.profile,
    set: graphSettings(options.set),
  });
  const step = interpretQuestion(opened.parts.ask);
  try {
    return await runLines({
      lines,
      options,
      unit: "messages",
      fingerprint: { step: "interpretQuestion", settings, ...modelPrint(opened, "interpretation") },
      run: async ({ id, text }, signal) => {
        const { question = "", fallbacks = [] } = await step({ caseId: id, message: text, settings }, { signal });
        return { id, question, ...(fallbacks.length > 0 ? { fallbacks } : {}) };
      },
    });
  } finally {
    tellTruncated(opened.parts.encoder, options);
    await opened.parts.encoder.close();
  }
};

import type { z } from "zod";
import { evidencePaper, evidenceSettings } from "./evidence.ts";
import { groundedAnswerPaper, groundedAnswerSettings } from "./grounded-answer.ts";
import { interpretPaper, interpretSettings } from "./interpret.ts";
import { profiled } from "./profiled.ts";

/** Every number and switch of the archehr graph. Part of its input, so each checkpoint and manifest records them. */
export const ArchehrSettings = profiled(
  { ...interpretSettings, ...evidenceSettings, ...groundedAnswerSettings },
  { ...interpretPaper, ...evidencePaper, ...groundedAnswerPaper },
);
export type ArchehrSettings = z.infer<typeof ArchehrSettings>;

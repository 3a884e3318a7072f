import type { z } from "zod";
import { profiled } from "./profiled.ts";
import { refinePaper, refineSettings } from "./refine.ts";
import { crossEncoderSettings, retrievePaper, retrieveSettings } from "./retrieve.ts";
import { typedAnswerPaper, typedAnswerSettings } from "./typed-answer.ts";

/** Every number and switch of the bioasq graph. Part of its input, so each checkpoint and manifest records them. */
export const BioasqSettings = profiled(
  { ...retrieveSettings, ...crossEncoderSettings, ...refineSettings, ...typedAnswerSettings },
  { ...retrievePaper, ...refinePaper, ...typedAnswerPaper },
);
export type BioasqSettings = z.infer<typeof BioasqSettings>;

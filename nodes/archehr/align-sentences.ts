import type { Ask, AskOptions } from "../../clients/models/ask.ts";
import { alignAnswer as alignAll } from "../../prompts/archehr/align-answer.ts";
import { alignSentence as alignOne } from "../../prompts/archehr/align-sentence.ts";
import type { Alignment, ArchehrState, Sentence } from "../../state/archehr.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Runtime } from "../../state/step.ts";
import type { Usage } from "../../state/usage.ts";
import { askCorrected } from "../common/ask-corrected.ts";
import { fellBack } from "../common/fell-back.ts";

export type Aligning = {
  caseId: string;
  answer: readonly Sentence[];
  note: readonly Sentence[];
  settings: ArchehrState["settings"];
};
export type Aligned = { alignment: Alignment[]; usage: Usage[]; fallbacks: Fallback[] };

/**
 * Align answer sentences with note sentences: in one call (profile paper), or one call a sentence and a second for what it missed.
 *
 * In: answer[n], note[m]. Out: n entries in the answer's order; evidenceIds exist in the note, in its order, without repeats.
 * If the model is down: [] for the sentences concerned; one fallback each.
 */
export const alignSentences = async (ask: Ask, aligning: Aligning, runtime: Runtime | undefined): Promise<Aligned> => {
  const { answer, settings } = aligning;
  if (answer.length === 0) return { alignment: [], usage: [], fallbacks: [] };
  return settings.perSentenceAlignment ? oneByOne(ask, aligning, runtime) : allAtOnce(ask, aligning, runtime);
};

const options = ({ caseId, settings }: Aligning): Omit<AskOptions, "signal"> & { corrections: number } => ({
  role: "align",
  step: "alignAnswer",
  item: caseId,
  temperature: settings.alignTemperature,
  corrections: settings.correctiveRetries,
});

const allAtOnce = async (ask: Ask, aligning: Aligning, runtime: Runtime | undefined): Promise<Aligned> => {
  const { answer, note } = aligning;
  const { outcome, usage, fallbacks } = await askCorrected(
    ask,
    alignAll,
    { answer: [...answer], note: [...note] },
    options(aligning),
    runtime,
  );
  const failed = outcome.is === "ok" ? [] : [fellBack("alignAnswer", outcome, "left every answer sentence unsupported")];
  const found = outcome.is === "ok" ? outcome.value : [];
  const alignment = answer.map(({ id }) => ({
    answerId: id,
    evidenceIds: inOrder(
      note,
      found.filter(({ answer_id }) => answer_id === id).flatMap(({ evidence_id }) => evidence_id),
    ),
  }));
  return { alignment, usage, fallbacks: [...fallbacks, ...failed] };
};

const oneByOne = async (ask: Ask, aligning: Aligning, runtime: Runtime | undefined): Promise<Aligned> => {
  const { answer, note, caseId } = aligning;
  const aligned: Aligned = { alignment: [], usage: [], fallbacks: [] };
  for (const sentence of answer) {
    const found: string[] = [];
    for (const pass of ["first", "second"] as const) {
      if (pass === "second" && found.length === 0) break;
      const input = { sentence, answer: [...answer], note: [...note], found: [...found] };
      const { outcome, usage, fallbacks } = await askCorrected(ask, alignOne, input, options(aligning), runtime);
      aligned.usage.push(...usage);
      aligned.fallbacks.push(...fallbacks);
      if (outcome.is === "ok") found.push(...outcome.value.evidence_id);
      else
        aligned.fallbacks.push(
          fellBack(
            "alignAnswer",
            outcome,
            pass === "first" ? `left answer sentence ${sentence.id} unsupported` : "kept the first pass",
          ),
        );
    }
    aligned.alignment.push({ answerId: sentence.id, evidenceIds: inOrder(note, found) });
    runtime?.writer?.({
      event: "progress",
      step: "alignAnswer",
      item: caseId,
      done: aligned.alignment.length,
      of: answer.length,
      unit: "sentences",
    });
  }
  return aligned;
};

/** Ids that the note has, each once, in its order. */
const inOrder = (note: readonly Sentence[], ids: readonly string[]): string[] =>
  note.map(({ id }) => id).filter((id) => ids.includes(id));

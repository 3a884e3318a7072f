import type { Ask, AskOptions } from "../../clients/models/ask.ts";
import { alignAnswer as alignAll } from "../../prompts/archehr/align-answer.ts";
import { alignSentence as alignOne } from "../../prompts/archehr/align-sentence.ts";
import type { Alignment, ArchehrState, Sentence } from "../../state/archehr.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Runtime } from "../../state/step.ts";
import type { Usage } from "../../state/usage.ts";
import { fellBack } from "../common/fell-back.ts";
import { askInHalves } from "./ask-in-halves.ts";

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
 * A note that is too long for the model is asked about in halves, and what they name is put together.
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
  const inputOf = (part: Sentence[]) => ({ answer: [...answer], note: part });
  const { values, failed, usage, fallbacks } = await askInHalves(ask, alignAll, note, inputOf, options(aligning), runtime);
  const left = values.length === 0 ? "left every answer sentence unsupported" : "went on with what a part of the note supports";
  const told = failed === undefined ? [] : [fellBack("alignAnswer", failed, left)];
  const found = values.flat();
  const alignment = answer.map(({ id }) => ({
    answerId: id,
    evidenceIds: inOrder(
      note,
      found.filter(({ answer_id }) => answer_id === id).flatMap(({ evidence_id }) => evidence_id),
    ),
  }));
  return { alignment, usage, fallbacks: [...fallbacks, ...told] };
};

const oneByOne = async (ask: Ask, aligning: Aligning, runtime: Runtime | undefined): Promise<Aligned> => {
  const { answer, note, caseId } = aligning;
  const aligned: Aligned = { alignment: [], usage: [], fallbacks: [] };
  for (const sentence of answer) {
    const found: string[] = [];
    for (const pass of ["first", "second"] as const) {
      if (pass === "second" && found.length === 0) break;
      const before = [...found];
      const inputOf = (part: Sentence[]) => ({ sentence, answer: [...answer], note: part, found: before });
      const { values, failed, usage, fallbacks } = await askInHalves(ask, alignOne, note, inputOf, options(aligning), runtime);
      aligned.usage.push(...usage);
      aligned.fallbacks.push(...fallbacks);
      found.push(...values.flatMap(({ evidence_id }) => evidence_id));
      if (failed !== undefined)
        aligned.fallbacks.push(fellBack("alignAnswer", failed, instead(pass, values.length, sentence.id)));
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

const instead = (pass: "first" | "second", answered: number, id: string): string => {
  if (answered > 0) return `went on with what a part of the note supports of answer sentence ${id}`;
  return pass === "first" ? `left answer sentence ${id} unsupported` : "kept the first pass";
};

/** Ids that the note has, each once, in its order. */
const inOrder = (note: readonly Sentence[], ids: readonly string[]): string[] =>
  note.map(({ id }) => id).filter((id) => ids.includes(id));

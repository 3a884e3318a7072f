import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readJsonLines } from "../../formats/json-lines.ts";
import { interpretQuestion } from "../../nodes/archehr/interpret-question.ts";
import { ArchehrSettings } from "../../state/settings/archehr.ts";
import { firstQuestion } from "../../text/first-question.ts";
import { findMedicalTerms } from "../../text/medical-terms.ts";
import { firstWords } from "../../text/python-whitespace.ts";
import { eachItem } from "../each-item.ts";
import { closeSheet, openSheet, setItem, setMeanOf } from "../measure-items.ts";
import { rouge } from "../measures/rouge.ts";
import type { TaskResult, TaskRun } from "../task.ts";

const Settings = z.object({
  messages: z.string(),
  most: z.int().positive().optional().describe("Only the first so many messages (count)."),
});
const Line = z
  .union([
    z.object({ id: z.string(), chq: z.string(), summary: z.string() }),
    z
      .object({ q_id: z.string(), "NLM Question": z.string(), Summary: z.string() })
      .transform((line) => ({ id: line.q_id, chq: line["NLM Question"], summary: line.Summary })),
  ])
  .transform(({ id, chq, summary }) => ({ id, message: chq.trim(), reference: summary.trim() }));

/**
 * Interpret consumer health messages by the archehr graph's own step, and compare the questions with an expert's.
 *
 * In: lines of MeQSum or MEDIQA 2021. Out: ROUGE-1, -2 and -L F (0-100, no stemmer, as ArchEHR's scorer); `names_kept`, the share (0-100) of the drugs and diagnoses that message and expert both
 * name which the question names too, over messages with one; mean words; the same of the trivial baseline `first_question_…`: the message's first question sentence, cut to as many words;
 * `…_over_first_question`, the difference on the same messages.
 */
export async function interpretMessages({
  folder,
  settings: given,
  parts,
  concurrency = 1,
  tick,
  signal,
}: TaskRun): Promise<TaskResult> {
  const { messages, most, ...own } = { ...given, ...Settings.parse(given) };
  const settings = ArchehrSettings.parse(own);
  const lines = readJsonLines(readFileSync(join(folder, messages), "utf8"), messages)
    .slice(0, most)
    .map(({ value }) => Line.parse(value));
  const sheet = openSheet();
  const result: Pick<TaskResult, "fallbacks" | "usage"> = { fallbacks: [], usage: [] };
  const step = interpretQuestion(parts.ask);
  const interpreted = await eachItem(lines, { concurrency, signal, tick }, ({ id, message }) =>
    step({ caseId: id, message, settings }, { signal }),
  );
  for (const [at, { id, message, reference }] of lines.entries()) {
    const { question = "", fallbacks = [], usage = [] } = interpreted[at]!; // one a line
    result.fallbacks.push(...fallbacks);
    result.usage.push(...usage);
    const first = firstWords(firstQuestion(message), settings.interpretMaxWords);
    for (const [prefix, text] of [
      ["", question],
      ["first_question_", first],
    ] as const) {
      const { rouge1, rouge2, rougeL } = rouge(text, [reference]);
      for (const [name, { f }] of Object.entries({ rouge1, rouge2, rougeL })) setItem(sheet, id, `${prefix}${name}`, 100 * f);
      setItem(sheet, id, `${prefix}names_kept`, 100 * shareKept(message, reference, text));
      setItem(sheet, id, `${prefix}words`, text.split(/\s+/u).filter((word) => word !== "").length);
    }
  }
  for (const prefix of ["", "first_question_"])
    for (const name of ["rouge1", "rouge2", "rougeL", "names_kept", "words"])
      setMeanOf(sheet, `${prefix}${name}`, `${prefix}${name}`);
  for (const [id, item] of sheet.perItem)
    for (const name of ["rougeL", "names_kept"])
      setItem(
        sheet,
        id,
        `${name}_over_first_question`,
        (item.get(name) ?? Number.NaN) - (item.get(`first_question_${name}`) ?? 0),
      );
  for (const name of ["rougeL", "names_kept"]) setMeanOf(sheet, `${name}_over_first_question`, `${name}_over_first_question`);
  return {
    sheet: closeSheet(sheet, []),
    settings: { messages, ...(most === undefined ? {} : { most }), ...settings },
    ...result,
    failed: [],
  };
}

const namesIn = (text: string): Set<string> =>
  new Set(
    findMedicalTerms(text)
      .filter(({ kind }) => kind === "drug" || kind === "diagnosis")
      .map(({ canonical }) => canonical),
  );

function shareKept(message: string, reference: string, question: string): number {
  const [asked, kept] = [namesIn(message), namesIn(question)];
  const wanted = [...namesIn(reference)].filter((name) => asked.has(name));
  return wanted.filter((name) => kept.has(name)).length / wanted.length; // no name: no number, and no item
}

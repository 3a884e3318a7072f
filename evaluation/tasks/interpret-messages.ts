import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readJsonLines } from "../../formats/json-lines.ts";
import { interpretQuestion } from "../../nodes/archehr/interpret-question.ts";
import { ArchehrSettings } from "../../state/settings/archehr.ts";
import { firstQuestion } from "../../text/first-question.ts";
import { firstWords } from "../../text/python-whitespace.ts";
import { closeSheet, openSheet, setItem, setMeanOf } from "../measure-items.ts";
import { rouge } from "../measures/rouge.ts";
import type { TaskResult, TaskRun } from "../task.ts";

const Settings = z.object({ messages: z.string() });
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
 * In: lines of MeQSum or MEDIQA 2021. Out: ROUGE-1, -2 and -L F (0-100, no stemmer, as ArchEHR's scorer), mean words, and the same of the trivial baseline
 * `first_question_…`: the message's first question sentence, cut to as many words.
 */
export async function interpretMessages({ folder, settings: given, parts, tick, signal }: TaskRun): Promise<TaskResult> {
  const { messages, ...own } = { ...given, ...Settings.parse(given) };
  const settings = ArchehrSettings.parse(own);
  const lines = readJsonLines(readFileSync(join(folder, messages), "utf8"), messages).map(({ value }) => Line.parse(value));
  const sheet = openSheet();
  const result: Pick<TaskResult, "fallbacks" | "usage"> = { fallbacks: [], usage: [] };
  const step = interpretQuestion(parts.ask);
  for (const [at, { id, message, reference }] of lines.entries()) {
    signal.throwIfAborted();
    const { question = "", fallbacks = [], usage = [] } = await step({ caseId: id, message, settings }, { signal });
    result.fallbacks.push(...fallbacks);
    result.usage.push(...usage);
    const first = firstWords(firstQuestion(message), settings.interpretMaxWords);
    for (const [prefix, text] of [
      ["", question],
      ["first_question_", first],
    ] as const) {
      const { rouge1, rouge2, rougeL } = rouge(text, [reference]);
      for (const [name, { f }] of Object.entries({ rouge1, rouge2, rougeL })) setItem(sheet, id, `${prefix}${name}`, 100 * f);
      setItem(sheet, id, `${prefix}words`, text.split(/\s+/u).filter((word) => word !== "").length);
    }
    tick(at + 1, lines.length);
  }
  for (const prefix of ["", "first_question_"])
    for (const name of ["rouge1", "rouge2", "rougeL", "words"]) setMeanOf(sheet, `${prefix}${name}`, `${prefix}${name}`);
  return { sheet: closeSheet(sheet, []), settings: { messages, ...settings }, ...result, failed: [] };
}

import { firstWords } from "../text/python-whitespace.ts";
import type { Checked } from "./archehr-faults.ts";
import { type OpenSheet, setItem, setMeanOf } from "./measure-items.ts";
import { bleu } from "./measures/bleu.ts";
import { rouge } from "./measures/rouge.ts";
import { sari } from "./measures/sari.ts";
import { mean } from "./statistics/mean.ts";

/** What a text measure compares: the source is the patient's narrative. */
export type TextPair = { id: string; prediction: string; reference: string; source: string };
/** A measure that needs weights or a licence and is not part of this package: pairs in, one value a pair (0-1) out, same order. */
export type TextPlugIn = (pairs: readonly TextPair[]) => Promise<readonly number[]>;
export type TextPlugIns = Partial<Record<"bertscore" | "alignscore" | "medcon", TextPlugIn>>;

/**
 * Score texts against the clinician's (subtasks 1 and 3).
 *
 * Formula: the mean over cases of ROUGE-1, -2, -L, -Lsum F (no stemmer) and, in subtask 3, BLEU and SARI; `overall_score` is the mean of the official
 * set: rougeLsum, bertscore, alignscore, medcon, in subtask 3 also bleu and sari.
 * In: a sheet, which is filled; the subtask; checked texts; reference and narrative of each case; plug-ins. Texts are cut at 15 or 75 words.
 * Out: 0-100, as the script prints. Without a plug-in its measure is "not computed", and so is the overall score: it is never a mean of fewer.
 * @cite soni2026archehr §evaluation
 */
export async function scoreTexts(
  sheet: OpenSheet,
  subtask: 1 | 3,
  predictions: Checked<string>,
  goldOf: (id: string) => { reference: string; source: string },
  plugIns: TextPlugIns,
): Promise<void> {
  const pairs = [...predictions].map(([id, text]) => ({ id, prediction: firstWords(text, WORD_LIMIT[subtask]), ...goldOf(id) }));
  for (const pair of pairs) scorePair(sheet, subtask, pair);
  for (const name of PLUG_INS) {
    const plugIn = plugIns[name];
    if (!plugIn) sheet.notComputed.set(name, REASON[name]);
    else await setPlugIn(sheet, name, pairs, plugIn);
  }
  for (const name of ["rouge1", "rouge2", "rougeL", "rougeLsum", ...(subtask === 3 ? ["bleu", "sari"] : [])])
    setMeanOf(sheet, name, name);
  setOverall(sheet, OFFICIAL_SET[subtask]);
}

function scorePair(sheet: OpenSheet, subtask: 1 | 3, { id, prediction, reference, source }: TextPair): void {
  for (const [name, { f }] of Object.entries(rouge(prediction, [reference]))) setItem(sheet, id, name, 100 * f);
  if (subtask === 1) return;
  setItem(sheet, id, "bleu", 100 * bleu(prediction, [reference]).score);
  setItem(sheet, id, "sari", sari(source, prediction, [reference]));
}

async function setPlugIn(sheet: OpenSheet, name: string, pairs: readonly TextPair[], plugIn: TextPlugIn): Promise<void> {
  const values = await plugIn(pairs);
  if (values.length !== pairs.length)
    throw new RangeError(`Plug-in ${name} gave ${values.length} values for ${pairs.length} pairs.`);
  for (const [index, { id }] of pairs.entries()) setItem(sheet, id, name, 100 * (values[index] ?? Number.NaN));
  setMeanOf(sheet, name, name);
}

function setOverall(sheet: OpenSheet, names: readonly string[]): void {
  const absent = names.filter((name) => !sheet.measures.has(name));
  if (absent.length > 0) {
    sheet.notComputed.set("overall_score", `needs ${absent.join(", ")}; a mean of the rest would be another measure`);
    return;
  }
  for (const [id, values] of sheet.perItem)
    setItem(sheet, id, "overall_score", mean(names.map((name) => values.get(name) ?? Number.NaN)));
  setMeanOf(sheet, "overall_score", "overall_score");
}

/** Words that the official scorer keeps of a text (count). */
export const WORD_LIMIT = { 1: 15, 3: 75 } as const;

const OFFICIAL_SET = {
  1: ["rougeLsum", "bertscore", "alignscore", "medcon"],
  3: ["bleu", "rougeLsum", "sari", "bertscore", "alignscore", "medcon"],
} as const;
const PLUG_INS = ["bertscore", "alignscore", "medcon"] as const;
const REASON = {
  bertscore: "needs the weights of distilbert-base-uncased; give scoreArchehr a plug-in",
  alignscore: "needs the weights of AlignScore; give scoreArchehr a plug-in",
  medcon: "needs a personal UMLS licence; give scoreArchehr a plug-in",
} as const;

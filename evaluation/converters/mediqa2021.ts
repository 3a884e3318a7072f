import { type Converter, jsonLines, oneLine } from "./converter.ts";
import { readSheet } from "./read-sheet.ts";

const SHEET = "MEDIQA2021-Task1-QuestionSummarization-ValidationSet.xlsx";
const COLUMNS = ["NLM Question", "Summary", "Question Focus", "Question Type"];

/**
 * Convert the validation workbook of MEDIQA 2021 task 1.
 *
 * Out: qs_validation.jsonl, a row as { q_id, NLM Question, Summary, Question Focus, Question Type }, each text on one line. The question's number is what the first column holds.
 */
export const mediqa2021: Converter = {
  reads: [SHEET],
  convert(published) {
    const rows = readSheet(published.get(SHEET) ?? new Uint8Array(), SHEET, [0, ...COLUMNS]).map(([number = "", ...cells]) => ({
      q_id: oneLine(number),
      ...Object.fromEntries(COLUMNS.map((name, at) => [name, oneLine(cells[at] ?? "")])),
    }));
    return { files: { "qs_validation.jsonl": jsonLines(rows) }, made: `${rows.length} questions` };
  },
};

import { InputFault } from "../../formats/input-fault.ts";
import { type Converter, jsonLines, oneLine } from "./converter.ts";
import { readSheet } from "./read-sheet.ts";

const SHEET = "MeQSum_ACL2019_BenAbacha_Demner-Fushman.xlsx";
/** Rows that the conditions read (count). */
const FIRST = 500;

/**
 * Convert MeQSum's workbook: columns File, CHQ and Summary.
 *
 * Out: meqsum.first500.jsonl, the first 500 rows as { id (row number from 1), file, chq, summary }, each text on one line.
 */
export const meqsum: Converter = {
  reads: [SHEET],
  convert(published) {
    const rows = readSheet(published.get(SHEET) ?? new Uint8Array(), SHEET, ["File", "CHQ", "Summary"]);
    if (rows.length === 0)
      throw new InputFault({ file: SHEET, where: "first sheet", field: "rows", expected: "questions", found: "none" });
    const questions = rows.slice(0, FIRST).map(([file = "", chq = "", summary = ""], at) => ({
      id: String(at + 1),
      file: oneLine(file),
      chq: oneLine(chq),
      summary: oneLine(summary),
    }));
    return {
      files: { "meqsum.first500.jsonl": jsonLines(questions) },
      made: `${questions.length} of ${rows.length} messages`,
    };
  },
};

import { unzipSync } from "fflate";
import { InputFault } from "../../formats/input-fault.ts";
import { elementsAt, readXmlElement, type XmlElement } from "../../formats/xml-tree.ts";

/**
 * Read columns of the first sheet of an .xlsx workbook.
 *
 * In: the file's bytes, its name, columns by their name in its first row, or by their place from 0. Out: of each row below it, in order, the cells of those columns; a cell that is empty or not there is "". Rows with nothing in them are
 * left out. Throws InputFault where the file is no workbook or lacks a column.
 */
export function readSheet(workbook: Uint8Array, file: string, columns: readonly (string | number)[]): string[][] {
  const refuse = (field: string, expected: string, found?: string): never => {
    throw new InputFault({ file, where: "first sheet", field, expected, ...(found === undefined ? {} : { found }) });
  };
  const parts = unzipped(workbook) ?? refuse("file", "an .xlsx workbook");
  const part = (name: string) => {
    const bytes = parts[name];
    return bytes === undefined ? undefined : readXmlElement(new TextDecoder().decode(bytes));
  };
  const sheet = part("xl/worksheets/sheet1.xml") ?? refuse("file", "an .xlsx workbook with a sheet");
  const shared = elementsAt(part("xl/sharedStrings.xml"), "si").map(shownText);
  const rows = elementsAt(sheet, "sheetData", "row").map((row) => cellsOf(row, shared));
  const [header = new Map<string, string>(), ...body] = rows;
  const named = new Map([...header].map(([letter, name]) => [name.trim(), letter]));
  const letters = columns.map((column) =>
    typeof column === "number"
      ? String.fromCodePoint(A + column)
      : (named.get(column) ?? refuse("first row", `a column ${column}`, [...named.keys()].join(", "))),
  );
  return body
    .filter((row) => [...row.values()].some((value) => value !== ""))
    .map((row) => letters.map((letter) => row.get(letter) ?? ""));
}

/** Columns go by letters, the first by this one. */
const A = 65;

const unzipped = (workbook: Uint8Array) => {
  try {
    return unzipSync(workbook);
  } catch {
    return undefined;
  }
};

/** Cells of a row by their column's letters. A shared string is named by its place in the table of them. */
const cellsOf = (row: XmlElement, shared: readonly string[]): Map<string, string> =>
  new Map(
    elementsAt(row, "c").map((cell) => {
      const letter = (cell.attributes.get("r") ?? "").replace(/\d+$/u, "");
      const value = rawText(elementsAt(cell, "v"));
      const type = cell.attributes.get("t");
      if (type === "s") return [letter, shared[Number(value)] ?? ""];
      return [letter, type === "inlineStr" ? elementsAt(cell, "is").map(shownText).join("") : value];
    }),
  );

/** Text of a string item: its own and that of its runs, without the readings that stand beside some scripts. */
const shownText = (item: XmlElement): string => rawText([...elementsAt(item, "t"), ...elementsAt(item, "r", "t")]);

const rawText = (elements: readonly XmlElement[]): string =>
  elements.flatMap(({ children }) => children.filter((child) => typeof child === "string")).join("");

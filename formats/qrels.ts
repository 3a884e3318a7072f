import { InputFault } from "./input-fault.ts";
import { withoutMark } from "./json-text.ts";

/** One judgement; grade 0 and below: judged not relevant. */
export interface Judged {
  query: string;
  document: string;
  grade: number;
}

/**
 * Read relevance judgements.
 * In: the file's text: query, document and grade a line, parted by tabs (or, without tabs, by spaces), with or without a header line and trec_eval's iteration
 * column; its name. Out: judgements in the file's order, each document once a query. Throws InputFault naming the line: other columns, a grade that is no whole number, two grades for one document.
 */
export function readQrels(text: string, file: string): Judged[] {
  const judged: Judged[] = [];
  const grades = new Map<string, number>();
  let isFirst = true;
  for (const [index, content] of withoutMark(text)
    .split(/\r\n|\n|\r/u)
    .entries()) {
    if (content.trim() === "") continue;
    const columns = content.includes("\t") ? content.split("\t").map((column) => column.trim()) : content.trim().split(/ +/u);
    const refuse = (field: string, expected: string, found: string): never => {
      throw new InputFault({ file, where: `line ${index + 1}`, field, expected, found });
    };
    const isHeader = isFirst && !/^[-+]?\d/u.test(columns.at(-1) ?? "");
    isFirst = false;
    if (columns.length !== 3 && columns.length !== 4)
      refuse("line", "query, document, grade (or query, iteration, document, grade)", `${columns.length} columns`);
    if (isHeader) continue;
    const [query = "", document = "", grade = ""] = columns.length === 4 ? [columns[0], columns[2], columns[3]] : columns;
    if (query === "" || document === "") refuse("line", "a query and a document", "an empty one");
    if (!/^[-+]?\d+$/u.test(grade)) refuse("grade", "a whole number", JSON.stringify(grade));
    const pair = `${query}	${document}`;
    const known = grades.get(pair);
    if (known === undefined) judged.push({ query, document, grade: Number(grade) });
    else if (known !== Number(grade)) refuse("grade", `one grade for document "${document}"`, `${known} and ${Number(grade)}`);
    grades.set(pair, Number(grade));
  }
  if (judged.length === 0)
    throw new InputFault({ file, where: "line 1", field: "line", expected: "at least one judgement", found: "none" });
  return judged;
}

/**
 * Write relevance judgements as trec_eval reads them.
 * In: judgements. Out: one `query 0 document grade` a line, in their order.
 */
export function writeQrels(judged: readonly Judged[]): string {
  return judged.map(({ query, document, grade }) => `${query} 0 ${document} ${grade}\n`).join("");
}

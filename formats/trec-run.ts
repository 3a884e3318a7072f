import { InputFault } from "./input-fault.ts";
import { withoutMark } from "./json-text.ts";

/** A document that a search found. */
export interface RunEntry {
  document: string;
  score: number;
}

/** The same with the query that found it. */
export interface RunLine extends RunEntry {
  query: string;
}

/**
 * Read a run in trec_eval's format.
 * In: the file's text, `query Q0 document rank score tag` a line; its name. Out: its lines in the file's order: trec_eval orders them by score, not by rank.
 * Throws InputFault naming the line: other columns, a score that is no number, a document twice for a query.
 */
export function readTrecRun(text: string, file: string): RunLine[] {
  const run: RunLine[] = [];
  const seen = new Set<string>();
  for (const [index, content] of withoutMark(text)
    .split(/\r\n|\n|\r/u)
    .entries()) {
    if (content.trim() === "") continue;
    const columns = content.trim().split(/[\t ]+/u);
    const [query = "", , document = "", , score = ""] = columns;
    const refuse = (field: string, expected: string, found: string): never => {
      throw new InputFault({ file, where: `line ${index + 1}`, field, expected, found });
    };
    if (columns.length < 5 || columns.length > 6) refuse("line", "query Q0 document rank score tag", `${columns.length} columns`);
    if (!Number.isFinite(Number(score))) refuse("score", "a number", JSON.stringify(score));
    const pair = `${query}\t${document}`;
    if (seen.has(pair)) refuse("document", `every document once for query "${query}"`, `"${document}" again`);
    seen.add(pair);
    run.push({ query, document, score: Number(score) });
  }
  return run;
}

/**
 * Write a run in trec_eval's format.
 * In: ranked documents by query, best first; a tag without spaces. Out: its text. Scores are strictly decreasing even as 32-bit floats, since trec_eval orders equal ones
 * by id: a score that is not below the one before it is written as the next lower float. A document twice, an id with a space or a score that is no number is a bug and throws.
 */
export function writeTrecRun(run: ReadonlyMap<string, readonly RunEntry[]>, tag: string): string {
  return [...run].flatMap(([query, entries]) => linesOf(query, entries, tag)).join("");
}

function linesOf(query: string, entries: readonly RunEntry[], tag: string): string[] {
  const seen = new Set<string>();
  let before = Number.POSITIVE_INFINITY;
  return entries.map(({ document, score }, index) => {
    for (const word of [query, document, tag]) {
      if (!/^\S+$/u.test(word)) throw new Error(`A run's ids and tag are words without spaces: ${JSON.stringify(word)}`);
    }
    if (!Number.isFinite(score)) throw new Error(`The score of document ${document} for query ${query} is ${score}`);
    if (seen.has(document)) throw new Error(`Document ${document} stands twice in the ranking of query ${query}`);
    seen.add(document);
    before = Math.fround(score) < before ? Math.fround(score) : nextLower(before);
    return `${query} Q0 ${document} ${index + 1} ${before} ${tag}\n`;
  });
}

// The bits of a float are ordered like its magnitude, so its neighbour is one away.
function nextLower(value: number): number {
  const float = new Float32Array([value]);
  const bits = new Int32Array(float.buffer);
  if (value === 0) bits[0] = -0x7fffffff;
  else bits[0] = (bits[0] ?? 0) + (value > 0 ? -1 : 1);
  return float[0] ?? value;
}

import { InputFault } from "../../formats/input-fault.ts";
import { type Converter, jsonLines, judgedLines, oneLine, publishedText } from "./converter.ts";

/**
 * Convert the SMART files of MEDLARS (MED.ALL, MED.QRY, MED.REL).
 *
 * Out: docs.jsonl (no titles), queries.jsonl, qrels.tsv. A record starts at `.I n`, its text at `.W`; lines are joined by one space. A judgement is `query 0 document 1`; some copies write the
 * document as MED-n, some give a float where the others have the 0.
 */
export const medlars: Converter = {
  reads: ["MED.ALL", "MED.QRY", "MED.REL"],
  convert(published) {
    const text = (file: string) => publishedText(published, file);
    const documents = smartRecords(text("MED.ALL"), "MED.ALL").map(({ id, text: body }) => ({ id, title: "", text: body }));
    const queries = smartRecords(text("MED.QRY"), "MED.QRY");
    const judged = judgements(text("MED.REL"), "MED.REL");
    return {
      files: { "docs.jsonl": jsonLines(documents), "queries.jsonl": jsonLines(queries), "qrels.tsv": judgedLines(judged) },
      made: `${documents.length} documents, ${queries.length} queries, ${judged.length} judgements`,
    };
  },
};

const smartRecords = (text: string, file: string): { id: string; text: string }[] => {
  const records: { id: string; text: string }[] = [];
  for (const part of text.split(/^\.I[ \t]+/mu).slice(1)) {
    const [, id = "", body] = /^(\d+)[ \t]*\r?\n\.W[ \t]*\r?\n([\s\S]*)$/u.exec(part) ?? [];
    if (body === undefined)
      throw new InputFault({
        file,
        where: `record ${records.length + 1}`,
        field: ".I",
        expected: "a number, then a line .W and text",
      });
    records.push({ id, text: oneLine(body) });
  }
  if (records.length === 0)
    throw new InputFault({ file, where: "line 1", field: ".I", expected: "records of .I and .W", found: "none" });
  return records;
};

const judgements = (text: string, file: string) =>
  text.split(/\r?\n/u).flatMap((line, at) => {
    if (line.trim() === "") return [];
    const [query = "", , document = "", grade = ""] = line.trim().split(/\s+/u);
    const id = document.replace(/^MED-/u, "");
    if (!/^\d+$/u.test(query) || !/^\d+$/u.test(id) || !/^\d+$/u.test(grade))
      throw new InputFault({ file, where: `line ${at + 1}`, field: "line", expected: "query 0 document grade" });
    return [{ query, document: id, grade: Number(grade) }];
  });

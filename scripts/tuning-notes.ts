import { readdirSync, readFileSync } from "node:fs";

/** One tuning case: message, a clinician's wording of its question, the note's sentences, and which of them are essential. */
export type TuningCase = {
  id: string;
  writer: string;
  message: string;
  question: string;
  sentences: { id: string; text: string }[];
  essential: ReadonlySet<string>;
};

/** Read the tuning notes. In: their folder. Out: cases in the order of the files; sentence ids are case/number. Throws for a line before the first case. */
export function readTuningNotes(folder: URL): TuningCase[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".txt"))
    .sort()
    .flatMap((file) => casesOf(readFileSync(new URL(file, folder), "utf8"), file));
}

function casesOf(text: string, file: string): TuningCase[] {
  const cases: (TuningCase & { essential: Set<string> })[] = [];
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    const [, field, value = ""] = /^@(case|msg|q) (.*)$/u.exec(line) ?? [];
    if (field === "case") {
      cases.push({ id: value, writer: file.replace(".txt", ""), message: "", question: "", sentences: [], essential: new Set() });
      continue;
    }
    const last = cases.at(-1);
    if (last === undefined) throw new Error(`${file}: a line stands before the first @case`);
    if (field === "msg") last.message = value;
    else if (field === "q") last.question = value;
    else {
      const id = `${last.id}/${last.sentences.length + 1}`;
      last.sentences.push({ id, text: line.replace(/^\* /u, "") });
      if (line.startsWith("* ")) last.essential.add(id);
    }
  }
  return cases;
}

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

/**
 * Read the tuning notes. In: their folder. Out: cases in the order of the files; sentence ids are note/number, so cases that ask of one note share its sentences.
 * Throws, naming the file, for a line before the first @case, and for a number of an essential sentence that the note does not have.
 */
export function readTuningNotes(folder: URL): TuningCase[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".txt"))
    .sort()
    .flatMap((file) => casesOf(readFileSync(new URL(file, folder), "utf8"), file));
}

type Block = { id: string; lines: string[] };

function casesOf(text: string, file: string): TuningCase[] {
  const blocks: Block[] = [];
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    const id = /^@case (.*)$/u.exec(line)?.[1];
    if (id !== undefined) blocks.push({ id, lines: [] });
    else if (blocks.length === 0) throw new Error(`${file}: a line stands before the first @case`);
    else blocks.at(-1)?.lines.push(line);
  }
  return blocks.flatMap((block) =>
    block.lines.some((line) => line.startsWith("@ask ")) ? asksOf(block, file) : [oneCase(block, file)],
  );
}

/** A case with its own note: sentences without numbers, an asterisk before essential ones. */
function oneCase({ id, lines }: Block, file: string): TuningCase {
  const own = lines.filter((line) => !line.startsWith("@"));
  const sentences = own.map((line, at) => ({ id: `${id}/${at + 1}`, text: line.replace(/^\* /u, "") }));
  const essential = new Set(sentences.filter((_, at) => own[at]?.startsWith("* ")).map((sentence) => sentence.id));
  const [message, question] = [fieldOf(lines, "msg"), fieldOf(lines, "q")];
  return { id, writer: writerOf(file), message, question, sentences, essential };
}

/** Several cases that ask of one note: numbered sentences first, then of each @ask the numbers of its essential ones. */
function asksOf({ id, lines }: Block, file: string): TuningCase[] {
  const first = lines.findIndex((line) => line.startsWith("@ask "));
  const sentences = lines.slice(0, first).map((line, at) => ({ id: `${id}/${at + 1}`, text: line.replace(/^\d+\. /u, "") }));
  const starts = lines.flatMap((line, at) => (line.startsWith("@ask ") ? [at] : []));
  return starts.map((start, at) => {
    const own = lines.slice(start, starts[at + 1]);
    const numbers = fieldOf(own, "essential") === "none" ? [] : fieldOf(own, "essential").split(/\s+/u).map(Number);
    const wrong = numbers.find((number) => sentences[number - 1] === undefined);
    if (wrong !== undefined) throw new Error(`${file}: ${id} has no sentence ${wrong}`);
    return {
      id: `${id}${fieldOf(own, "ask")}`,
      writer: writerOf(file),
      message: fieldOf(own, "msg"),
      question: fieldOf(own, "q"),
      sentences,
      essential: new Set(numbers.map((number) => `${id}/${number}`)),
    };
  });
}

const writerOf = (file: string): string => file.replace(".txt", "");

const fieldOf = (lines: readonly string[], name: string): string =>
  lines
    .find((line) => line.startsWith(`@${name} `))
    ?.slice(name.length + 2)
    .trim() ?? "";

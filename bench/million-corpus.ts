import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Articles of one file (count). */
export const ARTICLES_A_FILE = 50_000;
const TITLE_WORDS = [8, 16] as const;
const TEXT_WORDS = [60, 260] as const;
const RUN_WORDS = [6, 24] as const;
const FIRST_PMID = 10_000_001;

/**
 * Write a corpus of made-up articles whose words stand in real runs, so that they occur and meet with natural frequencies.
 *
 * In: the folder; how many articles (count); the texts that lend the runs. Out: the files in order; the first 100,000 articles of a million are those of a
 * corpus of 100,000. Each article depends on its number alone, and each file is moved into place whole: a killed run goes on with the next one.
 * A title is one run of 8-16 words, a text runs of 6-24 words up to 60-260: 172 words on average, as long as a PubMed record with its abstract.
 */
export const writeCorpus = (folder: string, articles: number, texts: readonly string[]): string[] => {
  mkdirSync(folder, { recursive: true });
  const lend = runsOf(texts);
  const files: string[] = [];
  for (let from = 0; from < articles; from += ARTICLES_A_FILE) {
    const to = Math.min(from + ARTICLES_A_FILE, articles);
    const file = join(folder, `articles-${from}-${to}.jsonl`);
    files.push(file);
    if (existsSync(file)) continue;
    const lines = Array.from({ length: to - from }, (_, at) => JSON.stringify(articleAt(from + at, lend)));
    writeFileSync(`${file}.part`, `${lines.join("\n")}\n`);
    renameSync(`${file}.part`, file);
  }
  return files;
};

/** Read the texts of a collection's documents that lend the runs. */
export const textsOf = (docs: string): string[] =>
  readFileSync(docs, "utf8")
    .trim()
    .split("\n")
    .map((line): { title: string; text: string } => JSON.parse(line))
    .map(({ title, text }) => `${title} ${text}`.trim());

type Lend = (words: number, random: () => number) => string[];

/** Each place of the texts is as likely to begin a run as any other; a run ends with its text. */
const runsOf = (texts: readonly string[]): Lend => {
  const words: string[] = [];
  const ends: number[] = [];
  for (const text of texts) {
    const own = text.split(/\s+/);
    for (const word of own) {
      words.push(word);
      ends.push(0);
    }
    ends.fill(words.length, words.length - own.length);
  }
  return (count, random) => {
    const start = Math.floor(random() * words.length);
    return words.slice(start, Math.min(start + count, ends[start]!)); // start is below the length of both
  };
};

const articleAt = (number: number, lend: Lend) => {
  const random = numbersFrom(number);
  const between = ([least, most]: readonly [number, number]) => least + Math.floor(random() * (most - least + 1));
  const gather = (length: number, run: readonly [number, number]): string => {
    const words: string[] = [];
    while (words.length < length) words.push(...lend(Math.min(between(run), length - words.length), random));
    return words.join(" ");
  };
  const title = gather(between(TITLE_WORDS), [TITLE_WORDS[1], TITLE_WORDS[1]]);
  return {
    pmid: String(FIRST_PMID + number),
    title,
    abstract: gather(between(TEXT_WORDS), RUN_WORDS),
    year: 1975 + (number % 50),
  };
};

/** Numbers from 0 up to 1 that follow from the seed alone (mulberry32). */
export const numbersFrom = (seed: number): (() => number) => {
  let state = (seed + 1) * 0x9e3779b1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

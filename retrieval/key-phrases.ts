import { contentWords, tokens } from "../text/content-words.ts";
import { findEntities } from "../text/entities.ts";
import { endsPhrase, framesQuestion } from "./lexical-forms.ts";

const LONGEST = 5;
const QUOTED = /["“«]([^"”»]{2,80})["”»]/gu;
// RNA-seq, Set7, H3K27me3, BRCA1, CD4+, mTOR: a capital or a digit inside the word.
const NAME_LIKE =
  /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}-]*(?:\p{N}|(?<=[\p{L}\p{N}-])\p{Lu}))[\p{L}][\p{L}\p{N}]*(?:-[\p{L}\p{N}]+)*\+?(?![\p{L}\p{N}])/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[.,]\p{N}+)*(?:['’]\p{L}+)?/gu;

/**
 * Name the phrases of a question that an article about it would repeat: quoted strings, named things, names with capitals or digits inside, and runs of content words.
 * In: a question. Out: phrases as the question writes them, in that order, no two alike; framing words (list, role, known) end a run.
 * @cite dsgt2026 §4.1
 */
export function keyPhrases(question: string): string[] {
  const quoted = [...question.matchAll(QUOTED)].map(([, inner = ""]) => inner.trim());
  const named = findEntities(question)
    .filter(({ kind }) => kind !== "number")
    .map(({ text }) => text);
  const nameLike = (question.match(NAME_LIKE) ?? []).filter((word) => !framesQuestion(word));
  const all = [...quoted, ...named, ...nameLike, ...runsOf(question)];
  const forms = all.map((phrase) => tokens(phrase).join(" "));
  return all.filter((_, index) => forms[index] !== "" && forms.indexOf(forms[index] ?? "") === index);
}

/**
 * Name the terms that a search for a question cannot do without.
 * In: a question; the most terms. Out: its key phrases, none inside another, then single topic words that no phrase holds; in the order of the question.
 * @cite spec bioasq best
 */
export function keyTerms(question: string, most: number): string[] {
  const phrases = keyPhrases(question);
  const longest = phrases.filter((phrase) => !phrases.some((other) => other !== phrase && within(phrase, other)));
  const singles = contentWords(question).filter(
    (word) => !framesQuestion(word) && !longest.some((phrase) => within(word, phrase)),
  );
  const place = (term: string) => question.toLowerCase().indexOf(term.toLowerCase());
  return [...new Set([...longest, ...singles])].sort((one, other) => place(one) - place(other)).slice(0, most);
}

function within(part: string, whole: string): boolean {
  return ` ${tokens(whole).join(" ")} `.includes(` ${tokens(part).join(" ")} `);
}

/** Two to five content words side by side: spinal muscular atrophy. */
function runsOf(question: string): string[] {
  const runs: { start: number; end: number; words: number }[] = [];
  let last: (typeof runs)[number] | undefined;
  for (const match of question.matchAll(WORD)) {
    const end = match.index + match[0].length;
    const topical = contentWords(match[0]).length > 0 && !endsPhrase(match[0]);
    const number = /^[\p{N}.,]+$/u.test(match[0]);
    // A phrase does not begin with a number: type | 1 | diabetes.
    if (!topical || (number && last === undefined)) {
      last = undefined;
      continue;
    }
    const joined = last !== undefined && last.words < LONGEST && /^[\s-]$/.test(question.slice(last.end, match.index));
    if (joined && last) {
      last.end = end;
      last.words += 1;
    } else {
      last = { start: match.index, end, words: 1 };
      runs.push(last);
    }
  }
  return runs.filter(({ words }) => words > 1).map(({ start, end }) => question.slice(start, end));
}

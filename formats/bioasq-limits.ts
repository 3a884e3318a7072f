import { softCut } from "../text/soft-cut.ts";
import { BIOASQ_LIMITS, sameEntry } from "./bioasq-rules.ts";

type Json = Record<string, unknown>;
type Note = (field: string, was: unknown, is: string) => void;

// A text that was trimmed after its offsets were found is a few characters shorter than they say.
const TRIMMED = 5;

/**
 * Cut what is over a limit of the format from its end, since every list is ranked.
 * In: a question of a submission, its type, where to note each cut. Out: a new question: at most ten documents and snippets, five factoids, a hundred list entries, each of
 * at most 100 characters and ending with a word, and an ideal answer of at most 200 words, whole sentences where the first one fits. Other values stay as they are.
 */
export function keepLimits(question: Json, type: unknown, note: Note): Json {
  const kept: Json = { ...question };
  const { documents, snippets, exact_answer: exact, ideal_answer: ideal } = question;
  if (Array.isArray(documents)) kept.documents = firstOf(documents, BIOASQ_LIMITS.documents, "documents", note);
  if (Array.isArray(snippets)) kept.snippets = firstOf(snippets, BIOASQ_LIMITS.snippets, "snippets", note);
  if (Array.isArray(exact) && (type === "factoid" || type === "list")) {
    const most = type === "factoid" ? BIOASQ_LIMITS.factoids : BIOASQ_LIMITS.listEntries;
    kept.exact_answer = firstOf(shortEntries(exact, note), most, "exact_answer", note);
  }
  if (typeof ideal === "string") {
    const short = softCut(ideal, { maxWords: BIOASQ_LIMITS.idealWords, keepShare: LEAST, end: "sentence" });
    if (short.cut !== "none")
      note("ideal_answer", ideal, `its first ${short.cut === "sentence" ? "sentences" : "words"}, within 200 words`);
    kept.ideal_answer = short.text;
  }
  return kept;
}

// Any whole first sentence is kept rather than a sentence cut at 200 words.
const LEAST = 0.01;

function firstOf(entries: readonly unknown[], most: number, field: string, note: Note): unknown[] {
  if (entries.length > most) note(field, `${entries.length} entries`, `the first ${most}, the limit`);
  return entries.slice(0, most);
}

function shortEntries(groups: readonly unknown[], note: Note): unknown[] {
  const seen = new Set<string>();
  return groups.flatMap((group, at) => {
    const [form] = Array.isArray(group) ? group : [];
    if (!Array.isArray(group) || group.length !== 1 || typeof form !== "string") return [group];
    const short = shortEntry(form);
    if (short !== form) note(`exact_answer[${at}]`, form, `its first words, ${short.length} characters`);
    if (seen.has(sameEntry(short))) return [];
    seen.add(sameEntry(short));
    return [[short]];
  });
}

/** In: an entry. Out: at most 100 characters, as JavaScript and Java count them; a single word of more is cut inside. */
function shortEntry(entry: string): string {
  if (entry.length <= BIOASQ_LIMITS.entryCharacters) return entry;
  const head = entry.slice(0, BIOASQ_LIMITS.entryCharacters + 1);
  const words = head.slice(0, Math.max(0, head.search(/\s\S*$/u)));
  return (words === "" ? head.slice(0, BIOASQ_LIMITS.entryCharacters) : words).replace(/[\s,;:(–-]+$/u, "").toWellFormed();
}

/**
 * Let the end of a snippet follow its text, where the text is a few characters shorter or longer than its offsets say.
 * In: a snippet's start, end and text. Out: the end that fits the text; the old one where they differ by more, which has no right reading without the article.
 */
export function fittingEnd(start: number, end: number, text: string): number {
  const trimmed = Number.isInteger(start) && text !== "" && Math.abs(end - start - text.length) <= TRIMMED;
  return trimmed ? start + text.length : end;
}

import { repairQuestion } from "../../formats/bioasq-repair.ts";
import { BIOASQ_LIMITS } from "../../formats/bioasq-rules.ts";
import { oneLineAnswer } from "../../formats/one-line-answer.ts";
import type { BioasqState, BioasqStep } from "../../state/bioasq.ts";
import type { Fallback } from "../../state/fallback.ts";
import { withinWords } from "./within-words.ts";

type Reads = "type" | "exactAnswer" | "ideal" | "idealAnswer" | "citations" | "settings";
type Writes = "exactAnswer" | "ideal" | "idealAnswer" | "citations";

const step = "repairFormat";

/**
 * Bring the answer into the official form: one surface form an entry, trimmed, no repeats, within the limits; the ideal answer on one
 * line without "<".
 *
 * In: type, exactAnswer, ideal, idealAnswer. Out: what had to change, and nothing else; one fallback for each kind of change. Citations follow their sentences.
 *
 * @cite dsgt2026 §4.4, §6; spec bioasq files
 */
export const repairFormat: BioasqStep<Reads, Writes> = async ({ type, exactAnswer, ideal, idealAnswer, citations, settings }) => {
  const exact = repairExact(type, exactAnswer, settings);
  const plain = ideal.map((sentence) => ({ ...sentence, text: withoutAngles(sentence.text) }));
  const short = withinWords(plain, BIOASQ_LIMITS.idealWords, step);
  const line = ideal.length === 0 ? withoutAngles(idealAnswer) : short.sentences.map(({ text }) => text).join(" ");
  const fallbacks = [...exact.fallbacks, ...short.fallbacks];
  if (line !== idealAnswer && short.fallbacks.length === 0) {
    fallbacks.push(repaired("the ideal answer holds line ends, tags or a <", "wrote it on one line in words"));
  }
  return {
    ...(exact.fallbacks.length === 0 ? {} : { exactAnswer: exact.answer }),
    ...(line === idealAnswer
      ? {}
      : {
          ideal: short.sentences,
          idealAnswer: line,
          citations: citations.filter(({ sentence }) => sentence <= short.sentences.length),
        }),
    ...(fallbacks.length === 0 ? {} : { fallbacks }),
  };
};

const repaired = (reason: string, instead: string): Fallback => ({ step, code: "repairedFormat", reason, instead });

const withoutAngles = (text: string): string =>
  oneLineAnswer(text)
    .replaceAll(/\s*<\s*/gu, " less than ")
    .trim();

type Exact = { answer: BioasqState["exactAnswer"]; fallbacks: Fallback[] };

const repairExact = (type: BioasqState["type"], answer: BioasqState["exactAnswer"], settings: BioasqState["settings"]): Exact => {
  if (answer === null) return { answer, fallbacks: [] };
  const fallbacks: Fallback[] = [];
  const note = (field: string, was: unknown, is: string) => {
    fallbacks.push(repaired(`${field} was ${JSON.stringify(was).slice(0, 200)}`, is));
  };
  // The evaluator reads the first form of an entry only; two entries that differ in the others are repeats.
  const forms = typeof answer === "string" ? answer : answer.map((group) => group.slice(0, 1));
  if (JSON.stringify(forms) !== JSON.stringify(answer)) note("exact_answer", answer, "kept the first form of each entry");
  const mended = repairQuestion({ documents: [], snippets: [], exact_answer: forms }, type, note).exact_answer;
  if (type === "yesno") {
    if (mended === "yes" || mended === "no") return { answer: mended, fallbacks };
    note("exact_answer", mended, "left it out: neither yes nor no");
    return { answer: null, fallbacks };
  }
  const groups = Array.isArray(mended) ? mended.flatMap(firstForm) : [];
  const short = groups.filter((entry) => entry.length <= settings.maxEntryCharacters);
  if (short.length < groups.length) {
    note(
      "exact_answer",
      groups.filter((entry) => !short.includes(entry)),
      `left out what is longer than ${settings.maxEntryCharacters} characters`,
    );
  }
  const most = type === "factoid" ? settings.maxFactoids : settings.maxListEntries;
  if (short.length > most) note("exact_answer", short.slice(most), `kept the first ${most}`);
  const kept = short.slice(0, most).map((entry) => [entry]);
  if (kept.length > 0) return { answer: kept, fallbacks };
  note("exact_answer", answer, "left it out: no entry is left");
  return { answer: null, fallbacks };
};

const firstForm = (group: unknown): string[] => {
  const form: unknown = Array.isArray(group) ? group[0] : group;
  return typeof form === "string" ? [form] : [];
};

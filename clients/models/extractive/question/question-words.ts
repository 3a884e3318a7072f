import { createRequire } from "node:module";
import { z } from "zod";

const words = z.array(z.string().min(1));

/** How patients word questions: kin, lead-ins, fillers, what a question with nothing to go by is called. */
export const QUESTION_WORDS = z
  .object({
    source: z.string(),
    he: words,
    she: words,
    they: words,
    leadIns: words,
    openers: words,
    fillers: words,
    vague: words,
    asking: words,
    otherwise: z.string().includes("{}"),
    given: z.record(z.string(), z.string()),
    subordinate: words,
    dangling: words,
    beforeObject: words,
    untitled: words,
  })
  .parse(createRequire(import.meta.url)("./question-words.json"));

/** Match any of some phrases as whole words, in any case. In: regular expressions of phrases. Out: an expression with the flags given. */
export const anyPhrase = (phrases: readonly string[], flags: string, before = ""): RegExp =>
  new RegExp(`${before}(?<![\\p{L}\\p{N}'’-])(?:${byLength(phrases).join("|")})(?![\\p{L}\\p{N}'’])`, flags);

const byLength = (phrases: readonly string[]) =>
  [...phrases].sort((a, b) => b.length - a.length).map((phrase) => phrase.replaceAll(" ", "\\s+"));

import { createRequire } from "node:module";
import { z } from "zod";
import { tokens } from "../../../../text/content-words.ts";
import { porterStem } from "../../../../text/porter-stem.ts";

const phrases = z.array(z.string().min(1));
const {
  source: _,
  opposites,
  ...kinds
} = z
  .object({
    source: z.string(),
    nothing: phrases,
    failed: phrases,
    against: phrases,
    negation: phrases,
    contrast: phrases,
    doubt: phrases,
    affirmed: phrases,
    possible: phrases,
    opposites: z.array(z.tuple([z.string(), z.string()])),
  })
  .parse(createRequire(import.meta.url)("./yesno-cues.json"));

export type CueKind = keyof typeof kinds;
export const CUE_KINDS: readonly CueKind[] = [
  "nothing",
  "failed",
  "against",
  "negation",
  "contrast",
  "doubt",
  "affirmed",
  "possible",
];

const stemmed = (text: string): string => ` ${tokens(text).map(porterStem).join(" ")} `;
const anyForm = (text: string): string => ` ${tokens(text).join(" ")} `;

const cuesOf = new Map(CUE_KINDS.map((kind) => [kind, kinds[kind].map(anyForm)] as const));
const stemmedOpposites = opposites
  .flatMap(([one, other]) => [[one, other] as const, [other, one] as const])
  .map(([one, other]) => [stemmed(one), stemmed(other)] as const);
const REVERSING = ["non", "un", "in", "im", "ir", "a", "anti", "dis", "de"];
const SHORTEST_REVERSED = 5;

/** Tell whether a sentence has a cue of a kind. In: the sentence, the kind. Out: true when a phrase of the list stands in it, word for word. */
export function hasCue(sentence: string, kind: CueKind): boolean {
  const padded = anyForm(sentence);
  return (cuesOf.get(kind) ?? []).some((cue) => padded.includes(cue));
}

/**
 * Count what a sentence says the other way round than the question: decreased for increased, atypical for typical, non-coding for coding.
 * In: question, sentence. Out: opposites (count) of question words that the sentence does not hold itself.
 */
export function oppositesIn(question: string, sentence: string): number {
  const [asked, said] = [stemmed(question), stemmed(sentence)];
  // Increase and increased have one stem: a pair counts once.
  const listed = stemmedOpposites.filter(
    ([one, other]) => asked.includes(one) && !said.includes(one) && said.includes(other) && !asked.includes(other),
  );
  const words = new Set(tokens(sentence));
  const own = new Set(tokens(question));
  const plain = anyForm(sentence);
  const reversed = [...own].filter(
    (word) =>
      word.length >= SHORTEST_REVERSED &&
      !words.has(word) &&
      REVERSING.some((prefix) => !own.has(prefix + word) && words.has(prefix + word)),
  );
  const hyphened = [...own].filter((word) => word.length >= SHORTEST_REVERSED && plain.includes(` non ${word} `));
  const bare = [...own].filter((word) =>
    REVERSING.some((prefix) => {
      const rest = word.startsWith(prefix) ? word.slice(prefix.length) : "";
      return rest.length >= SHORTEST_REVERSED && words.has(rest) && !words.has(word);
    }),
  );
  return new Set(listed.map((pair) => pair.join("/"))).size + reversed.length + hyphened.length + bare.length;
}

import { tokens } from "../text/content-words.ts";
import { keyTerms } from "./key-phrases.ts";
import { formsOf, holdsPhrase } from "./lexical-forms.ts";

/** A past question and how alike it is to the one asked (cosine, 0-1). */
export type PastQuestion = { id: string; body: string; similarity: number };

/** How similar a past question must be, and how many questions and terms are used (counts). */
export type MemoryRule = { atLeast: number; questions: number; terms: number };

// A question has few terms worth adding; more of one question would be another topic.
const TERMS_OF_ONE = 4;

/**
 * Pick search terms from similar questions of a training file.
 * In: the question with its id, past questions, rule. Out: terms that the question does not hold, those of more and of more similar questions first.
 * The question itself is never used, neither by id nor under another id with the same words.
 * @cite dsgt2026 §4.1
 */
export function memoryTerms(question: { id: string; body: string }, past: readonly PastQuestion[], rule: MemoryRule): string[] {
  const own = formsOf(question.body);
  const same = tokens(question.body).join(" ");
  const similar = past
    .filter(({ id, body, similarity }) => id !== question.id && tokens(body).join(" ") !== same && similarity >= rule.atLeast)
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, rule.questions);
  const found = new Map<string, { term: string; weight: number }>();
  for (const { body, similarity } of similar) {
    const fresh = keyTerms(body, Number.POSITIVE_INFINITY).filter((term) => !holdsPhrase(own, formsOf(term)));
    for (const term of fresh.slice(0, TERMS_OF_ONE)) {
      const key = formsOf(term).join(" ");
      const known = found.get(key);
      found.set(key, { term: known?.term ?? term, weight: (known?.weight ?? 0) + similarity });
    }
  }
  return [...found.values()]
    .sort((one, other) => other.weight - one.weight)
    .slice(0, rule.terms)
    .map(({ term }) => term);
}

import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { PastQuestion } from "../../retrieval/training-memory.ts";
import { cosine } from "../../retrieval/vectors.ts";
import type { BioasqState } from "../../state/bioasq.ts";
import { type Outcome, ok } from "../../state/outcome.ts";
import type { Runtime } from "../../state/step.ts";
import { contentWords, inverseDocumentFrequency } from "../../text/content-words.ts";

/** Questions of a training file, for expansion by similar ones. */
export type TrainingMemory = { questions: readonly { id: string; body: string }[] };

/** Finds the questions of a training file that are like one question. */
export type Recall = (
  question: Pick<BioasqState, "questionId" | "body" | "settings">,
  runtime: Runtime | undefined,
) => Promise<Outcome<PastQuestion[]>>;

/**
 * Make a recall of similar training questions: those that share the rarest words, then their MiniLM cosine.
 *
 * In: embed, memory (its words are counted once, at the first recall). Out: at most rerankDepth other questions with their cosine, most
 * words in common first; the caller judges which are similar enough.
 * If the encoder is down: its failure.
 *
 * @cite dsgt2026 §4.1
 */
export const recallFrom = (embed: Encoder["embed"], memory: TrainingMemory): Recall => {
  let prepared: ReturnType<typeof prepare> | undefined;
  return async ({ questionId, body, settings }, runtime) => {
    prepared ??= prepare(memory);
    const { entries, weigh } = prepared;
    const asked = new Set(contentWords(body));
    const near = entries
      .filter(({ id }) => id !== questionId)
      .map((entry) => ({ ...entry, shared: sum(entry.words.filter((word) => asked.has(word)).map(weigh)) }))
      .filter(({ shared }) => shared > 0)
      .sort((a, b) => b.shared - a.shared)
      .slice(0, settings.rerankDepth);
    if (near.length === 0) return ok([]);
    const vectors = await embed([body, ...near.map((entry) => entry.body)], { signal: runtime?.signal, remember: true });
    if (vectors.is !== "ok") return vectors;
    const [own, ...others] = vectors.value;
    return ok(
      near.flatMap(({ id, body: past }, at) => {
        const other = others[at];
        return own === undefined || other === undefined ? [] : [{ id, body: past, similarity: cosine(own, other) }];
      }),
    );
  };
};

const prepare = ({ questions }: TrainingMemory) => {
  const entries = questions.map(({ id, body }) => ({ id, body, words: [...new Set(contentWords(body))] }));
  return { entries, weigh: inverseDocumentFrequency(entries.map(({ words }) => words)) };
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

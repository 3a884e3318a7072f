import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { TextStore } from "../../clients/text-store.ts";
import { cosine } from "../../retrieval/vectors.ts";
import type { ArchehrStep } from "../../state/archehr.ts";
import { fellBack } from "../common/fell-back.ts";
import { eligibleSentences } from "./eligible-sentences.ts";
import { shownEvidence } from "./keep-evidence.ts";
import { readNote } from "./read-note.ts";

type Reads = "note" | "scores" | "question" | "settings";

const step = "takeTopSentence";

/**
 * Take the one sentence that scores best; of several that score alike, the one most like the question.
 *
 * In: note, scores, question. Out: evidence of one sentence, none where the note has none.
 * If the encoder is down: the earliest of those that score alike; one fallback.
 *
 * @cite spec archehr best 8
 */
export const takeTopSentence =
  (embed: Encoder["embed"], texts: Pick<TextStore, "get">): ArchehrStep<Reads, "evidence"> =>
  async ({ note, scores, question, settings }, runtime) => {
    const eligible = eligibleSentences(readNote(texts, note, step), scores, settings);
    const best = Math.max(...eligible.map(({ score }) => score));
    const alike = eligible.filter(({ score }) => score === best);
    const [first] = alike;
    if (first === undefined) return { evidence: [] };
    if (alike.length === 1 || question.trim() === "") return { evidence: [shownEvidence(first)] };
    const embedded = await embed([question, ...alike.map(({ text }) => text)], { signal: runtime?.signal });
    if (embedded.is !== "ok")
      return {
        evidence: [shownEvidence(first)],
        fallbacks: [fellBack(step, embedded, "took the earliest of the sentences that score alike")],
      };
    const [asked, ...vectors] = embedded.value;
    const nearness = vectors.map((vector) => (asked === undefined ? 0 : cosine(asked, vector)));
    const nearest = alike[nearness.indexOf(Math.max(...nearness))] ?? first;
    return { evidence: [shownEvidence(nearest)] };
  };

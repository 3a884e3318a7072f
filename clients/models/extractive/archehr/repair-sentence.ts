import { repairSentence as prompt } from "../../../../prompts/archehr/repair-sentence.ts";
import { ok } from "../../../../state/outcome.ts";
import { countWords } from "../../../../text/python-whitespace.ts";
import { plainSentence } from "../common/plain-sentence.ts";
import { supportOf } from "../common/support-of.ts";
import { handles } from "../handler.ts";

/**
 * Put the evidence sentence that says most of an unsupported sentence in its place.
 *
 * In: sentence, evidence, maxWords. Out: that sentence and its id; an empty text when none is near or short enough. If the encoder is down: its outcome.
 */
export const repairSentence = handles(prompt, async ({ sentence, evidence, maxWords }, extracting) => {
  const support = await supportOf(sentence, evidence, extracting);
  if (support.is !== "ok") return support;
  const best = support.value.backing
    .map(({ id, text, support: share }) => ({ id, share, said: plainSentence(text) }))
    .filter(({ share, said }) => share >= extracting.settings.alignFloor && said !== "" && countWords(said) <= maxWords)
    .reduce<{ id: string; share: number; said: string } | undefined>(
      (kept, next) => (kept === undefined || next.share > kept.share ? next : kept),
      undefined,
    );
  return ok(best === undefined ? { text: "", citations: [] } : { text: best.said, citations: [best.id] });
});

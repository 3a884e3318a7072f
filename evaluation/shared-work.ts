import { canonicalJson } from "../clients/canonical-json.ts";
import type { LocalIndex } from "../clients/index/open-index.ts";
import type { Ask } from "../clients/models/ask.ts";
import type { LiveParts } from "../graphs/live-parts.ts";
import type { Usage } from "../state/usage.ts";

/** What runs asked for, whether it was done anew or shared (counts). */
export type Work = { calls: number; tokens: number; searches: number; texts: number };

export type SharedWork = {
  parts: LiveParts;
  counted(index: LocalIndex): LocalIndex;
  /** The counts since the last take. */
  take(): Work;
};

/**
 * Let runs of one graph with other settings share what they ask models for, and count what each asks.
 *
 * In: parts. Out: the same parts with a memory of replies (prompt, input, role, temperature and sample decide), an index that counts its searches, and the counts. The encoder keeps
 * its own vectors. A reply that is no answer is not remembered.
 */
export function shareWork(parts: LiveParts): SharedWork {
  const replies = new Map<string, { value: unknown; usage: Usage[] }>();
  let work = noWork();
  const spend = (usage: readonly Usage[]) => {
    work.calls += usage.length;
    work.tokens += usage.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
  };
  const ask: Ask = async (prompt, input, options) => {
    const { role, temperature, sample, nextModels } = options;
    const key = canonicalJson({ prompt: prompt.id, version: prompt.version, input, role, temperature, sample, nextModels });
    const known = replies.get(key);
    if (known !== undefined) {
      spend(known.usage);
      return { outcome: { is: "ok", value: prompt.output.parse(known.value) }, usage: known.usage };
    }
    const reply = await parts.ask(prompt, input, options);
    spend(reply.usage);
    if (reply.outcome.is === "ok") replies.set(key, { value: reply.outcome.value, usage: reply.usage });
    return reply;
  };
  const embed: LiveParts["embed"] = (texts, options) => {
    work.texts += texts.length;
    return parts.embed(texts, options);
  };
  const counted = (index: LocalIndex): LocalIndex => ({
    ...index,
    searchWords: (query, options) => {
      work.searches += 1;
      return index.searchWords(query, options);
    },
    searchVector: (vector, options) => {
      work.searches += 1;
      return index.searchVector(vector, options);
    },
  });
  const take = (): Work => {
    const taken = work;
    work = noWork();
    return taken;
  };
  return { parts: { ...parts, ask, embed }, counted, take };
}

const noWork = (): Work => ({ calls: 0, tokens: 0, searches: 0, texts: 0 });

import type { Condition } from "../condition.ts";

/**
 * A model that a CPU carries (deploy/vllm/small). It answers badly; what counts is that each reply ends in its outcome. Replies are cut at 256 tokens, notes
 * scored in short batches and few items asked, so that all runs together end within the hour on two cores.
 */
const SMALL: NonNullable<Condition["server"]> = {
  model: "SmolLM2-135M-Instruct",
  models: { replyTokens: 256, leastReplyTokens: 64, deadlineMs: 290_000 },
  concurrency: 8,
};

/** What is asked of it, and how much of it. */
const ASKED: Readonly<Record<string, readonly Variant[]>> = {
  "scifact-test/evidence": [{ settings: { most: 10 } }],
  "meqsum/interpretation": [{ settings: { most: 30 } }],
  "mediqa2021/interpretation": [{ settings: { most: 20 } }],
  "demo-bioasq/best": [{ settings: { most: 5 } }],
  "demo-archehr/best": [
    { settings: { most: 2, scoreBatch: 12 } },
    { settings: { most: 2, scoreBatch: 12, answerFirst: true }, named: "-answer-first", about: ", evidence by cited drafts too" },
  ],
  "demo-archehr/paper": [{ settings: { most: 2, scoreBatch: 12 } }],
};

type Variant = { settings: Readonly<Record<string, unknown>> & { most: number }; named?: string; about?: string };

/** Repeat conditions of the embedded model with a small chat model in every role. In: conditions. Out: those of them that it is asked, under a name of their own. */
export const withSmallModel = (conditions: readonly Condition[]): Condition[] =>
  conditions.flatMap(({ against: _, reference: __, ...condition }) => {
    return (ASKED[condition.name] ?? []).map(({ settings, named = "", about = "" }) => ({
      ...condition,
      name: `${condition.name}${named}-small-chat-model`,
      about: `${condition.about.replace(/the embedded (default|model), /, "")}${about}; SmolLM2-135M-Instruct on vLLM in every role; the first ${settings.most}`,
      settings: { ...condition.settings, ...settings },
      server: SMALL,
      // Sampled replies and a server's batches differ from run to run.
      tolerance: 3 * condition.tolerance,
    }));
  });

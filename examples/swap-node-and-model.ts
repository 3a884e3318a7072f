/**
 * Put a step of your own in a node's place, and a model of your own in a role's.
 *
 *     npx tsx examples/swap-node-and-model.ts
 */
import { type ArchehrStep, buildArchehrGraph, failure, forEveryRole, ok, openLiveParts, type Provider } from "evigraph";
import { z } from "zod";

/** A node: the patient's last question as it stands. By its type it reads `message` and writes `question`, and nothing else. */
const interpretQuestion: ArchehrStep<"message", "question"> = async ({ message }) => ({
  question:
    message
      .match(/[^.?!]*\?/g)
      ?.at(-1)
      ?.trim() ?? message.trim(),
});

/** A model: sentences that share a long word with the question are evidence. A chat model would send `prompt.render(input)` instead. */
const sharedWords: Provider = {
  name: "sharedWords",
  revision: "1",
  carryOut: async (prompt, input) => {
    if (prompt.id !== "archehr/score-sentences") {
      return { outcome: failure("misconfigured", `sharedWords has no rules for ${prompt.id}; name another model for its role.`) };
    }
    const { question, sentences } = Scoring.parse(input);
    const wanted = longWords(question);
    return {
      outcome: ok(
        sentences.map(({ id, text }) => ({ id, score: longWords(text).some((word) => wanted.includes(word)) ? 5 : 1 })),
      ),
    };
  },
};
const Scoring = z.object({ question: z.string(), sentences: z.array(z.object({ id: z.string(), text: z.string() })) });
const longWords = (text: string): string[] => text.toLowerCase().match(/[a-z]{7,}/g) ?? [];

const { encoder, ...parts } = openLiveParts({
  roles: { ...forEveryRole("extractive"), score: ["sharedWords"] },
  providers: { sharedWords },
});
const graph = buildArchehrGraph(parts, { interpretQuestion }).compile();

const result = await graph.invoke({
  caseId: "example",
  message: "I was told to rest. Who stopped my amiodarone?",
  note: "Amiodarone was stopped by cardiology because of thyroid toxicity. Potassium was 4.1. She walked with a frame.",
  settings: { answerFirst: false },
});

console.log(`Question: ${result.question}`);
for (const { id, score, excerpt } of result.evidence) console.log(`Evidence [${id}] (${score}): ${excerpt}`);
console.log(`Answer: ${result.answer}`);
for (const { role, model } of result.usage) console.log(`Asked for ${role}: ${model}`);

await encoder.close();

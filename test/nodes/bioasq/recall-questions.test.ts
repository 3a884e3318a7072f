import { expect, test } from "vitest";
import { recallFrom } from "../../../nodes/bioasq/recall-questions.ts";
import { BioasqSettings } from "../../../state/settings/bioasq.ts";
import { downEmbed, wordEmbed } from "../../support/bioasq-deps.ts";

const memory = {
  questions: [
    { id: "t1", body: "Does febuxostat prevent gout flares?" },
    { id: "t2", body: "Is allopurinol used to prevent gout?" },
    { id: "t3", body: "Which gene causes cystic fibrosis?" },
    { id: "q1", body: "Do gout flares stop with allopurinol?" },
  ],
};
const recall = (embed: typeof wordEmbed, settings = {}) =>
  recallFrom(embed, memory)(
    { questionId: "q1", body: "Does allopurinol prevent gout flares?", settings: BioasqSettings.parse(settings) },
    undefined,
  );

// The question has four content words (allopurinol, prevent, gout, flares). t1 shares three of its four: cosine 3 / (2 * 2).
// t2 is its three words alone: cosine 3 / (2 * sqrt 3). t3 shares none and is never embedded; q1 is the question itself by id.
test("training questions that share words come with their cosine, never the question itself", async () => {
  const found = await recall(wordEmbed);
  if (found.is !== "ok") throw new Error(found.detail);
  expect(found.value.map(({ id }) => id).sort()).toEqual(["t1", "t2"]);
  expect(found.value.find(({ id }) => id === "t1")?.similarity).toBeCloseTo(0.75, 6);
  expect(found.value.find(({ id }) => id === "t2")?.similarity).toBeCloseTo(3 / (2 * Math.sqrt(3)), 6);
});

test("only the best by words are embedded", async () => {
  const found = await recall(wordEmbed, { rerankDepth: 1 });
  expect(found.is === "ok" && found.value).toHaveLength(1);
});

test("an encoder that is down is an outcome, not an empty memory", async () => {
  expect(await recall(downEmbed)).toMatchObject({ is: "unavailable" });
});

import { expect, test } from "vitest";
import { memoryTexts } from "../../../clients/text-store.ts";
import { rankGivenSnippets } from "../../../nodes/bioasq/rank-given-snippets.ts";
import { BioasqState } from "../../../state/bioasq.ts";
import { BioasqSettings } from "../../../state/settings/bioasq.ts";
import { downEmbed, wordEmbed } from "../../support/bioasq-deps.ts";
import { runStep } from "../../support/run-step.ts";

const URL = "http://www.ncbi.nlm.nih.gov/pubmed/";
const given = [
  { document: `${URL}3`, text: "Mice are small.", beginSection: "sections.0", offsetInBeginSection: 5, offsetInEndSection: 20 },
  { document: "https://pubmed.ncbi.nlm.nih.gov/7/", text: "Allopurinol does prevent gout flares.", beginSection: "title" },
  { document: `${URL}8`, text: "Allopurinol: gout flares prevent." },
  { document: `${URL}9`, text: "Allopurinol does prevent gout flares." },
];
const rank = async (settings: object = {}, embed = wordEmbed, over: object = {}) => {
  const texts = memoryTexts();
  const state = {
    body: "Does allopurinol prevent gout flares?",
    type: "yesno" as const,
    givenDocuments: [`${URL}3`, "7", `${URL}3`],
    givenSnippets: given,
    settings: BioasqSettings.parse(settings),
    ...over,
  };
  const update = await runStep(rankGivenSnippets(embed, texts), state, BioasqState);
  return { ...update, texts: update.snippets?.map(({ sha256 }) => texts.get(sha256)) };
};

test("with rankGiven they come most relevant first, those that repeat a better one are dropped", async () => {
  const { texts, snippets, givenSnippets } = await rank({ rankGiven: true });
  expect(texts).toEqual([given[1]?.text, given[0]?.text]);
  expect(snippets?.map(({ pmid, section, start, end }) => [pmid, section, start, end])).toEqual([
    ["7", "title", -1, -1],
    ["3", "abstract", 5, 20],
  ]);
  expect(givenSnippets).toEqual([]);
});

test.each(["best", "paper"])(
  "in profile %s they keep the given order; only the same text is not taken twice",
  async (profile) => {
    const { texts } = await rank({ profile });
    expect(texts).toEqual(given.slice(0, 3).map(({ text }) => text));
  },
);

test("given documents are the articles, each once, in the given order", async () => {
  const { articles } = await rank();
  expect(articles?.map(({ pmid }) => pmid)).toEqual(["3", "7"]);
});

test("an encoder that is down leaves the words, and is recorded", async () => {
  const { texts, fallbacks } = await rank({ rankGiven: true }, downEmbed as never);
  expect(texts?.[0]).toBe(given[1]?.text);
  expect(fallbacks).toMatchObject([{ code: "unavailable", instead: "ranked the given snippets by words alone" }]);
});

test("a question without a type gets one; blank snippets are none", async () => {
  const update = await rank({}, wordEmbed, { type: "", givenSnippets: [{ document: `${URL}1`, text: " " }] });
  expect(update).toMatchObject({ type: "yesno", snippets: [], fallbacks: [] });
});

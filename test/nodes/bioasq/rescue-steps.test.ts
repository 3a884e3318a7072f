import { expect, test } from "vitest";
import { memoryTexts } from "../../../clients/text-store.ts";
import { compileRescueGraph } from "../../../graphs/rescue.ts";
import { addRelations } from "../../../nodes/bioasq/add-relations.ts";
import { enrichSynonyms } from "../../../nodes/bioasq/enrich-synonyms.ts";
import { expandSemantically } from "../../../nodes/bioasq/expand-semantically.ts";
import { guessAnswer } from "../../../nodes/bioasq/guess-answer.ts";
import { searchRescue } from "../../../nodes/bioasq/search-rescue.ts";
import { type Lexicon, lexiconForm } from "../../../retrieval/lexicon.ts";
import type { LexiconEntry } from "../../../state/lexicon-entry.ts";
import type { Query } from "../../../state/query.ts";
import { RescueState } from "../../../state/rescue.ts";
import { BioasqSettings } from "../../../state/settings/bioasq.ts";
import { ARTICLES, bioasqDeps, downEmbed, listRetriever, wordEmbed } from "../../support/bioasq-deps.ts";
import { runStep } from "../../support/run-step.ts";
import { downAsk, scriptedAsk } from "../../support/scripted-ask.ts";

const BODY = "Which drugs treat heart attack?";
const settings = (over: object = {}) => BioasqSettings.parse(over);
const texts = memoryTexts();
const TEXT = "Thrombolysis with alteplase reopens the coronary artery in myocardial infarction.";
const snippets = [
  {
    pmid: "1",
    section: "abstract" as const,
    start: 0,
    end: TEXT.length,
    score: 0.2,
    similarity: 0.3,
    sha256: texts.put(TEXT),
    excerpt: "",
  },
];
const query = (text: string, source: Query["source"] = "question"): Query => ({ text, source, added: [] });

test("relations are searched with each named thing alone", async () => {
  const { newQueries = [] } = await runStep(addRelations, { body: BODY, settings: settings() }, RescueState);
  expect(newQueries).toHaveLength(1);
  expect(newQueries[0]?.text).toMatch(/^heart attack /);
  expect(newQueries[0]?.fielded).toMatch(/^\(heart attack\) AND \(\(/);
});

test("a wording without a known relation gives no query", async () => {
  expect(await runStep(addRelations, { body: "Xylitol zebra?", settings: settings() }, RescueState)).toEqual({});
});

test("synonyms stand for the question's wording", async () => {
  const { newQueries = [] } = await runStep(enrichSynonyms(), { body: BODY, settings: settings() }, RescueState);
  expect(newQueries[0]?.source).toBe("synonyms");
  expect(newQueries[0]?.added.join(" ").toLowerCase()).toContain("myocardial infarction");
  expect(newQueries[0]?.text).not.toContain("Which");
  expect(await runStep(enrichSynonyms(), { body: "Xylitol zebra?", settings: settings() }, RescueState)).toEqual({});
});

test("a lexicon adds names of what the built-in list does not know, and no second names of what it does", async () => {
  const entries: LexiconEntry[] = [
    { source: "HGNC", code: "HGNC:1", names: ["ZZT7", "zebra tail factor 7"] },
    { source: "MeSH", code: "D009203", names: ["Heart Attack", "Attacks of the heart"] },
  ];
  const lexicon: Lexicon = (form) =>
    entries.flatMap((entry) =>
      lexiconForm(entry.names[0] ?? "") === form ? [{ entry, isPreferred: true, isCapitals: false }] : [],
    );
  const asked = (own: object = {}) =>
    runStep(enrichSynonyms(lexicon), { body: "Does ZZT7 matter in heart attack?", settings: settings(own) }, RescueState);
  const [query] = (await asked()).newQueries ?? [];
  expect(query?.added).toContain("zebra tail factor 7");
  expect(query?.added).not.toContain("Attacks of the heart");
  expect((await asked({ expandSynonyms: false })).newQueries?.[0]?.added).not.toContain("zebra tail factor 7");
});

test("phrases of the evidence that mean most nearly what is asked make a query", async () => {
  const { newQueries = [] } = await runStep(
    expandSemantically(wordEmbed, texts),
    { body: BODY, snippets, settings: settings({ maxExpansionTerms: 2 }) },
    RescueState,
  );
  expect(newQueries[0]?.source).toBe("semantic");
  expect(newQueries[0]?.added).toHaveLength(2);
});

test("with the encoder down there is no such query, and that is recorded; without evidence there is nothing to learn from", async () => {
  const step = expandSemantically(downEmbed as never, texts);
  const update = await runStep(step, { body: BODY, snippets, settings: settings() }, RescueState);
  expect(update).toMatchObject({ fallbacks: [{ step: "expandSemantically", code: "unavailable" }] });
  expect(await runStep(step, { body: BODY, snippets: [], settings: settings() }, RescueState)).toEqual({});
});

test("a tentative answer guides a search, in role expand", async () => {
  const ask = scriptedAsk({ "bioasq/guess-answer": { passage: "Alteplase is\nused.", terms: ["alteplase", "heart attack"] } });
  const state = { questionId: "q1", body: BODY, snippets, settings: settings() };
  const { newQueries } = await runStep(guessAnswer(ask, texts), state, RescueState);
  expect(newQueries).toEqual([{ text: "Alteplase is used. alteplase", source: "answerGuided", added: ["alteplase"] }]);
  expect(ask.calls[0]).toMatchObject({ options: { role: "expand" }, input: { snippets: [{ n: 1, text: TEXT }] } });
});

test("a model that is down gives no query, and with the switch off nobody is asked", async () => {
  const down = downAsk({ is: "timeout", detail: "no reply" });
  const state = { questionId: "q1", body: BODY, snippets, settings: settings() };
  expect(await runStep(guessAnswer(down, texts), state, RescueState)).toMatchObject({ fallbacks: [{ code: "timeout" }] });
  const off = { ...state, settings: settings({ rescueAnswerGuided: false }) };
  const silent = scriptedAsk({});
  expect(await runStep(guessAnswer(silent, texts), off, RescueState)).toEqual({});
  expect(silent.calls).toEqual([]);
});

test("no query is run a second time", async () => {
  const local = listRetriever(ARTICLES);
  const state = {
    questionId: "q1",
    queries: [query("gout flares")],
    newQueries: [query("flares, gout!", "semantic"), query("Gout flares", "synonyms"), query("flares gout", "relations")],
    settings: settings({ denseSearch: false }),
  };
  const { newSearches } = await runStep(searchRescue([local], wordEmbed), state, RescueState);
  expect(local.searches.map(({ text }) => text)).toEqual(["flares, gout!"]);
  expect(newSearches?.map(({ source }) => source)).toEqual(["semantic"]);
});

test("a rescue whose every search fails is recorded and finds nothing; the question does not fail", async () => {
  const failure = { is: "unavailable" as const, detail: "ncbi: 502" };
  const down = listRetriever(ARTICLES, { name: "pubmed", failure });
  const state = { questionId: "q1", queries: [], newQueries: [query("gout")], settings: settings() };
  const update = await runStep(searchRescue([down], wordEmbed), state, RescueState);
  expect(update).toMatchObject({ newSearches: [], fallbacks: [{ code: "unavailable" }] });
});

test("the subgraph hands back its finds and its own ledger alone", async () => {
  const deps = bioasqDeps();
  const output = await compileRescueGraph(deps).invoke({
    questionId: "q1",
    body: "Does allopurinol prevent gout flares?",
    queries: [query("zebra")],
    settings: {},
  } as never);
  expect(Object.keys(output).sort()).toEqual(["fallbacks", "rescued", "usage"]);
  expect(output.usage.map(({ step }) => step)).toEqual(["guessAnswer"]);
  expect(output.rescued.articles.length).toBeGreaterThan(0);
  expect(output.rescued.queries.map(({ source }) => source)).toContain("answerGuided");
});

import { expect, test } from "vitest";
import { expandQuestion } from "../../../nodes/bioasq/expand-question.ts";
import type { TrainingMemory } from "../../../nodes/bioasq/recall-questions.ts";
import { type Lexicon, lexiconForm } from "../../../retrieval/lexicon.ts";
import { BioasqState } from "../../../state/bioasq.ts";
import { BioasqSettings } from "../../../state/settings/bioasq.ts";
import { downEmbed, SCRIPT, wordEmbed } from "../../support/bioasq-deps.ts";
import { runStep } from "../../support/run-step.ts";
import { downAsk, scriptedAsk } from "../../support/scripted-ask.ts";

const BODY = "Does allopurinol treat gout flares?";
const MEMORY: TrainingMemory = { questions: [{ id: "t1", body: "Does allopurinol treat gout flares or urate nephropathy?" }] };
const expand = (
  settings: object = {},
  {
    ask = scriptedAsk(SCRIPT),
    embed = wordEmbed,
    memory,
    lexicon: names,
    type = "",
  }: {
    ask?: ReturnType<typeof scriptedAsk>;
    embed?: typeof wordEmbed;
    memory?: TrainingMemory;
    lexicon?: Lexicon;
    type?: "" | "list";
  } = {},
) =>
  runStep(
    expandQuestion(ask, embed, memory, names),
    { questionId: "q1", body: BODY, type, settings: BioasqSettings.parse(settings) },
    BioasqState,
  );
const sources = ({ queries = [] }: { queries?: { source: string }[] | undefined }) => queries.map(({ source }) => source);

test("a question becomes itself, its key terms, synonyms, relations and what similar questions ask about", async () => {
  const update = await expand({}, { memory: MEMORY });
  expect(sources(update)).toEqual(["question", "keyTerms", "synonyms", "relations", "memory"]);
  expect(update.queries?.[0]).toEqual({ text: BODY, source: "question", added: [] });
  expect(update.queries?.find(({ source }) => source === "synonyms")?.added).toContain("Zyloprim");
  expect(update.queries?.find(({ source }) => source === "memory")?.added.join(" ")).toContain("nephropathy");
  expect(update.fallbacks).toEqual([]);
});

test("for PubMed the synonyms stand beside their term, and other terms are alternatives", async () => {
  const { queries } = await expand({ maxExpansionTerms: 1 });
  const fielded = (wanted: string) => queries?.find(({ source }) => source === wanted)?.fielded ?? "";
  expect(fielded("synonyms")).toContain("((allopurinol) OR (zyloprim))");
  expect(fielded("relations")).toMatch(/^\(allopurinol\) AND /);
  expect(fielded("question")).toBe("");
});

test("the type is decided only where none was given", async () => {
  expect((await expand()).type).toBe("yesno");
  expect(await expand({}, { type: "list" })).not.toHaveProperty("type");
});

test("each source of terms is a switch of its own", async () => {
  const off = { expandSynonyms: false, expandRelations: false, keyTermQuery: false, expandMemory: false };
  const ask = scriptedAsk({});
  expect(sources(await expand(off, { ask, memory: MEMORY }))).toEqual(["question"]);
  expect(ask.calls).toEqual([]);
});

test("no more queries than allowed", async () => {
  expect(sources(await expand({ maxQueries: 2 }, { memory: MEMORY }))).toEqual(["question", "keyTerms"]);
});

test("a model that is down leaves the built-in synonyms, and is recorded", async () => {
  const update = await expand({}, { ask: downAsk({ is: "unavailable", detail: "503" }) });
  expect(update.fallbacks).toEqual([
    { step: "expandQuestion", code: "unavailable", reason: "503", instead: "used the built-in synonyms" },
  ]);
  expect(sources(update)).toContain("synonyms");
});

test("an encoder that is down leaves out the training questions, and is recorded", async () => {
  const update = await expand({}, { embed: downEmbed, memory: MEMORY });
  expect(sources(update)).not.toContain("memory");
  expect(update.fallbacks).toMatchObject([{ code: "unavailable", instead: "went on without training questions" }]);
});

test("a missing key fails the question", async () => {
  await expect(expand({}, { ask: downAsk({ is: "misconfigured", detail: "no key" }) })).rejects.toThrow("misconfigured");
});

// Other names that no built-in list has, so that their query cannot come from one.
const GOUT = { source: "MeSH", code: "D006073", names: ["Gout", "Podagra Vera"] };
const DRUG = { source: "MeSH", code: "D000493", names: ["Allopurinol", "Uripurin", "Milurit Extra"] };
const lexicon: Lexicon = (form) =>
  [GOUT, DRUG].flatMap((entry) =>
    lexiconForm(entry.names[0] ?? "") === form ? [{ entry, isPreferred: true, isCapitals: false }] : [],
  );

test("a lexicon's names are a query of their own, which says what they come from", async () => {
  const update = await expand({}, { lexicon, memory: MEMORY });
  expect(sources(update)).toEqual(["question", "keyTerms", "synonyms", "lexicon", "relations", "memory"]);
  const query = update.queries?.find(({ source }) => source === "lexicon");
  // Each term gives its first other name before one gives its second.
  expect(query?.added).toEqual(["Uripurin", "Podagra Vera", "Milurit Extra"]);
  expect(query?.origins).toEqual(["MeSH D000493", "MeSH D006073"]);
  expect(query?.fielded).toContain("((allopurinol) OR (uripurin) OR (milurit extra))");
  const others = update.queries?.filter(({ source }) => source !== "lexicon");
  expect(others).toEqual((await expand({}, { memory: MEMORY })).queries);
  expect(others?.some((other) => "origins" in other)).toBe(false);
});

test("a lexicon is not asked where synonyms are switched off, and makes no query where it knows nothing", async () => {
  const never: Lexicon = () => {
    throw new Error("the lexicon was asked");
  };
  expect(sources(await expand({ expandSynonyms: false }, { lexicon: never }))).not.toContain("lexicon");
  expect(sources(await expand({}, { lexicon: () => [] }))).not.toContain("lexicon");
});

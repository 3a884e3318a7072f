import { expect, test } from "vitest";
import { memoryTexts, type TextStore } from "../../clients/text-store.ts";
import { abstractText } from "../../formats/abstract-text.ts";
import { compileBioasqGraph, entryIs, evidenceIs, phaseIs, pruningIs, typeIs } from "../../graphs/bioasq.ts";
import { buildRescueGraph } from "../../graphs/rescue.ts";
import type { BioasqState } from "../../state/bioasq.ts";
import { ProgressEvent } from "../../state/progress.ts";
import { ARTICLES, article, bioasqDeps, downEmbed, listRetriever, QUESTION } from "../support/bioasq-deps.ts";
import { downAsk } from "../support/scripted-ask.ts";

type Input = {
  body?: string;
  type?: string;
  phase?: string;
  settings?: object;
  givenSnippets?: object[];
  givenDocuments?: string[];
};
/** No question of four articles has five candidates: tests of strong evidence ask for fewer. */
const STRONG = { minCandidates: 1 };

const run = async (input: Input = {}, over: Parameters<typeof bioasqDeps>[0] = {}) => {
  const graph = compileBioasqGraph(bioasqDeps(over));
  const path: string[] = [];
  const given = { body: QUESTION, type: "yesno", ...input, settings: { ...STRONG, ...input.settings } };
  let result: BioasqState | undefined;
  const chunks = await graph.stream(given as never, { streamMode: ["updates", "values"] as const });
  for await (const [mode, chunk] of chunks) {
    if (mode === "updates") path.push(...Object.keys(chunk as object));
    else result = chunk as unknown as BioasqState;
  }
  if (result === undefined) throw new Error("the graph gave no values");
  return { path, result, codes: result.fallbacks.map(({ step, code }) => `${step}: ${code}`) };
};

const RETRIEVE = ["expandQuestion", "searchArticles", "rerankArticles", "fuseRankings", "extractSnippets", "gradeEvidence"];
const FINISH = ["repairFormat", "validateAnswer"];

test("phase A ends with documents and snippets, and asks for no answer", async () => {
  const { path, result, codes } = await run({ phase: "A" });
  expect(path).toEqual([...RETRIEVE, "checkCoverage", "pruneEvidence"]);
  expect(
    result.articles
      .slice(0, 2)
      .map(({ pmid }) => pmid)
      .sort(),
  ).toEqual(["11", "12"]);
  expect(result.snippets[0]?.excerpt.toLowerCase()).toContain("allopurinol");
  expect(codes).toEqual([]);
});

test.each([
  ["yesno", "yes"],
  ["factoid", [["allopurinol"], ["febuxostat"]]],
  ["list", [["allopurinol"], ["febuxostat"]]],
] as const)("phase A+ answers a %s question exactly and in sentences", async (type, exactAnswer) => {
  const { path, result } = await run({ type });
  expect(path).toEqual([...RETRIEVE, "checkCoverage", "pruneEvidence", "chooseSnippets", "draftExact", "draftIdeal", ...FINISH]);
  expect(result).toMatchObject({ exactAnswer, problems: [], abstained: false });
  expect(result.idealAnswer).toBe("Long-term allopurinol prevents gout flares in most patients.");
  expect(result.citations).toHaveLength(1);
});

test("a summary question has no exact answer", async () => {
  const { path, result } = await run({ type: "summary" });
  expect(path.slice(-4)).toEqual(["chooseSnippets", "draftIdeal", ...FINISH]);
  expect(result).toMatchObject({ exactAnswer: null, problems: [] });
});

test("a question without a type gets one from its wording", async () => {
  const { result, path } = await run({ type: "" });
  expect(result.type).toBe("yesno");
  expect(path).toContain("draftExact");
});

test("phase B ranks the given snippets, drops repeats and retrieves nothing", async () => {
  const retriever = listRetriever(ARTICLES);
  const document = "http://www.ncbi.nlm.nih.gov/pubmed/11";
  const given = [
    { document, text: "Febuxostat was compared with placebo.", beginSection: "abstract" },
    {
      document,
      text: "Long-term allopurinol prevents gout flares in most patients.",
      offsetInBeginSection: 31,
      offsetInEndSection: 91,
    },
    { document, text: "Allopurinol prevents gout flares." },
  ];
  const texts = memoryTexts();
  const { path, result, codes } = await run(
    { phase: "B", givenSnippets: given, givenDocuments: [document, document], settings: { rankGiven: true } },
    { retrievers: [retriever], texts },
  );
  expect(path).toEqual(["rankGivenSnippets", "chooseSnippets", "draftExact", "draftIdeal", ...FINISH]);
  expect(retriever.searches).toEqual([]);
  // The third says nothing that the second does not say; the first is about something else, so it comes last.
  expect(result.snippets.map(({ sha256 }) => texts.get(sha256))).toHaveLength(2);
  expect(texts.get(result.snippets.at(-1)?.sha256 ?? "")).toBe(given[0]?.text);
  expect(result.articles.map(({ pmid }) => pmid)).toEqual(["11"]);
  expect(result).toMatchObject({ exactAnswer: "yes", problems: [], givenSnippets: [] });
  expect(codes).toEqual([]);
});

test("phase B without snippets says that there is no evidence, and asks no model", async () => {
  const ask = downAsk({ is: "unavailable", detail: "503" });
  const { result, codes } = await run({ phase: "B", type: "factoid" }, { ask });
  expect(ask.calls).toEqual([]);
  expect(codes).toEqual(["chooseSnippets: noEvidence"]);
  expect(result).toMatchObject({
    exactAnswer: null,
    idealAnswer: "No answer was found in the evidence.",
    abstained: false,
    problems: [],
  });
});

test("with abstain a question without evidence counts as abstained", async () => {
  const { result } = await run({ phase: "B", settings: { abstain: true } });
  expect(result).toMatchObject({ abstained: true, exactAnswer: null });
});

/** Only an answer-guided query finds the article that answers: it shares no word with the question but the drug's class. */
const HIDDEN = article(
  "21",
  "Allopurinol in crystal arthropathy.",
  "Zyloprim averts podagra attacks. Allopurinol does prevent gout flares in trials of hyperuricaemia.",
);
const WEAK_POOL = [
  article("31", "Prevent falls.", "Exercise helps to prevent falls."),
  article("32", "Flares.", "Solar flares occur."),
];

test("weak evidence is rescued, and what is clearly better is merged", async () => {
  // The first search does not see article 21: only queries of the rescue reach the second source's words.
  const all = listRetriever([...WEAK_POOL, HIDDEN]);
  const first = listRetriever(WEAK_POOL);
  const retriever = {
    ...first,
    searchVector: undefined,
    searchWords: (...[query, options]: Parameters<typeof all.searchWords>) =>
      (query.text.includes("podagra") ? all : first).searchWords(query, options),
    read: all.read,
  } as never;
  const script = { "bioasq/guess-answer": { passage: "Zyloprim averts podagra attacks.", terms: ["podagra"] } };
  const { path, result, codes } = await run({}, { retrievers: [retriever], script });
  expect(path.slice(0, 10)).toEqual([...RETRIEVE, "rescue", "mergeRescue", "checkCoverage", expect.any(String)]);
  expect(result.rescueVerdict).toBe("accepted");
  expect(result.weakness.length).toBeGreaterThan(0);
  // The first articles and snippets keep their places; what the rescue found follows them.
  expect(result.articles.map(({ pmid }) => pmid)).toEqual([expect.any(String), expect.any(String), "21"]);
  const added = result.snippets.findIndex(({ pmid }) => pmid === "21");
  expect(added).toBe(Math.min(3, result.snippets.length - 1));
  expect(result.queries.map(({ source }) => source)).toContain("answerGuided");
  expect(codes.filter((code) => code === "gradeEvidence: weakEvidence")).toHaveLength(1);
  // Nothing is asked twice, but for a second exact answer that agrees with the first.
  const asked = result.usage.map(({ step, prompt }) => `${step} ${prompt}`).filter((call) => !call.startsWith("draftExact"));
  expect(new Set(asked).size).toBe(asked.length);
});

test("a rescue that finds nothing better is refused, and that is recorded", async () => {
  const { path, result, codes } = await run({ phase: "A" }, { retrievers: [listRetriever(WEAK_POOL)] });
  expect(path.slice(6, 8)).toEqual(["rescue", "mergeRescue"]);
  expect(result.rescueVerdict).toBe("refused");
  expect(codes).toContain("mergeRescue: rescueRefused");
  expect(result.articles.map(({ pmid }) => pmid).sort()).toEqual(["31", "32"]);
});

test("a watching client sees the steps of the rescue too, and what it came to", async () => {
  const graph = compileBioasqGraph(bioasqDeps({ retrievers: [listRetriever(WEAK_POOL)] }));
  const events: ProgressEvent[] = [];
  const input = { questionId: "q1", body: QUESTION, type: "yesno", phase: "A" };
  for await (const event of await graph.stream(input as never, { streamMode: "custom" })) events.push(ProgressEvent.parse(event));
  const started = events.flatMap(({ event, step }) => (event === "started" ? [step] : []));
  expect(started.slice(0, 6)).toEqual(RETRIEVE);
  expect(started.slice(6, 10).sort()).toEqual(["addRelations", "enrichSynonyms", "expandSemantically", "guessAnswer"]);
  expect(started.slice(10, 13)).toEqual(["searchRescue", "rerankRescue", "mergeRescue"]);
  expect(events.filter(({ event }) => event === "fellBack")).toEqual([
    expect.objectContaining({ step: "gradeEvidence", item: "q1", code: "weakEvidence" }),
    expect.objectContaining({ step: "mergeRescue", item: "q1", code: "rescueRefused" }),
  ]);
});

test("with rescue off weak evidence is named weak and used", async () => {
  const { path, result, codes } = await run(
    { phase: "A", settings: { rescue: false } },
    { retrievers: [listRetriever(WEAK_POOL)] },
  );
  expect(path).toEqual([...RETRIEVE, "checkCoverage", expect.any(String)]);
  expect(result.verdict).toBe("unrescued");
  expect(codes).toContain("gradeEvidence: weakEvidence");
});

test("irrelevant and redundant snippets are pruned where the question stays covered", async () => {
  const { path, result } = await run({ phase: "A", settings: { pruneKeep: 1, pruneBelow: 0.9 } });
  expect(path.at(-1)).toBe("pruneEvidence");
  expect(result.pruned.length).toBeGreaterThan(0);
  expect(result.snippets.some(({ sha256 }) => result.pruned.some((dropped) => dropped.sha256 === sha256))).toBe(false);
});

test("where pruning would uncover part of the question every snippet is kept", async () => {
  // Each of the two snippets holds a half of the question alone, and both score below the limit.
  const halves = [article("41", "", "Allopurinol is a drug."), article("42", "", "Gout flares hurt.")];
  const { path, result, codes } = await run(
    {
      phase: "A",
      settings: { pruneKeep: 1, pruneBelow: 0.99, rescue: false, snippetSentences: 1, pruneCoverage: 1, maxSnippets: 2 },
    },
    { retrievers: [listRetriever(halves)] },
  );
  expect(path.at(-1)).toBe("keepEvidence");
  expect(result.snippets).toHaveLength(2);
  expect(codes).toContain("keepEvidence: unsafePruning");
});

test("a question that matches nothing has no evidence, which is not an outage", async () => {
  const { path, result, codes } = await run({
    body: "Does xylitol whiten zebras?",
    settings: { denseSearch: false, rescueAnswerGuided: false },
  });
  expect(path).toContain("rescue");
  expect(codes).toEqual(["gradeEvidence: weakEvidence", "mergeRescue: rescueRefused", "chooseSnippets: noEvidence"]);
  expect(result).toMatchObject({ articles: [], snippets: [], exactAnswer: null });
  expect(result.idealAnswer).toBe("No answer was found in the evidence.");
});

test("a search that is down fails the question: no answer is not no hits", async () => {
  const down = listRetriever(ARTICLES, { name: "pubmed", failure: { is: "unavailable", detail: "ncbi: 502" } });
  await expect(run({}, { retrievers: [down] })).rejects.toThrow(
    /searchArticles: unavailable: every search failed; pubmed: ncbi: 502/,
  );
});

test("one of two sources down leaves the other's articles, and is recorded once", async () => {
  const down = listRetriever(ARTICLES, { name: "pubmed", failure: { is: "timeout", detail: "no reply in 60 s" } });
  const { result, codes } = await run({ phase: "A" }, { retrievers: [listRetriever(ARTICLES), down] });
  expect(result.articles.length).toBeGreaterThan(0);
  expect(codes.filter((code) => code.startsWith("searchArticles"))).toEqual(["searchArticles: timeout"]);
  // Asked twice, then no more.
  expect(down.searches).toHaveLength(2);
});

test("a denied source fails the question", async () => {
  const denied = listRetriever(ARTICLES, { name: "pubmed", failure: { is: "denied", detail: "host x" } });
  await expect(run({}, { retrievers: [listRetriever(ARTICLES), denied] })).rejects.toThrow("denied");
});

test("with the encoder down the search's order stands and the answer comes all the same", async () => {
  const { result, codes } = await run({}, { embed: downEmbed });
  expect(result.exactAnswer).toBe("yes");
  expect(codes).toContain("rerankArticles: unavailable");
  expect(codes.filter((code) => code === "rerankArticles: unavailable")).toHaveLength(1);
  expect(result.articles.every(({ similarity }) => similarity === null)).toBe(true);
  expect(result.problems).toEqual([]);
});

test("with the model down there is a quotation and no exact answer", async () => {
  const { result, codes } = await run({}, { ask: downAsk({ is: "unavailable", detail: "503" }) });
  expect(result.exactAnswer).toBeNull();
  expect(result.idealAnswer).not.toBe("");
  expect(result.citations.length).toBeGreaterThan(0);
  expect(codes).toEqual([
    "expandQuestion: unavailable",
    "draftExact: unavailable",
    "draftExact: empty",
    "draftIdeal: unavailable",
    "draftIdeal: empty",
  ]);
  expect(result.problems).toEqual([]);
});

test("a bug is no outage", async () => {
  const broken = () => {
    throw new TypeError("bug");
  };
  await expect(run({}, { script: { "bioasq/answer-yesno": broken } })).rejects.toThrow("bug");
});

test("retracted articles are left out and named, also when only reading tells", async () => {
  const retracted = {
    ...article("51", "Allopurinol and gout flares.", "Allopurinol does not prevent gout flares."),
    retracted: true,
  };
  const told = await run({ phase: "A" }, { retrievers: [listRetriever([...ARTICLES, retracted])] });
  expect(told.result.articles.map(({ pmid }) => pmid)).not.toContain("51");
  expect(told.result.fallbacks).toMatchObject([{ step: "searchArticles", code: "retractedEvidence", reason: "retracted: 51" }]);
  const blind = listRetriever([...ARTICLES, retracted]);
  const untold = {
    ...blind,
    searchWords: (query: never, options: object) => blind.searchWords(query, { ...options, retracted: "keep" } as never),
    searchVector: undefined,
  } as never;
  const later = await run({ phase: "A" }, { retrievers: [untold] });
  expect(later.result.articles.map(({ pmid }) => pmid)).not.toContain("51");
  expect(later.result.fallbacks).toMatchObject([{ step: "rerankArticles", code: "retractedEvidence" }]);
});

test("every snippet stands at its offsets, and no article comes twice", async () => {
  const texts: TextStore = memoryTexts();
  const { result } = await run(
    { phase: "A" },
    { texts, retrievers: [listRetriever(ARTICLES), listRetriever(ARTICLES, { name: "pubmed" })] },
  );
  const pmids = result.articles.slice(0, result.settings.maxDocuments).map(({ pmid }) => pmid);
  expect(new Set(pmids).size).toBe(pmids.length);
  expect(result.snippets.length).toBeGreaterThan(0);
  for (const { pmid, section, start, end, sha256 } of result.snippets) {
    const held = ARTICLES.find((each) => each.pmid === pmid);
    const text = section === "title" ? held?.title : abstractText(held?.sections ?? []);
    expect(text?.slice(start, end)).toBe(texts.get(sha256));
  }
});

test("a caller gets no scratch channels", async () => {
  const output = await compileBioasqGraph(bioasqDeps()).invoke({ body: QUESTION, settings: STRONG } as never);
  expect(Object.keys(output).sort()).toEqual(
    [
      "questionId",
      "type",
      "queries",
      "articles",
      "snippets",
      "verdict",
      "weakness",
      "rescueVerdict",
      "exactAnswer",
      "idealAnswer",
      "citations",
      "problems",
      "abstained",
      "fallbacks",
      "usage",
    ].sort(),
  );
});

test.each([
  [entryIs({ phase: "B" }), "answer"],
  [entryIs({ phase: "A" }), "retrieve"],
  [entryIs({ phase: "A+" }), "retrieve"],
  [evidenceIs({ verdict: "strong" }), "strong"],
  [evidenceIs({ verdict: "weak" }), "weak"],
  [evidenceIs({ verdict: "unrescued" }), "unrescued"],
  [evidenceIs({ verdict: "ungraded" }), "weak"],
  [pruningIs({ coverage: "safe" }), "safe"],
  [pruningIs({ coverage: "unsafe" }), "unsafe"],
  [pruningIs({ coverage: "unchecked" }), "unsafe"],
  [phaseIs({ phase: "A" }), "A"],
  [phaseIs({ phase: "A+" }), "answer"],
  [typeIs({ type: "list" }), "exact"],
  [typeIs({ type: "summary" }), "summary"],
  [typeIs({ type: "" }), "summary"],
])("a router reads a verdict and names it: %s", (said, expected) => expect(said).toBe(expected));

test("the picture of the graph in docs is the graph", async () => {
  const drawing = (await compileBioasqGraph(bioasqDeps()).getGraphAsync()).drawMermaid();
  await expect(drawing).toMatchFileSnapshot("../../docs/graphs/bioasq.mmd");
});

test("the picture of the rescue in docs is the rescue", async () => {
  const drawing = (await buildRescueGraph(bioasqDeps()).compile().getGraphAsync()).drawMermaid();
  await expect(drawing).toMatchFileSnapshot("../../docs/graphs/rescue.mmd");
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BIOASQ_HANDLERS } from "../../../../../clients/models/extractive/bioasq/handlers.ts";
import type { Extracting } from "../../../../../clients/models/extractive/handler.ts";
import { answerFactoid } from "../../../../../prompts/bioasq/answer-factoid.ts";
import { answerList } from "../../../../../prompts/bioasq/answer-list.ts";
import { answerSummary } from "../../../../../prompts/bioasq/answer-summary.ts";
import { answerYesno } from "../../../../../prompts/bioasq/answer-yesno.ts";
import { draftIdeal } from "../../../../../prompts/bioasq/draft-ideal.ts";
import { expandQuestion } from "../../../../../prompts/bioasq/expand-question.ts";
import { guessAnswer } from "../../../../../prompts/bioasq/guess-answer.ts";
import type { Prompt } from "../../../../../prompts/define-prompt.ts";
import { failure, type Outcome } from "../../../../../state/outcome.ts";
import { ExtractiveSettings } from "../../../../../state/settings/extractive.ts";
import { countWords } from "../../../../../text/python-whitespace.ts";
import { wordEmbed } from "../../../../support/bioasq-deps.ts";
import { noReader } from "../word-vectors.ts";

const extracting: Extracting = {
  embed: wordEmbed,
  read: noReader,
  settings: ExtractiveSettings.parse({}),
  sample: 0,
  signal: undefined,
};

// biome-ignore lint/suspicious/noExplicitAny: the tests read outputs of seven shapes
const answer = async (prompt: Prompt<any, any>, input: unknown, over: Partial<Extracting> = {}): Promise<Outcome<any>> => {
  const handler = BIOASQ_HANDLERS.find(({ id }) => id === prompt.id)!;
  const outcome = await handler.answer(input, { ...extracting, ...over });
  if (outcome.is === "ok") prompt.output.parse(outcome.value);
  return outcome;
};
const value = async (...call: Parameters<typeof answer>) => {
  const outcome = await answer(...call);
  if (outcome.is !== "ok") throw new Error(outcome.detail);
  return outcome.value;
};
const numbered = (...texts: string[]) => texts.map((text, at) => ({ n: at + 1, text }));

const FEBUXOSTAT = numbered(
  "Febuxostat did not improve survival compared with placebo (P = 0.61).",
  "There was no significant difference in survival between febuxostat and placebo.",
);
const EPLERENONE = numbered(
  "Eplerenone significantly improved survival compared with placebo.",
  "Survival was longer with eplerenone, which is recommended after myocardial infarction.",
);

describe("a yes/no question", () => {
  test("is answered no where the evidence denies the finding, and yes where it affirms it", async () => {
    expect((await value(answerYesno, { question: "Does febuxostat improve survival?", snippets: FEBUXOSTAT })).exact).toBe("no");
    expect((await value(answerYesno, { question: "Does eplerenone improve survival?", snippets: EPLERENONE })).exact).toBe("yes");
  });

  test("is answered no where the evidence says the opposite of its words", async () => {
    const snippets = numbered(
      "Pimavanserin is an atypical antipsychotic.",
      "The atypical antipsychotic pimavanserin was studied.",
    );
    expect((await value(answerYesno, { question: "Is pimavanserin a typical antipsychotic?", snippets })).exact).toBe("no");
    const affirmed = snippets.map(({ n, text }) => ({
      n,
      text: text.replace("an atypical", "a typical").replace("atypical", "typical"),
    }));
    expect((await value(answerYesno, { question: "Is pimavanserin a typical antipsychotic?", snippets: affirmed })).exact).toBe(
      "yes",
    );
  });

  test("is answered by the threshold of the settings", async () => {
    const settings = { ...extracting.settings, noFrom: 1 };
    expect(
      (await value(answerYesno, { question: "Does febuxostat improve survival?", snippets: FEBUXOSTAT }, { settings })).exact,
    ).toBe("yes");
  });
});

describe("a factoid question", () => {
  const snippets = numbered(
    "Allopurinol is an inhibitor of xanthine oxidase, which makes uric acid.",
    "Xanthine oxidase is inhibited by allopurinol in patients with gout.",
  );

  test("is answered with what it asks for, the best first", async () => {
    const { exact } = await value(answerFactoid, { question: "Which enzyme is inhibited by allopurinol?", snippets, most: 5 });
    expect(exact[0]).toBe("xanthine oxidase");
  });

  test("ranks the same names otherwise when it asks for another kind of thing", async () => {
    const placeOfGout = async (question: string) =>
      (await value(answerFactoid, { question, snippets, most: 20 })).exact.indexOf("gout");
    const forDisease = await placeOfGout("Which disease has to do with uric acid?");
    expect(forDisease).toBeGreaterThanOrEqual(0);
    expect(forDisease).toBeLessThan(await placeOfGout("Which enzyme has to do with uric acid?"));
  });

  test("keeps Greek letters and brackets that belong to a name", async () => {
    const text = "The tracer [18F]florbetapir binds β-amyloid; [18F]florbetapir is a radioligand.";
    const { exact } = await value(answerFactoid, {
      question: "Which tracer is a radioligand for plaques?",
      snippets: numbered(text),
      most: 5,
    });
    expect(exact).toContain("[18F]florbetapir");
  });
});

describe("a list question", () => {
  const snippets = numbered(
    "Allopurinol, febuxostat and probenecid lower serum urate.",
    "Serum urate is lowered by allopurinol, febuxostat and probenecid.",
  );

  test("is answered with each member of a coordination, once", async () => {
    const { exact } = await value(answerList, { question: "Which drugs lower serum urate?", snippets, most: 100 });
    expect(exact.map((entry: string) => entry.toLowerCase()).sort()).toEqual(["allopurinol", "febuxostat", "probenecid"]);
  });

  test("is answered with as many as it asks for", async () => {
    const { exact } = await value(answerList, { question: "Name two drugs that lower serum urate.", snippets, most: 100 });
    expect(exact).toHaveLength(2);
  });
});

describe("an ideal answer", () => {
  const snippets = numbered(
    "CONCLUSIONS: Belimumab is an antibody that neutralises soluble BLyS (p<0.05). Patients were enrolled in Spain.",
    "Belimumab is an antibody that neutralises soluble BLyS (p<0.05).",
  );

  test("cites every snippet that holds a sentence word for word, without its section label", async () => {
    const repeated = snippets.map(({ n, text }) => ({ n, text: text.replace("CONCLUSIONS: ", "") }));
    const { sentences } = await value(draftIdeal, {
      question: "How does belimumab act?",
      type: "summary",
      exact: "",
      snippets: repeated,
      maxWords: 100,
    });
    expect(sentences[0]).toEqual({
      text: "Belimumab is an antibody that neutralises soluble BLyS (p less than 0.05).",
      snippets: [1, 2],
    });
    const labelled = await value(answerSummary, { question: "How does belimumab act?", snippets: snippets.slice(0, 1) });
    expect(labelled.ideal).toMatch(/^Belimumab is an antibody/);
  });

  test("is cut where even its best sentence is longer than the limit", async () => {
    const { sentences } = await value(draftIdeal, {
      question: "How does belimumab act?",
      type: "summary",
      exact: "",
      snippets,
      maxWords: 4,
    });
    expect(sentences).toHaveLength(1);
    expect(countWords(sentences[0].text)).toBe(4);
  });

  test("prefers the sentence that names the exact answer, where two are equal otherwise", async () => {
    const two = numbered("The drug acts on a receptor called alpha one.", "The drug acts on a receptor called gamma two.");
    const settings = { ...extracting.settings, idealSentences: 1, answerBonus: 1 };
    const { sentences } = await value(
      draftIdeal,
      {
        question: "On which receptor does the drug act?",
        type: "factoid",
        exact: "gamma two, alpha one",
        snippets: two,
        maxWords: 100,
      },
      { settings },
    );
    expect(sentences[0].snippets).toEqual([2]);
  });
});

describe("a question to be searched", () => {
  test("is expanded with other names from the lists, no more than allowed in all", async () => {
    const { keyTerms, synonyms } = await value(expandQuestion, { question: "Does aspirin prevent heart attack?", maxTerms: 2 });
    expect(keyTerms.join(" ")).toMatch(/aspirin/);
    expect(synonyms.flatMap((entry: { synonyms: string[] }) => entry.synonyms)).toHaveLength(2);
    expect((await value(expandQuestion, { question: "Does aspirin prevent heart attack?", maxTerms: 0 })).synonyms).toEqual([]);
  });

  test("is guessed at from what was found: a passage that has its terms, and names seen there", async () => {
    const snippets = numbered("Allopurinol lowers serum urate in patients with gout.");
    const { passage, terms } = await value(guessAnswer, { question: "Which enzyme is inhibited by allopurinol?", snippets });
    expect(passage).toMatch(/enzyme/);
    expect(passage).toMatch(/Allopurinol lowers serum urate in patients with gout\.$/);
    expect(terms).toContain("gout");
  });

  test("is not guessed at where nothing was found", async () => {
    expect(await value(guessAnswer, { question: "Which enzyme is inhibited by allopurinol?", snippets: [] })).toEqual({
      passage: "",
      terms: [],
    });
  });
});

const WITH_SNIPPETS = [
  [answerYesno, {}],
  [answerFactoid, { most: 5 }],
  [answerList, { most: 100 }],
  [answerSummary, {}],
  [draftIdeal, { type: "list", exact: "gout, urate", maxWords: 12 }],
] as const;

test("snippets without a word end in an empty outcome, not in a guess", async () => {
  for (const [prompt, rest] of WITH_SNIPPETS) {
    const outcome = await answer(prompt, { question: "Which enzyme?", snippets: numbered(" ", "…"), ...rest });
    expect([prompt.id, outcome.is]).toEqual([prompt.id, "empty"]);
  }
});

test("an encoder that is down is the outcome of every answer that needs it", async () => {
  const down = failure("unavailable", "down for this test");
  for (const [prompt, rest] of [...WITH_SNIPPETS, [guessAnswer, {}] as const])
    expect(
      await answer(prompt, { question: "Which enzyme?", snippets: FEBUXOSTAT, ...rest }, { embed: async () => down }),
    ).toEqual(down);
});

const word = fc.constantFrom(
  "IL-6",
  "β-catenin",
  "TNF-α",
  "(",
  "[18F]FDG",
  "did not",
  "gout",
  "p<0.05",
  "<b>",
  "CONCLUSIONS:",
  "the",
  "of",
  "CD8(+)",
  "15%",
  "1,000",
  "PI3K/Akt",
  ",",
  ".",
  "is a",
  "—",
  "💊",
  "ΑΒΓ",
  "enzyme",
);
const sentence = fc.array(word, { maxLength: 14 }).map((words) => words.join(" "));
const text = fc.oneof(sentence, fc.string({ unit: "binary", maxLength: 60 }), fc.constant(""));
const question = fc.oneof(sentence, fc.constant("Which enzyme is inhibited by TNF-α?"), fc.string({ maxLength: 60 }));
const plain = (given: string) => given.replace(/\s+/gu, " ").toLowerCase();

test("whatever the input, exact answers stand in a snippet, limits hold, citations exist, and the same input gives the same answer", async () => {
  await fc.assert(
    fc.asyncProperty(
      question,
      fc.array(text, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      async (asked, texts, most) => {
        const snippets = texts.map((given, at) => ({ n: at * 2 + 1, text: given }));
        for (const [prompt, rest] of WITH_SNIPPETS) {
          const input = { question: asked, snippets, ...rest, ...("most" in rest ? { most } : {}) };
          const outcome = await answer(prompt, input);
          expect(await answer(prompt, input)).toEqual(outcome);
          expect(["ok", "empty"]).toContain(outcome.is);
          if (outcome.is !== "ok") continue;
          expect(prompt.problem?.(outcome.value, input as never)).toBeUndefined();
          const { exact, ideal, sentences } = outcome.value;
          if (Array.isArray(exact)) {
            expect(exact.length).toBeLessThanOrEqual(most);
            expect(new Set(exact.map(plain)).size).toBe(exact.length);
            for (const entry of exact) expect(texts.map(plain).some((given) => given.includes(plain(entry)))).toBe(true);
          }
          const said: string = ideal ?? sentences.map((one: { text: string }) => one.text).join(" ");
          expect(said).not.toMatch(/[<\n]/);
          expect(countWords(said)).toBeLessThanOrEqual("maxWords" in rest ? rest.maxWords : extracting.settings.idealWords);
          for (const one of sentences ?? []) expect(one.snippets.length).toBeGreaterThan(0);
        }
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);

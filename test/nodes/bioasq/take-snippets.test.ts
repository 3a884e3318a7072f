import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryTexts } from "../../../clients/text-store.ts";
import { abstractText } from "../../../formats/abstract-text.ts";
import { takeSnippets } from "../../../nodes/bioasq/take-snippets.ts";
import type { Article } from "../../../state/article.ts";
import { BioasqSettings } from "../../../state/settings/bioasq.ts";
import { downEmbed, wordEmbed } from "../../support/bioasq-deps.ts";

const QUESTION = "Does allopurinol prevent gout flares?";
const ARTICLE: Article = {
  pmid: "1",
  title: "A trial.",
  sections: [
    { label: "BACKGROUND", text: "Gout is common. It hurts." },
    { label: "RESULTS", text: "Allopurinol did prevent gout flares. Allopurinol gout flares were few. Weather was mild." },
  ],
};
const take = async (articles: Article[], settings: object = {}, embed = wordEmbed, question = QUESTION) => {
  const texts = memoryTexts();
  const taken = await takeSnippets({ embed, texts, step: "s" }, question, articles, BioasqSettings.parse(settings), undefined);
  return { ...taken, texts: taken.snippets.map(({ sha256 }) => texts.get(sha256)) };
};

test("the sentence that answers comes first, with its neighbour that says as much", async () => {
  const { texts, snippets } = await take([ARTICLE]);
  // A labelled part begins with its label, in the official text and in ours.
  expect(texts[0]).toBe("RESULTS: Allopurinol did prevent gout flares. Allopurinol gout flares were few.");
  expect(snippets[0]).toMatchObject({ pmid: "1", section: "abstract" });
  expect(snippets[0]?.score).toBeGreaterThan(0.55);
});

test("in profile paper a snippet is one sentence", async () => {
  const { texts } = await take([ARTICLE], { profile: "paper" });
  expect(texts[0]).toBe("RESULTS: Allopurinol did prevent gout flares.");
});

test("by snippetEvidence, what is rare among the article's own sentences decides", async () => {
  // Three of the question's four words are in nearly every sentence of this article, the fourth in one alone.
  const text = [
    "Gout flares return in spring.",
    "Gout flares return in summer.",
    "Gout flares return in autumn.",
    "Gout flares return in winter.",
    "Gout came with holidays.",
  ].join(" ");
  const article: Article = { pmid: "1", title: "A diary.", sections: [{ text }] };
  const settings = { snippetSentences: 1, maxSnippets: 1 };
  const first = async (snippetEvidence: number) =>
    (await take([article], { ...settings, snippetEvidence }, wordEmbed, "Do gout flares return after holidays?")).texts[0];
  expect(await first(0)).toBe("Gout flares return in spring.");
  expect(await first(1)).toBe("Gout came with holidays.");
});

test("no more than maxSnippets, and no text twice", async () => {
  const twins = ["1", "2", "3"].map((pmid): Article => ({ ...ARTICLE, pmid }));
  const { texts } = await take(twins, { maxSnippets: 4 });
  expect(texts.length).toBeLessThanOrEqual(4);
  expect(new Set(texts).size).toBe(texts.length);
});

test("an encoder that is down leaves the words, and is recorded once", async () => {
  const { snippets, fallbacks } = await take([ARTICLE], {}, downEmbed as never);
  expect(snippets.every(({ similarity }) => similarity === null)).toBe(true);
  expect(snippets.length).toBeGreaterThan(0);
  expect(fallbacks).toMatchObject([{ step: "s", code: "unavailable" }]);
});

test("articles without text give no snippet and ask no encoder", async () => {
  const { snippets, fallbacks } = await take([{ pmid: "1", title: " ", sections: [] }], {}, downEmbed as never);
  expect({ snippets, fallbacks }).toEqual({ snippets: [], fallbacks: [] });
});

const word = fc.constantFrom("gout", "allopurinol", "flares", "TNF-α", "5.6", "mice", "E. coli", "no", "(p < 0.05)", "𝒳", "é");
const text = fc
  .array(fc.tuple(word, fc.constantFrom(" ", ". ", ".\n", "; ", "? ")), { maxLength: 30 })
  .map((parts) => parts.flat().join(""));
const articleOf = fc.record({
  pmid: fc.integer({ min: 1, max: 99 }).map(String),
  title: text,
  sections: fc.array(fc.oneof(fc.record({ text }), fc.record({ label: fc.constantFrom("METHODS", "AIM"), text })), {
    maxLength: 3,
  }),
});

test("every snippet stands at its offsets in the official text, and none overlaps another", () =>
  fc.assert(
    fc.asyncProperty(fc.uniqueArray(articleOf, { selector: ({ pmid }) => pmid, maxLength: 3 }), async (articles) => {
      const { snippets, texts } = await take(articles);
      for (const [at, { pmid, section, start, end }] of snippets.entries()) {
        const held = articles.find((each) => each.pmid === pmid)!;
        expect((section === "title" ? held.title : abstractText(held.sections)).slice(start, end)).toBe(texts[at]);
        for (const other of snippets.slice(at + 1)) {
          const apart = other.pmid !== pmid || other.section !== section || other.end <= start || end <= other.start;
          expect(apart).toBe(true);
        }
      }
    }),
    { numRuns: 60 },
  ));

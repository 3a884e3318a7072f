import { expect, test } from "vitest";
import { memoryTexts } from "../../../clients/text-store.ts";
import { gradeEvidence } from "../../../nodes/bioasq/grade-evidence.ts";
import { noMatch } from "../../../nodes/bioasq/no-match.ts";
import { topicForms } from "../../../retrieval/lexical-forms.ts";
import { BioasqState } from "../../../state/bioasq.ts";
import { BioasqSettings } from "../../../state/settings/bioasq.ts";
import { runStep } from "../../support/run-step.ts";

const asked = topicForms("zzzqqq xxyyzz?");
const texts = ["Aquaporin 4 antibodies bind astrocytes.", "Cobra venom."];

test("texts without a word of the question and far from it do not match it", () => {
  expect(noMatch(asked, { texts, cosines: [0.05, 0.02] }, 0.1)).toMatch(/no article matches: .* 0\.05, below 0\.1/);
});

test.each([
  ["one word of the question", { texts: [...texts, "The gene xxyyzz."], cosines: [0.05] }, 0.1],
  ["nearness of one text", { texts, cosines: [0.05, 0.1] }, 0.1],
  ["nearness that was not measured", { texts, cosines: [] }, 0.1],
  ["the setting 0", { texts, cosines: [0] }, 0],
])("%s is enough to go on", (_what, found, least) => {
  expect(noMatch(asked, found, least)).toBeUndefined();
});

const grade = async (similarity: number, settings: object = {}, added: string[] = []) => {
  const store = memoryTexts();
  const snippet = {
    pmid: "1",
    section: "abstract" as const,
    start: 0,
    end: 39,
    sha256: store.put(texts[0] ?? ""),
    excerpt: texts[0] ?? "",
    score: 0,
    similarity,
  };
  const articles = [{ pmid: "1", score: 1, similarity, excerpt: "Aquaporin 4" }];
  const queries = [{ text: "zzzqqq", source: "synonyms" as const, added }];
  const state = { body: "zzzqqq xxyyzz?", queries, articles, snippets: [snippet], settings: BioasqSettings.parse(settings) };
  return runStep(gradeEvidence(store), state, BioasqState);
};

test("where no article matches, none is kept and no second search takes its terms from them", async () => {
  expect(await grade(0.01)).toMatchObject({
    verdict: "unrescued",
    articles: [],
    snippets: [],
    fallbacks: [{ code: "noEvidence", reason: expect.stringMatching(/^no article matches/) }],
  });
});

test("evidence near the question in other words is weak, kept, and searched for again", async () => {
  const graded = await grade(0.6);
  expect(graded).toMatchObject({ verdict: "weak" });
  expect(graded).not.toHaveProperty("articles");
});

test("a text that holds another name for the question's words matches it", async () => {
  expect(await grade(0.01, {}, ["Aquaporin-4"])).not.toHaveProperty("articles");
});

test("profile paper keeps what a search by meaning found", async () => {
  expect(await grade(0.01, { profile: "paper" })).not.toHaveProperty("articles");
});

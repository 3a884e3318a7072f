import { expect, test } from "vitest";
import { memoryTexts } from "../../../clients/text-store.ts";
import { chooseSnippets } from "../../../nodes/bioasq/choose-snippets.ts";
import { BioasqState, type Snippet } from "../../../state/bioasq.ts";
import { BioasqSettings } from "../../../state/settings/bioasq.ts";
import { runStep } from "../../support/run-step.ts";

const texts = memoryTexts();
const snippet = (text: string, start = 0): Snippet => ({
  pmid: "1",
  section: "abstract",
  start,
  end: start + text.length,
  score: 1,
  similarity: 1,
  sha256: texts.put(text),
  excerpt: "",
});
const choose = (snippets: Snippet[], type: "yesno" | "list", settings = {}) =>
  runStep(chooseSnippets(texts), { body: "Which?", type, snippets, settings: BioasqSettings.parse(settings) }, BioasqState);
const ten = Array.from({ length: 10 }, (_, at) => snippet(`Finding ${at}.`));

test("the best six snippets are put before the model, in profile paper three", async () => {
  const first = (count: number) => ({ promptSnippets: ten.slice(0, count).map(({ sha256 }) => sha256), fallbacks: [] });
  expect(await choose(ten, "yesno")).toEqual(first(6));
  expect(await choose(ten, "yesno", { profile: "paper" })).toEqual(first(3));
});

test("a list question takes more", async () => {
  const { promptSnippets } = await choose(ten, "list");
  expect(promptSnippets).toHaveLength(8);
});

test("in profile paper a list question takes three", async () => {
  const { promptSnippets } = await choose(ten, "list", { profile: "paper" });
  expect(promptSnippets).toHaveLength(3);
});

// 2048 - 512 tokens of 3 characters are 4,608; two of 1,800 and the prompt's own text fit, three do not.
test("the lowest-ranked snippets are dropped where the context is short, and that is recorded", async () => {
  const long = [1, 2, 3].map((n) => snippet(`${n} ${"word ".repeat(360)}end.`));
  const { promptSnippets, fallbacks } = await choose(long, "yesno");
  expect(promptSnippets).toEqual(long.slice(0, 2).map(({ sha256 }) => sha256));
  expect(fallbacks).toMatchObject([{ code: "droppedEvidence", instead: "put the best 2 before the model" }]);
});

test("a snippet too long even alone is cut at a sentence end, and keeps its place in the abstract", async () => {
  const sentence = `A${" word".repeat(100)}. `;
  const first = snippet(sentence.repeat(20).trim(), 40);
  const { promptSnippets, snippets, fallbacks } = await choose([first, ten[0]!], "yesno", { answerSnippets: 1 });
  const cut = snippets![0]!;
  const text = texts.get(cut.sha256)!;
  expect(promptSnippets).toEqual([cut.sha256]);
  expect(text.length).toBeLessThan(4608);
  expect(text.endsWith("word.")).toBe(true);
  expect(texts.get(first.sha256)!.startsWith(text)).toBe(true);
  expect([cut.start, cut.end]).toEqual([40, 40 + text.length]);
  expect(fallbacks).toMatchObject([{ code: "truncatedText" }]);
});

test("settings that leave no room for a snippet are refused, and say which", async () => {
  await expect(choose(ten, "yesno", { promptTokens: 600, replyTokens: 512 })).rejects.toThrow("raise promptTokens");
});

test("no snippet is recorded as no evidence", async () => {
  expect(await choose([], "yesno")).toMatchObject({ promptSnippets: [], abstained: false, fallbacks: [{ code: "noEvidence" }] });
  expect(await choose([], "yesno", { abstain: true })).toMatchObject({ abstained: true, fallbacks: [{ instead: "abstained" }] });
});

test("a snippet that the text store lost fails the question and says so", async () => {
  await expect(choose([{ ...ten[0]!, sha256: "0".repeat(64) }], "yesno")).rejects.toThrow("not in the text store");
});

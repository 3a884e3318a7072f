import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { BIOASQ_HANDLERS } from "../../clients/models/extractive/bioasq/handlers.ts";
import { readArchehrCases } from "../../formats/archehr-xml.ts";
import { compileArchehrGraph } from "../../graphs/archehr.ts";
import { openLiveParts } from "../../graphs/live-parts.ts";
import { ExtractiveSettings } from "../../state/settings/extractive.ts";

const demo = (file: string) => readFileSync(new URL(`../../data/demo/${file}`, import.meta.url), "utf8");
const { encoder, ...parts } = openLiveParts();
afterAll(() => encoder.close());

describe("swapping the questions of two cases changes every output of the archehr graph", () => {
  const { cases } = readArchehrCases(demo("archehr/archehr-qa.xml"), "demo");
  const graph = compileArchehrGraph(parts);
  const noteOf = (id: string) => cases.find((one) => one.id === id);
  const messageOf = (id: string) => cases.find((one) => one.id === id)?.narrative ?? "";
  const run = (note: string, message: string) =>
    graph.invoke({
      caseId: note,
      message: messageOf(message),
      note: noteOf(note)?.note ?? "",
      sentences: noteOf(note)?.sentences ?? [],
    });

  // Both notes are of one hospital stay each, with hardly a word in common between their questions.
  it.each([
    ["D1", "D4"],
    ["D4", "D1"],
    ["D8", "D10"],
  ])("the note of %s, asked the question of %s", async (note, other) => {
    const [own, swapped] = [await run(note, note), await run(note, other)];
    expect(swapped.question).not.toBe(own.question);
    expect(swapped.evidence.map(({ id }) => id)).not.toEqual(own.evidence.map(({ id }) => id));
    expect(swapped.answer).not.toBe(own.answer);
    expect(swapped.alignment).not.toEqual(own.alignment);
    expect(swapped.citations).not.toEqual(own.citations);
  });
});

describe("swapping the questions changes every output of the bioasq prompts, from the same snippets", () => {
  const { questions } = JSON.parse(demo("bioasq/golden.json")) as {
    questions: { type: string; body: string; exact_answer?: string; snippets: { text: string }[] }[];
  };
  const extracting = {
    embed: encoder.embed,
    read: encoder.reader.read,
    settings: ExtractiveSettings.parse({}),
    sample: 0,
    signal: undefined,
  };
  const ask = async (prompt: string, input: object): Promise<unknown> => {
    const outcome = await BIOASQ_HANDLERS.find(({ id }) => id === `bioasq/${prompt}`)?.answer(input, extracting);
    if (outcome?.is !== "ok") throw new Error(`${prompt}: ${JSON.stringify(outcome)}`);
    return outcome.value;
  };
  const pairOf = (type: string) => {
    const of = questions.filter((one) => one.type === type);
    const [first, second] = of;
    if (!first || !second) throw new Error(`the demo has no two questions of type ${type}`);
    const snippets = [...first.snippets, ...second.snippets].map(({ text }, at) => ({ n: at + 1, text }));
    return { bodies: [first.body, second.body] as const, snippets };
  };

  it.each(["yesno", "factoid", "list", "summary"])("key terms, synonyms and ideal answer of two %s questions", async (type) => {
    const { bodies, snippets } = pairOf(type);
    const outputs = await Promise.all(
      bodies.map(async (question) => ({
        expanded: await ask("expand-question", { question, maxTerms: 10 }),
        ideal: await ask("draft-ideal", { question, type, exact: "", snippets, maxWords: 100 }),
      })),
    );
    expect(outputs[1]?.expanded).not.toEqual(outputs[0]?.expanded);
    expect(outputs[1]?.ideal).not.toEqual(outputs[0]?.ideal);
  });

  // No yes/no label is tested: two questions may have the same, and the embedded model says no to all seven of the demo. Nor is what a yes/no
  // answer says of two questions' snippets together: its sentences go by how they read more than by the question.
  it.each([
    ["answer-factoid", "factoid", { most: 5 }],
    ["answer-list", "list", { most: 100 }],
  ])("exact answers: %s", async (prompt, type, more) => {
    const { bodies, snippets } = pairOf(type);
    const [own, swapped] = await Promise.all(bodies.map((question) => ask(prompt, { question, snippets, ...more })));
    expect((swapped as { exact: unknown }).exact).not.toEqual((own as { exact: unknown }).exact);
  });
});

import { expect, test } from "vitest";
import { shareWork } from "../../evaluation/shared-work.ts";
import type { LiveParts } from "../../graphs/live-parts.ts";
import { interpretQuestion } from "../../prompts/archehr/interpret-question.ts";
import { archehrDeps } from "../support/archehr-deps.ts";
import { scriptedAsk } from "../support/scripted-ask.ts";

const options = { role: "interpret", step: "interpretQuestion", item: "1", temperature: 0 } as const;
const input = { message: "Why?", shots: 3, maxWords: 15, keep: [] } as const;
const partsWith = (ask: LiveParts["ask"]) => shareWork({ ...archehrDeps().deps, ask } as LiveParts);

test("one prompt with one input is asked once, whatever item asks, and counted each time", async () => {
  const model = scriptedAsk({ "archehr/interpret-question": { question: "Why was it held?" } });
  const shared = partsWith(model);
  const first = await shared.parts.ask(interpretQuestion, { ...input, keep: [] }, options);
  const second = await shared.parts.ask(interpretQuestion, { ...input, keep: [] }, { ...options, item: "2" });
  expect(second).toEqual(first);
  expect(model.calls).toHaveLength(1);
  expect(shared.take()).toMatchObject({ calls: 2 });
  expect(shared.take()).toMatchObject({ calls: 0 });
});

test("another temperature, sample or input is another question", async () => {
  const model = scriptedAsk({ "archehr/interpret-question": { question: "Why was it held?" } });
  const { parts } = partsWith(model);
  await parts.ask(interpretQuestion, { ...input, keep: [] }, options);
  await parts.ask(interpretQuestion, { ...input, keep: [] }, { ...options, temperature: 1 });
  await parts.ask(interpretQuestion, { ...input, keep: [] }, { ...options, sample: 1 });
  await parts.ask(interpretQuestion, { ...input, keep: ["warfarin"] }, options);
  expect(model.calls).toHaveLength(4);
});

test("a reply that is no answer is asked for again", async () => {
  const model = scriptedAsk({ "archehr/interpret-question": { is: "timeout", detail: "30 s" } });
  const { parts } = partsWith(model);
  await parts.ask(interpretQuestion, { ...input, keep: [] }, options);
  await parts.ask(interpretQuestion, { ...input, keep: [] }, options);
  expect(model.calls).toHaveLength(2);
});

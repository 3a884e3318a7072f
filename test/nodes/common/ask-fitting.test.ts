import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Ask } from "../../../clients/models/ask.ts";
import { askFitting } from "../../../nodes/common/ask-fitting.ts";
import { definePrompt } from "../../../prompts/define-prompt.ts";
import { failure, ok } from "../../../state/outcome.ts";

const prompt = definePrompt({
  id: "test/list",
  version: 1,
  input: z.object({ items: z.array(z.string()) }),
  output: z.object({ shown: z.int() }),
  render: ({ items }) => ({ system: "Rules.", user: items.join("") }),
  example: { items: ["a"] },
});
const options = { role: "answer", step: "test", item: "1", temperature: 0, corrections: 0 } as const;

/** A model with room for so many characters; it tells the share that fits, or says only that it is too much. */
const narrow = (room: number, tells: boolean): { ask: Ask; asked: number[] } => {
  const asked: number[] = [];
  const ask: Ask = async (given, input) => {
    const { system, user } = given.render(given.input.parse(input));
    const length = system.length + user.length;
    asked.push((input as { items: string[] }).items.length);
    const outcome =
      length <= room ? ok({ shown: asked.at(-1) }) : failure("overContext", "too long", tells ? { fits: room / length } : {});
    return { outcome: outcome as never, usage: [] };
  };
  return { ask, asked };
};
const run = (ask: Ask, ranked: string[]) =>
  askFitting(ask, prompt, { ranked, inputOf: (items: string[]) => ({ items }), unit: "sentence" }, options, undefined);

test("what fits is asked once, and nothing is recorded", async () => {
  const { ask, asked } = narrow(100, true);
  expect((await run(ask, ["one", "two"])).fallbacks).toEqual([]);
  expect(asked).toEqual([2]);
});

test("as much is left out as the overflow asks for, and the best stays", async () => {
  const { ask, asked } = narrow(26, true);
  // 6 characters of rules and 10 a sentence: two sentences fit into 26.
  const { outcome, fallbacks } = await run(ask, Array(8).fill("0123456789"));
  expect(outcome).toEqual({ is: "ok", value: { shown: 2 } });
  expect(asked).toEqual([8, 2]);
  expect(fallbacks).toEqual([
    { step: "test", code: "droppedEvidence", reason: "too long", instead: "asked again with the best 2 of 8 sentences" },
  ]);
});

test("a share that rounds a hair down still keeps what fits exactly", async () => {
  // Rules 6, sentences 1, 8, 2, 2 …: of 44 characters 15 fit, and 44 × (15 / 44) is 14.999…
  const { ask, asked } = narrow(15, true);
  await run(ask, [" ", "        ", "  ", "  ", "          ", "      ", " ", "        "]);
  expect(asked).toEqual([8, 2]);
});

test("an overflow of unknown size takes a tenth away each time", async () => {
  const { ask, asked } = narrow(6 + 160, false);
  await run(ask, Array(20).fill("0123456789"));
  expect(asked).toEqual([20, 18, 17, 16]);
});

test("one is always kept, and a model too narrow for it ends in its outcome", async () => {
  const { ask, asked } = narrow(3, true);
  expect((await run(ask, ["first", "second"])).outcome.is).toBe("overContext");
  expect(asked).toEqual([2, 1]);
});

test("a model of any width ends, and is shown the most that fits where it tells how much", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ maxLength: 30 }), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 400 }),
      fc.boolean(),
      async (ranked, room, tells) => {
        const { ask, asked } = narrow(room, tells);
        const { outcome } = await run(ask, ranked);
        const lengthOf = (count: number) => 6 + ranked.slice(0, count).join("").length;
        expect(asked.length).toBeLessThanOrEqual(41);
        if (outcome.is !== "ok") {
          expect(lengthOf(1)).toBeGreaterThan(room);
          return;
        }
        const shown = asked.at(-1) ?? 0;
        if (tells && shown < ranked.length) expect(lengthOf(shown + 1)).toBeGreaterThan(room);
      },
    ),
    { numRuns: 300 },
  );
});

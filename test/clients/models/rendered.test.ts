import { expect, test } from "vitest";
import { z } from "zod";
import { rendered } from "../../../clients/models/rendered.ts";
import { definePrompt } from "../../../prompts/define-prompt.ts";

const counting = (word: string) => {
  let renders = 0;
  const prompt = definePrompt({
    id: `test/${word}`,
    version: 1,
    input: z.object({ text: z.string() }),
    output: z.string(),
    render: ({ text }) => {
      renders += 1;
      return { system: word, user: text };
    },
    example: { text: "" },
  });
  return { prompt, renders: () => renders };
};

test("a prompt is rendered once for one input, and anew for an equal one of another call", () => {
  const { prompt, renders } = counting("a");
  const input = { text: "x" };
  expect([rendered(prompt, input), rendered(prompt, input)]).toEqual([
    { system: "a", user: "x" },
    { system: "a", user: "x" },
  ]);
  expect(renders()).toBe(1);
  rendered(prompt, { text: "x" });
  expect(renders()).toBe(2);
});

test("another prompt with the same input has its own text", () => {
  const input = { text: "x" };
  const [one, other] = [counting("a").prompt, counting("b").prompt];
  expect([one, other, one].map((prompt) => rendered(prompt, input).system)).toEqual(["a", "b", "a"]);
});

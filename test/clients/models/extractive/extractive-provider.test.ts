import { describe, expect, it } from "vitest";
import { openEncoder } from "../../../../clients/encoder/open-encoder.ts";
import { askWith } from "../../../../clients/models/ask-with.ts";
import { extractiveProvider } from "../../../../clients/models/extractive/extractive-provider.ts";
import { alignAnswer } from "../../../../prompts/archehr/align-answer.ts";
import { alignSentence } from "../../../../prompts/archehr/align-sentence.ts";
import { draftAnswer } from "../../../../prompts/archehr/draft-answer.ts";
import { draftCitedAnswer } from "../../../../prompts/archehr/draft-cited-answer.ts";
import { interpretQuestion } from "../../../../prompts/archehr/interpret-question.ts";
import { repairSentence } from "../../../../prompts/archehr/repair-sentence.ts";
import { scoreSentences } from "../../../../prompts/archehr/score-sentences.ts";
import { verifyClaim } from "../../../../prompts/common/verify-claim.ts";
import { definePrompt, type Prompt } from "../../../../prompts/define-prompt.ts";
import { ROLES } from "../../../../state/roles.ts";
import { ExtractiveSettings } from "../../../../state/settings/extractive.ts";

const encoder = openEncoder({ modelsDir: "data/models" });
const provider = extractiveProvider({ encoder });
const ask = askWith({
  roles: Object.fromEntries(ROLES.map((role) => [role, ["extractive"]])) as never,
  providers: { extractive: provider },
});
const options = { role: "draft", step: "test", item: "test", temperature: 0 } as const;

describe("the extractive model", () => {
  it.each([
    interpretQuestion,
    scoreSentences,
    draftAnswer,
    draftCitedAnswer,
    alignAnswer,
    alignSentence,
    repairSentence,
    verifyClaim,
  ] as unknown as Prompt[])(
    "answers $id on the real weights, keeps its rules, and gives the same answer again",
    async (prompt) => {
      const { outcome } = await ask(prompt, prompt.example, options);
      if (outcome.is !== "ok") throw new Error(outcome.detail);
      expect(prompt.problem?.(outcome.value, prompt.input.parse(prompt.example))).toBeUndefined();
      expect((await ask(prompt, prompt.example, options)).outcome).toEqual(outcome);
    },
  );

  it("says which model to change for a prompt that it has no rules for", async () => {
    const strange = definePrompt({ ...verifyClaim, id: "common/strange" });
    expect((await ask(strange, strange.example, options)).outcome).toMatchObject({ is: "misconfigured" });
  });

  it("has another revision under other settings", () => {
    const other = extractiveProvider({ encoder, settings: ExtractiveSettings.parse({ strictFrom: 0.35 }) });
    expect(other.revision).not.toBe(provider.revision);
    expect(extractiveProvider({ encoder }).revision).toBe(provider.revision);
  });
});

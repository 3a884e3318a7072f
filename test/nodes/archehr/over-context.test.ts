import { expect, test } from "vitest";
import type { Ask } from "../../../clients/models/ask.ts";
import { compileArchehrGraph } from "../../../graphs/archehr.ts";
import type { Sentence } from "../../../state/archehr.ts";
import { failure } from "../../../state/outcome.ts";
import { ArchehrSettings } from "../../../state/settings/archehr.ts";
import { archehrDeps, MESSAGE } from "../../support/archehr-deps.ts";

// Forty sentences; 2 and 4 answer.
const NOTE = Array.from({ length: 40 }, (_, at) => {
  if (at === 1) return "INR was 4.8 on arrival, so warfarin was held.";
  if (at === 3) return "Warfarin 5 mg daily was resumed when INR fell to 2.1.";
  return `Potassium was 4.1 on day ${at + 1}.`;
}).join("\n");

/** A model with room for the rules and 700 characters of text, who tells the share that fits. */
const narrow =
  (ask: Ask): Ask =>
  async (prompt, input, options) => {
    const { system, user } = prompt.render(prompt.input.parse(input));
    const [length, room] = [system.length + user.length, system.length + 700];
    if (length <= room) return ask(prompt, input, options);
    return { outcome: failure("overContext", "the prompt is too long", { fits: room / length }), usage: [] };
  };

/** Names only sentences that are before it. */
const alignSentence = ({ sentence, note, found }: { sentence: Sentence; note: Sentence[]; found: string[] }) => ({
  evidence_id: note.map(({ id }) => id).filter((id) => id === (sentence.id === "1" ? "2" : "4") && !found.includes(id)),
});

test.each(["paper", "best"] as const)(
  "a note too long for the model is still answered in profile %s, and what was left out is recorded",
  async (profile) => {
    const { deps, ask } = archehrDeps({ "archehr/align-sentence": alignSentence });
    const settings = ArchehrSettings.parse({ profile, answerFirst: true, perSentenceAlignment: true });
    const out = await compileArchehrGraph({ ...deps, ask: narrow(ask) }).invoke({
      caseId: "c",
      message: MESSAGE,
      note: NOTE,
      settings,
    } as never);
    expect(out.answer).toContain("INR was 4.8");
    expect(out.evidence.map(({ id }) => id)).toEqual(["2", "4"]);
    expect(out.alignment.map(({ evidenceIds }) => evidenceIds)).toEqual([["2"], ["4"]]);
    const steps = (code: string) => [
      ...new Set(out.fallbacks.filter((fallback) => fallback.code === code).map(({ step }) => step)),
    ];
    expect(steps("droppedEvidence")).toEqual(["scoreSentences", "draftAnswer"]);
    expect(steps("overContext")).toEqual(expect.arrayContaining(["scoreSentences", "alignAnswer"]));
    // The draft saw its evidence in whatever it was shown.
    const drafts = ask.calls.filter(({ prompt }) => prompt === "archehr/draft-answer");
    expect(drafts.at(-1)?.input).toMatchObject({ evidence: [{ id: "2" }, { id: "4" }] });
    expect((drafts.at(-1)!.input.note as unknown[]).length).toBeLessThan(20);
  },
);

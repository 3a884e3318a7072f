import fc from "fast-check";
import { expect } from "vitest";
import type { z } from "zod";
import { askWith } from "../../clients/models/ask-with.ts";
import type { ChatReply } from "../../clients/models/chat/chat-reply.ts";
import { readReply } from "../../clients/models/chat/read-reply.ts";
import { forEveryRole } from "../../clients/models/role-table.ts";
import { alignAnswer } from "../../prompts/archehr/align-answer.ts";
import { draftCitedAnswer } from "../../prompts/archehr/draft-cited-answer.ts";
import { scoreSentences } from "../../prompts/archehr/score-sentences.ts";
import { answerFactoid } from "../../prompts/bioasq/answer-factoid.ts";
import { answerYesno } from "../../prompts/bioasq/answer-yesno.ts";
import { draftIdeal } from "../../prompts/bioasq/draft-ideal.ts";
import { verifyClaim } from "../../prompts/common/verify-claim.ts";
import type { Prompt } from "../../prompts/define-prompt.ts";

/** Ids of three digits: no two of them joined by a lost comma make a third. Scores are 1 or 2; all that prose says is 4 or 5. */
const IDS = ["101", "202", "303"];
const note = IDS.map((id) => ({ id, text: `Sentence "${id}" says that the INR was high.` }));
const scores = IDS.map((id, at) => ({ id, score: (at % 2) + 1 }));

type Case = {
  prompt: Prompt;
  input: unknown;
  reply: string;
  ids: (value: unknown) => string[];
  scores: (value: unknown) => number[];
};

const caseOf = <In extends z.ZodType, Out extends z.ZodType>(
  prompt: Prompt<In, Out>,
  input: z.input<In>,
  reply: unknown,
  ids: (value: z.infer<Out>) => (string | number)[],
  scored: (value: z.infer<Out>) => number[] = () => [],
): Case => ({
  prompt: prompt as never,
  input,
  reply: typeof reply === "string" ? reply : JSON.stringify(reply, null, 1),
  ids: (value) => ids(value as z.infer<Out>).map(String),
  scores: (value) => scored(value as z.infer<Out>),
});

const SENTENCES = [
  { text: 'She said "stop"; warfarin was held {see [1]}.', citations: ["101", "202"] },
  { text: "INR 4.8, a 5'10\" man.", citations: ["303"] },
];
const snippets = [101, 202, 303].map((n) => ({ n, text: "Allopurinol inhibits xanthine oxidase." }));

const CASES: Case[] = [
  caseOf(
    scoreSentences,
    { question: "Why?", sentences: note },
    scores,
    (value) => value.map(({ id }) => id),
    (value) => value.map(({ score }) => score),
  ),
  caseOf(draftCitedAnswer, { question: "Why?", note, maxWords: 75 }, { sentences: SENTENCES }, ({ sentences }) =>
    sentences.flatMap(({ citations }) => citations),
  ),
  caseOf(
    alignAnswer,
    { answer: note.slice(0, 2), note },
    [
      { answer_id: "101", evidence_id: ["202", "303"] },
      { answer_id: "202", evidence_id: [] },
    ],
    (value) => value.flatMap(({ answer_id, evidence_id }) => [answer_id, ...evidence_id]),
  ),
  caseOf(
    draftIdeal,
    { question: "Which?", type: "factoid", exact: "xanthine oxidase", snippets, maxWords: 100 },
    { sentences: [{ text: "Allopurinol inhibits xanthine oxidase.", snippets: [101, 303] }] },
    ({ sentences }) => sentences.flatMap(({ snippets }) => snippets),
  ),
  caseOf(verifyClaim, { claim: "INR was 4.8", evidence: ["INR 4.8"] }, { verdict: "supported", problem: "" }, () => []),
  caseOf(answerYesno, { question: "Is it?", snippets }, "EXACT: yes\nIDEAL: It is, as [Snippet 101] says.", () => []),
  caseOf(answerFactoid, { question: "Which?", snippets, most: 5 }, "EXACT: xanthine oxidase | XO\nIDEAL: It is XO.", () => []),
];

/** What prose around a value says; none of its numbers or ids may become data. */
const PROSE = [
  "I would give sentence 404 a score of 5 [5].",
  "Scores: 404 -> 4, 505 -> 5.",
  'As in {404: 5} or [404, 5], or id "404", score 4:',
  "Here is the JSON you asked for [1]:",
  "<think>Perhaps 404 scores 5? {maybe}</think>",
  "```json\n",
  "\n```",
  "I'm sorry, but the note says 5.",
  "Note: `[505]` and (5).",
];

/** One piece of damage; digits are never written, so that whatever number comes out was in the value. */
type Damage = { kind: string; at: number; text: string };
const damages: fc.Arbitrary<Damage[]> = fc.array(
  fc.record({
    kind: fc.constantFrom("before", "after", "cut", "drop", "insert", "quotes", "python", "doubled", "swapped", "escaped", "bom"),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    text: fc.oneof(
      fc.constantFrom(...PROSE),
      fc.constantFrom(
        '"',
        "'",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\\",
        "\n",
        "“",
        "</think>",
        "<think>",
        "\ud800",
        "\u0000",
        "//",
        "NaN",
        "null",
      ),
    ),
  }),
  { maxLength: 5 },
);

const APPLY: Record<string, (reply: string, damage: Damage) => string> = {
  before: (reply, { text }) => `${text} ${reply}`,
  after: (reply, { text }) => `${reply} ${text}`,
  cut: (reply, { at }) => reply.slice(0, Math.floor(at * reply.length)),
  drop: (reply, { at }) => reply.replace(/[^\d]/gu, (mark, offset: number) => (offset === nonDigit(reply, at) ? "" : mark)),
  insert: (reply, { at, text }) => (/\d/u.test(text) ? reply : insert(reply, at, text)),
  quotes: (reply) => reply.replaceAll('"', "'"),
  python: (reply) => reply.replaceAll("true", "True").replaceAll("null", "None"),
  doubled: (reply) => `${reply}\n${reply}`,
  swapped: (reply) => reply.replaceAll('": ', '" = '),
  escaped: (reply) => reply.replaceAll('"', '\\"'),
  bom: (reply) => `\ufeff${reply}`,
};

const nonDigit = (reply: string, at: number): number => {
  const places = [...reply.matchAll(/[^\d]/gu)].map(({ index }) => index);
  return places[Math.floor(at * places.length)] ?? -1;
};
const insert = (reply: string, at: number, text: string): string => {
  const place = Math.floor(at * reply.length);
  return reply.slice(0, place) + text + reply.slice(place);
};

const options = { role: "answer", step: "test", item: "1", temperature: 0 } as const;

/** What became of the replies of a property, so that a test can see that it met both kinds. */
export type Tally = { ok: number; trouble: number };

/**
 * The law: whatever a model writes, reading it does not throw, and what comes out as data, and passes the prompt's own rule, names only ids of
 * the input and holds no score that stood in prose.
 */
export const checkDamagedReplies = async (runs: number, seed: number): Promise<Tally> => {
  const tally: Tally = { ok: 0, trouble: 0 };
  const finish = fc.constantFrom<ChatReply["finish"]>("stop", "stop", "stop", "length");
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...CASES),
      damages,
      finish,
      async ({ prompt, input, reply, ids, scores: scored }, harm, finished) => {
        const text = harm.reduce((damaged, damage) => APPLY[damage.kind]?.(damaged, damage) ?? damaged, reply);
        const tokens = { input: 1, output: 1, cached: 0, reasoning: 0 };
        const ask = askWith({
          roles: forEveryRole("damaged"),
          providers: {
            damaged: {
              name: "damaged",
              revision: "1",
              carryOut: async () => ({
                outcome: readReply(
                  prompt,
                  { text, reasoning: "", finish: finished, said: finished, tokens },
                  { what: "reply", keptCharacters: 100 },
                ),
              }),
            },
          },
        });
        const { outcome } = await ask(prompt, input, options);
        if (finished === "length") expect(outcome.is).not.toBe("ok");
        if (outcome.is !== "ok") {
          tally.trouble += 1;
          return;
        }
        tally.ok += 1;
        const parsed = prompt.input.parse(input);
        if (prompt.problem?.(outcome.value, parsed) !== undefined) return;
        for (const id of ids(outcome.value)) expect(IDS).toContain(id);
        for (const score of scored(outcome.value)) expect(score).toBeLessThanOrEqual(2);
      },
    ),
    { numRuns: runs, seed },
  );
  return tally;
};

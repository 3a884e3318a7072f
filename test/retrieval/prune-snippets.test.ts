import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coverageOf, pruneSnippets } from "../../retrieval/prune-snippets.ts";
import { questionProfile } from "../../retrieval/question-profile.ts";

const question = questionProfile("Does allopurinol prevent gout flares in kidney failure?");
const rule = { keep: 1, below: 0.25, redundant: 0.85, coverage: 0.95 };

describe("pruneSnippets", () => {
  it("drops what is irrelevant and what is said already, and says why", () => {
    const snippets = [
      { id: "a", text: "Allopurinol prevents gout flares in kidney failure.", score: 0.9 },
      { id: "b", text: "In kidney failure, allopurinol prevents gout flares.", score: 0.8 },
      { id: "c", text: "Zebrafish have fins.", score: 0.1 },
    ];
    expect(pruneSnippets(question, snippets, rule)).toEqual({
      verdict: "safe",
      kept: ["a"],
      dropped: [
        { id: "b", reason: "redundant: it says what snippet a says" },
        { id: "c", reason: "irrelevant: it scores 0.10, below 0.25" },
      ],
    });
  });

  it("is unsafe when every snippet it would drop holds something that no other does", () => {
    const snippets = [
      { id: "a", text: "Allopurinol prevents gout flares.", score: 0.9 },
      { id: "b", text: "Patients with kidney failure were included.", score: 0.2 },
    ];
    expect(pruneSnippets(question, snippets, rule)).toEqual({
      verdict: "unsafe",
      kept: ["a", "b"],
      dropped: [{ id: "b", reason: "irrelevant: it scores 0.20, below 0.25" }],
    });
  });

  it("brings back what coverage needs and drops the rest", () => {
    const snippets = [
      { id: "a", text: "Allopurinol prevents gout flares.", score: 0.9 },
      { id: "b", text: "Patients with kidney failure were included.", score: 0.2 },
      { id: "c", text: "Zebrafish have fins.", score: 0.1 },
    ];
    const pruned = pruneSnippets(question, snippets, rule);
    expect([pruned.verdict, pruned.kept, pruned.dropped.map(({ id }) => id)]).toEqual(["safe", ["a", "b"], ["c"]]);
  });

  it("never drops the best ones, however low they score", () => {
    const snippets = [1, 2, 3].map((id) => ({ id: String(id), text: "Zebrafish have fins.", score: 0 }));
    expect(pruneSnippets(question, snippets, { ...rule, keep: 2 }).kept).toEqual(["1", "2"]);
  });

  it("has nothing to do without snippets", () => {
    expect(pruneSnippets(question, [], rule)).toEqual({ verdict: "safe", kept: [], dropped: [] });
  });

  it("never loses coverage, and keeps order and each snippet once", () => {
    const word = fc.constantFrom("allopurinol", "prevents", "gout", "flares", "renal failure", "zebrafish", "warfarin");
    const snippet = fc.record({
      text: fc.array(word, { maxLength: 5 }).map((words) => words.join(" ")),
      score: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(snippet, { maxLength: 8 }),
        fc.integer({ min: 1, max: 3 }),
        fc.double({ min: 0.5, max: 1, noNaN: true }),
        (all, keep, coverage) => {
          const snippets = all
            .map((each, index) => ({ ...each, id: String(index) }))
            .sort((one, other) => other.score - one.score);
          const { verdict, kept, dropped } = pruneSnippets(question, snippets, { ...rule, keep, coverage });
          const rest = snippets.filter(({ id }) => kept.includes(id));
          expect(rest.map(({ id }) => id)).toEqual(kept);
          expect(coverageOf(question, snippets, rest)).toBeGreaterThanOrEqual(coverage - 1e-9);
          expect(kept.length + dropped.length).toBe(verdict === "unsafe" ? snippets.length + dropped.length : snippets.length);
        },
      ),
    );
  });
});

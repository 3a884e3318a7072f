import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coverageOf, pruneSnippets } from "../../retrieval/prune-snippets.ts";
import { questionProfile } from "../../retrieval/question-profile.ts";

const question = questionProfile("Does allopurinol prevent gout flares in kidney failure?");
const rule = { keep: 1, below: 0.4, unlike: 0.3, repeats: 0.9, coverage: 0.95 };
const far = { relevance: 0.1, likeness: 0.1 };

describe("pruneSnippets", () => {
  it("drops what is irrelevant and what is said already, and says why", () => {
    const snippets = [
      { id: "a", text: "Allopurinol prevents gout flares in kidney failure.", relevance: 0.9, likeness: 1 },
      { id: "b", text: "In kidney failure, allopurinol prevents gout flares.", relevance: 0.8, likeness: 0.9 },
      { id: "c", text: "Zebrafish have fins.", ...far },
    ];
    // .4 of the best relevance, .9, is .36.
    const why = "irrelevant: its relevance is 0.10, below 0.36, and its likeness to the best snippets 0.10, below 0.3";
    expect(pruneSnippets(question, snippets, rule)).toEqual({
      verdict: "safe",
      kept: ["a"],
      dropped: [
        { id: "b", reason: "redundant: snippet a says it" },
        { id: "c", reason: why },
      ],
    });
  });

  it("keeps what is far from the question but near the best snippet, or not known to be far", () => {
    const best = { id: "a", text: "Zyloprim (allopurinol) prevents gout flares.", relevance: 0.9, likeness: 1 };
    const other = { id: "b", text: "The xanthine oxidase inhibitor was well tolerated.", relevance: 0.1 };
    const keptWith = (likeness: number | null) => pruneSnippets(question, [best, { ...other, likeness }], rule).kept;
    expect(keptWith(0.29)).toEqual(["a"]);
    expect(keptWith(0.3)).toEqual(["a", "b"]);
    expect(keptWith(null)).toEqual(["a", "b"]);
  });

  it("measures relevance by the best snippet's, so that a question in rare words loses nothing for it", () => {
    const at = (relevance: number, text: string) => ({ id: text, text, relevance, likeness: 0 });
    expect(pruneSnippets(question, [at(0.9, "gout"), at(0.3, "fins")], rule).kept).toEqual(["gout"]);
    expect(pruneSnippets(question, [at(0.6, "gout"), at(0.3, "fins")], rule).kept).toEqual(["gout", "fins"]);
  });

  it("keeps the longer of two texts where the shorter one is the better", () => {
    const snippets = [
      { id: "short", text: "Allopurinol prevents gout.", relevance: 0.9, likeness: 1 },
      { id: "long", text: "Allopurinol prevents gout flares, kidney stones and tophi.", relevance: 0.8, likeness: 0.9 },
    ];
    expect(pruneSnippets(question, snippets, rule).kept).toEqual(["short", "long"]);
    const turned = pruneSnippets(question, snippets.toReversed(), rule);
    expect(turned.dropped).toEqual([{ id: "short", reason: "redundant: snippet long says it" }]);
  });

  it("is unsafe when every snippet it would drop holds something that no other does", () => {
    const snippets = [
      { id: "a", text: "Allopurinol prevents gout flares.", relevance: 0.9, likeness: 1 },
      { id: "b", text: "Patients with kidney failure were included.", ...far },
    ];
    const { verdict, kept, dropped } = pruneSnippets(question, snippets, rule);
    expect([verdict, kept, dropped.map(({ id }) => id)]).toEqual(["unsafe", ["a", "b"], ["b"]]);
  });

  it("brings back what coverage needs and drops the rest", () => {
    const snippets = [
      { id: "a", text: "Allopurinol prevents gout flares.", relevance: 0.9, likeness: 1 },
      { id: "b", text: "Patients with kidney failure were included.", ...far },
      { id: "c", text: "Zebrafish have fins.", ...far },
    ];
    const pruned = pruneSnippets(question, snippets, rule);
    expect([pruned.verdict, pruned.kept, pruned.dropped.map(({ id }) => id)]).toEqual(["safe", ["a", "b"], ["c"]]);
  });

  it("never drops the best ones, however far they are", () => {
    const snippets = [1, 2, 3].map((id) => ({ id: String(id), text: "Zebrafish have fins.", ...far }));
    expect(pruneSnippets(question, snippets, { ...rule, keep: 2 }).kept).toEqual(["1", "2"]);
  });

  it("has nothing to do without snippets", () => {
    expect(pruneSnippets(question, [], rule)).toEqual({ verdict: "safe", kept: [], dropped: [] });
  });

  it("never loses coverage, and keeps order and each snippet once", () => {
    const word = fc.constantFrom("allopurinol", "prevents", "gout", "flares", "renal failure", "zebrafish", "warfarin");
    const snippet = fc.record({
      text: fc.array(word, { maxLength: 5 }).map((words) => words.join(" ")),
      relevance: fc.double({ min: 0, max: 1, noNaN: true }),
      likeness: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
    });
    fc.assert(
      fc.property(
        fc.array(snippet, { maxLength: 8 }),
        fc.integer({ min: 1, max: 3 }),
        fc.double({ min: 0.5, max: 1, noNaN: true }),
        (all, keep, coverage) => {
          const snippets = all
            .map((each, index) => ({ ...each, id: String(index) }))
            .sort((one, other) => other.relevance - one.relevance);
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

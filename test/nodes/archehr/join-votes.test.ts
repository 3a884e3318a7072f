import { describe, expect, it } from "vitest";
import { joinVotes } from "../../../nodes/archehr/join-votes.ts";

const sentences = ["1", "2", "3"].map((id) => ({ id, text: `Sentence ${id}.` }));
const scored = (...scores: number[]) => new Map(scores.map((score, at) => [String(at + 1), score]));
const joined = (...anchors: ReadonlyMap<string, number>[]) => joinVotes(sentences, anchors, undefined).map(({ score }) => score);

describe("votes of several anchors become one score a sentence", () => {
  it("takes their mean, rounded half up", () => {
    // (5 + 4) / 2 = 4.5 -> 5; (4 + 3) / 2 = 3.5 -> 4; (1 + 2) / 2 = 1.5 -> 2
    expect(joined(scored(5, 4, 1), scored(4, 3, 2))).toEqual([5, 4, 2]);
  });

  it("gives an anchor that found nothing no vote, as long as another one found something", () => {
    expect(joined(scored(5, 4, 1), scored(2, 1, 2))).toEqual([5, 4, 1]);
    // both found nothing: (2 + 1) / 2 -> 2, (1 + 1) / 2 = 1, (2 + 2) / 2 = 2
    expect(joined(scored(2, 1, 2), scored(1, 1, 2))).toEqual([2, 1, 2]);
  });

  it("counts a sentence that an anchor left out as 1", () => {
    expect(joined(scored(5, 4), scored(5, 4, 5))).toEqual([5, 4, 3]); // (1 + 5) / 2 = 3
  });
});

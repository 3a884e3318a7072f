import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodePostings, encodePostings, startInversion } from "../../../clients/index/postings.ts";

describe("startInversion", () => {
  it("lists each word once, sorted, with its articles and counts", () => {
    const inversion = startInversion();
    inversion.add(3, ["b", "a", "b"]);
    inversion.add(7, ["a"]);
    const lists = [...inversion.lists()].map(({ word, postings }) => [word, [...postings.docs], [...postings.counts]]);
    expect(lists).toEqual([
      ["a", [3, 7], [1, 1]],
      ["b", [3], [2]],
    ]);
  });

  it("counts a word at most 255 times, and knows words that objects treat specially", () => {
    const inversion = startInversion();
    inversion.add(0, ["__proto__", "constructor", ...Array.from({ length: 300 }, () => "x")]);
    const lists = [...inversion.lists()].map(({ word, postings }) => [word, postings.counts[0]]);
    expect(lists).toEqual([
      ["__proto__", 1],
      ["constructor", 1],
      ["x", 255],
    ]);
  });

  it("keeps every posting of a segment larger than its first buffers", () => {
    const inversion = startInversion();
    const articles = 40_000;
    for (let doc = 0; doc < articles; doc++) inversion.add(doc, ["every", `only${doc}`]);
    const lists = new Map([...inversion.lists()].map(({ word, postings }) => [word, [...postings.docs]]));
    expect(lists.get("every")).toHaveLength(articles);
    expect(lists.get("only39999")).toEqual([39_999]);
  });
});

describe("decodePostings", () => {
  const postings = fc.uniqueArray(fc.integer({ min: 0, max: 65_535 })).chain((docs) =>
    fc.record({
      docs: fc.constant(docs.sort((a, b) => a - b)),
      counts: fc.array(fc.integer({ min: 1, max: 255 }), { minLength: docs.length, maxLength: docs.length }),
    }),
  );

  it("gives back what was encoded, from bytes at any place", () => {
    fc.assert(
      fc.property(postings, fc.integer({ min: 0, max: 3 }), ({ docs, counts }, shift) => {
        const bytes = encodePostings({ docs: Uint16Array.from(docs), counts: Uint8Array.from(counts) });
        const shifted = Buffer.concat([Buffer.alloc(shift), bytes]).subarray(shift);
        const found = decodePostings(shifted);
        expect([...found.docs]).toEqual(docs);
        expect([...found.counts]).toEqual(counts);
      }),
    );
  });

  it("refuses bytes that cannot be postings", () => {
    expect(() => decodePostings(Buffer.alloc(4))).toThrow("4 bytes");
  });
});

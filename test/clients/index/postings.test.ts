import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodePostings, encodePostings, joinPostings, startInversion } from "../../../clients/index/postings.ts";

describe("startInversion", () => {
  it("lists each word once, sorted, with its articles and counts", () => {
    const inversion = startInversion();
    inversion.add(3, [0, 1, 0]);
    inversion.add(7, [1]);
    const lists = [...inversion.lists(["b", "a"])].map(({ word, postings }) => [word, [...postings.docs], [...postings.counts]]);
    expect(lists).toEqual([
      ["a", [3, 7], [1, 1]],
      ["b", [3], [2]],
    ]);
  });

  it("counts a word at most 255 times, and knows words that objects treat specially", () => {
    const inversion = startInversion();
    inversion.add(0, [0, 1, ...Array.from({ length: 300 }, () => 2)]);
    const lists = [...inversion.lists(["__proto__", "constructor", "x"])].map(({ word, postings }) => [word, postings.counts[0]]);
    expect(lists).toEqual([
      ["__proto__", 1],
      ["constructor", 1],
      ["x", 255],
    ]);
  });

  it("keeps every posting of a segment larger than its first buffers", () => {
    const inversion = startInversion();
    const words = ["every", ...Array.from({ length: 40_000 }, (_, doc) => `only${doc}`)];
    for (let doc = 0; doc < 40_000; doc++) inversion.add(doc, [0, doc + 1]);
    // A number far above the others makes room for itself.
    inversion.add(40_000, [words.push(...Array.from({ length: 90_000 }, (_, at) => `late${at}`)) - 1]);
    const lists = new Map([...inversion.lists(words)].map(({ word, postings }) => [word, [...postings.docs]]));
    expect(lists.get("every")).toHaveLength(40_000);
    expect(lists.get("only39999")).toEqual([39_999]);
    expect(lists.get("late89999")).toEqual([40_000]);
  });
});

describe("joinPostings", () => {
  it("gives the list of the whole back from any parts of it", () => {
    const parted = fc.array(fc.record({ part: fc.nat(2), count: fc.integer({ min: 1, max: 255 }) }), { minLength: 1 });
    fc.assert(
      fc.property(parted, (postings) => {
        const all = postings.map((posting, doc) => ({ ...posting, doc }));
        const listOf = (of: typeof all) => ({
          docs: Uint16Array.from(of, ({ doc }) => doc),
          counts: Uint8Array.from(of, ({ count }) => count),
        });
        const parts = [0, 1, 2].map((wanted) => listOf(all.filter(({ part }) => part === wanted)));
        expect(joinPostings(parts)).toEqual(listOf(all));
      }),
    );
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

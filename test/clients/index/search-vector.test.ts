import { join } from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearestBySigns, writeSigns } from "../../../clients/index/nearest-by-signs.ts";
import { prepareVectorSearch } from "../../../clients/index/search-vector.ts";
import { readSegments } from "../../../clients/index/segments.ts";
import { cosineInt8, quantizeInt8 } from "../../../retrieval/vectors.ts";
import { ok } from "../../../state/outcome.ts";
import { article, indexOf, newFolder } from "../../support/hand-made-index.ts";

const DIMENSIONS = 32;
const ARTICLES = 3000;

/** Numbers between -1 and 1 that follow from the seed alone. */
const vectorOf = (seed: number, dimensions = DIMENSIONS): Float32Array => {
  let state = seed * 2_654_435_761 + 1;
  return Float32Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  });
};

const encoder = {
  model: "numbers",
  weightsSha256: "abc",
  dimensions: DIMENSIONS,
  embed: async (texts: readonly string[]) => ok(texts.map((text) => vectorOf(Number(text.slice(1))))),
};

/** An index of 3,000 random vectors; every seventh article is retracted, every fifth of 2021. */
const searched = async (comparedWhole: number) => {
  const file = join(newFolder(), "articles.db");
  const records = Array.from({ length: ARTICLES }, (_, at) =>
    article(String(at), `v${at}`, "", { year: at % 5 === 0 ? 2021 : 2019, retracted: at % 7 === 0 }),
  );
  await (await indexOf(records, { file, encoder })).close();
  const database = new Database(file, { readonly: true });
  return prepareVectorSearch(database, readSegments(database), { vectors: ARTICLES, dimensions: DIMENSIONS }, comparedWhole);
};
const limits = { limit: 20, lastYear: undefined, keepRetracted: false };

describe("a search by meaning over more vectors than are compared in whole", () => {
  it("gives what comparing all gives, where the signs choose half of them", async () => {
    const [whole, chosen] = [await searched(ARTICLES), await searched(0)];
    for (const seed of [90_001, 90_002, 90_003, 90_004]) {
      const query = vectorOf(seed);
      expect(chosen(query, limits)).toEqual(whole(query, limits));
      expect(chosen(query, { ...limits, lastYear: 2020 })).toEqual(whole(query, { ...limits, lastYear: 2020 }));
      expect(chosen(query, { ...limits, keepRetracted: true })).toEqual(whole(query, { ...limits, keepRetracted: true }));
    }
  });

  it("scores by the cosine of the int8 vectors", async () => {
    const query = vectorOf(5);
    const { best } = (await searched(0))(query, { ...limits, limit: 1 });
    expect(best[0]?.doc).toBe(6); // article 5 is the sixth record
    expect(best[0]?.score).toBeCloseTo(cosineInt8(quantizeInt8(query), quantizeInt8(vectorOf(5))), 9);
  });
});

describe("nearestBySigns", () => {
  const flags = new Uint8Array(2 ** 16).fill(2); // absent
  const segmentOf = (vectors: readonly Int8Array[], dimensions: number) => {
    const database = new Database(":memory:");
    database.exec("CREATE TABLE signs (segment INTEGER PRIMARY KEY, signs BLOB NOT NULL)");
    const bytes = Math.ceil(dimensions / 8);
    const signs = new Uint8Array(2 ** 16 * bytes);
    const own = flags.slice();
    for (const [at, vector] of vectors.entries()) {
      writeSigns(vector, signs, at * bytes);
      own[at] = 0;
    }
    database.prepare("INSERT INTO signs VALUES (3, ?)").run(signs);
    const zeros = { lengths: new Uint16Array(2 ** 16), years: new Uint16Array(2 ** 16) };
    return { database, segment: { segment: 3, articles: vectors.length, words: 0, flags: own, ...zeros } };
  };

  it("orders articles by the query's numbers, each counted with the article's sign", () => {
    const dimensions = 13; // no whole number of bytes
    const numbers = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: dimensions, maxLength: dimensions });
    const vector = numbers.map((values) => Int8Array.from(values));
    fc.assert(
      fc.property(
        fc.array(vector, { minLength: 1, maxLength: 8 }),
        vector,
        fc.integer({ min: 1, max: 8 }),
        (vectors, query, candidates) => {
          const { database, segment } = segmentOf(vectors, dimensions);
          const sums = vectors.map((own) => own.reduce((sum, value, at) => sum + (value > 0 ? query[at]! : -query[at]!), 0));
          const least = [...sums].sort((a, b) => b - a)[Math.min(candidates, vectors.length) - 1] ?? 0;
          const expected = sums.flatMap((sum, at) => (sum >= least ? [3 * 2 ** 16 + at] : []));
          const found = nearestBySigns(database, [segment], dimensions)(query, { lastYear: undefined, candidates });
          database.close();
          expect([...found]).toEqual(expected);
        },
      ),
      { numRuns: 30 },
    );
  });
});

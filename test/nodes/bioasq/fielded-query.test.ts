import fc from "fast-check";
import { expect, test } from "vitest";
import { fieldedQuery, withSynonyms } from "../../../nodes/bioasq/fielded-query.ts";

test("one of each group must occur", () =>
  expect(fieldedQuery([["aspirin", "ASA"], ["heart attack"], ["of", "the"]])).toBe("((aspirin) OR (asa)) AND (heart attack)"));

test("nothing in a term is read as an operator, a field or a bracket", () =>
  expect(fieldedQuery([['NOT "cancer"[ti] (OR) TNF-α']])).toBe("(cancer ti tnf alpha)"));

test("a synonym of a part stands in the part's place", () =>
  expect(withSynonyms(["acute heart attack"], [{ term: "heart attack", synonyms: ["MI $&"] }])).toEqual([
    ["acute heart attack", "acute MI $&"],
  ]));

test("brackets are balanced and no term brings capitals or quotes of its own", () =>
  fc.assert(
    fc.property(fc.array(fc.array(fc.string(), { maxLength: 4 }), { maxLength: 4 }), (groups) => {
      const query = fieldedQuery(groups);
      let depth = 0;
      for (const character of query) {
        depth += character === "(" ? 1 : character === ")" ? -1 : 0;
        expect(depth).toBeGreaterThanOrEqual(0);
      }
      expect(depth).toBe(0);
      expect(query.replaceAll(/ (?:AND|OR) /g, " ")).not.toMatch(/[A-Z"[\]:*]/);
    }),
  ));

import fc from "fast-check";
import { expect, test } from "vitest";
import { joinSamples } from "../../../nodes/bioasq/join-samples.ts";

const reply = (...exact: string[]) => ({ exact, ideal: "" });

test("yes or no goes by majority", () =>
  expect(joinSamples("yesno", [reply("no"), reply("yes"), reply("yes")], 60)).toEqual(["yes"]));

test("a tie of yes and no goes to the earlier reply, not to yes", () =>
  expect(joinSamples("yesno", [reply("no"), reply("yes")], 60)).toEqual(["no"]));

// b: 1/62 + 1/61 + 1/61 is more than a: 1/61 + 1/62; c: 1/62 alone.
test("factoids go by their ranks in all replies", () =>
  expect(joinSamples("factoid", [reply("a", "b"), reply("b", "a"), reply("b", "c")], 60)).toEqual(["b", "a", "c"]));

// Of three replies two name BRCA1 (both first), two TP53 (second and first) and one KIT, which is less than half.
test("a list keeps what at least half of the replies name, in one spelling each", () =>
  expect(joinSamples("list", [reply("BRCA1", "KIT"), reply("brca1", "TP53"), reply("TP53")], 60)).toEqual(["BRCA1", "TP53"]));

test("one reply is kept as it is", () => expect(joinSamples("list", [reply("x", " y ", "X")], 60)).toEqual(["x", "y"]));

test("an entry that names nothing is no answer", () =>
  expect(
    joinSamples("factoid", [reply("Not mentioned in the snippets", "N/A", "unknown.", "none of the BRCA genes")], 60),
  ).toEqual(["none of the BRCA genes"]));

test("answers of one letter or digit stay", () => expect(joinSamples("factoid", [reply("K", "5")], 60)).toEqual(["K", "5"]));

test("no entry is invented or repeated", () =>
  fc.assert(
    fc.property(fc.array(fc.array(fc.constantFrom("a", "A", "b", "c", "d")), { minLength: 1, maxLength: 5 }), (replies) => {
      const joined = joinSamples(
        "factoid",
        replies.map((exact) => reply(...exact)),
        60,
      );
      expect(new Set(joined.map((entry) => entry.toLowerCase())).size).toBe(joined.length);
      for (const entry of joined) expect(replies.flat()).toContain(entry);
    }),
  ));

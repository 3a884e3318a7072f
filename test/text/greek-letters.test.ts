import { expect, test } from "vitest";
import { greekSpellings, greekToName, nameToGreek } from "../../text/greek-letters.ts";

test("a Greek letter and its name are spellings of one another", () => {
  expect(greekSpellings("β-blocker")).toEqual(["beta-blocker"]);
  expect(greekSpellings("beta-blocker")).toEqual(["β-blocker"]);
  expect(greekSpellings("TNF-α")).toEqual(["TNF-alpha"]);
  expect(greekSpellings("TNFalpha")).toEqual(["TNFα"]);
});

test("a word without a Greek letter has no other spelling", () => {
  for (const word of ["aspirin", "alphabet", "psychiatry", "beta2", "dieta", "lambdas"]) expect(greekSpellings(word)).toEqual([]);
});

test("capitals, final sigma and symbol forms get their letter's name", () => {
  expect(greekToName("Δ9 ς ϑ μ-opioid")).toBe("delta9 sigma theta mu-opioid");
});

test("the prefix micro is no letter name, whichever character it is written with", () => {
  expect(greekToName("5 μg, 3 µmol, 2 μm")).toBe("5 μg, 3 µmol, 2 μm");
});

test("accented letters of Greek words are left alone", () => {
  expect(greekToName("ά")).toBe("ά");
});

test("names are replaced only as whole words or after a capital or digit", () => {
  expect(nameToGreek("Alpha and beta, IL1beta, IFNgamma, thalassemia")).toBe("α and β, IL1β, IFNγ, thalassemia");
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findQuantities, inBaseUnit } from "../../text/quantities.ts";

const read = (text: string) => findQuantities(text).map(({ values, unit, joint }) => [values.join(","), unit ?? "", joint]);

describe("findQuantities", () => {
  it("reads doses, pairs, ranges and rates", () => {
    expect(read("25 mg, 120/80 mmHg, 5-10 mL, 0.5 mcg/kg/min")).toEqual([
      ["25", "mg", "single"],
      ["120,80", "mmHg", "ratio"],
      ["5,10", "mL", "range"],
      ["0.5", "mcg/kg/minute", "single"],
    ]);
  });

  it("writes the unit in one spelling", () => {
    for (const unit of ["MG", "mg", "milligrams"]) expect(read(`5 ${unit}`)).toEqual([["5", "mg", "single"]]);
    expect(read("5 mM and 6 mm").map(([, unit]) => unit)).toEqual(["mM", "mm"]);
    expect(read("65-year-old")).toEqual([["65", "year", "single"]]);
    expect(read("98.6F")).toEqual([["98.6", "°F", "single"]]);
  });

  it("reads number words before a unit and as counts, but not the pronoun one", () => {
    expect(read("two weeks and one dose")).toEqual([
      ["2", "week", "single"],
      ["1", "dose", "single"],
    ]);
    expect(read("one of them")).toEqual([]);
  });

  it("takes no number out of a name, an ordinal or a time", () => {
    expect(read("B12, IL-6, COVID-19, 3rd, 5-FU, 2D, 6C, 10:30")).toEqual([]);
  });

  it("gives spans that hold the text, for any text", () => {
    const part = fc.constantFrom("5", "mg", "/", "-", "120/80", "two", "per", "day", "%", ",", ".", "µg", "x10^9/L", "é", " ");
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join(" ")),
        ),
        (text) => {
          for (const { start, end, text: surface, values } of findQuantities(text)) {
            expect(text.slice(start, end)).toBe(surface);
            expect(values.every(Number.isFinite)).toBe(true);
          }
        },
      ),
    );
  });
});

describe("inBaseUnit", () => {
  it("converts within a dimension and leaves other units alone", () => {
    expect(inBaseUnit(0.5, "g")).toEqual({ value: 500, base: "mg", per: "" });
    expect(inBaseUnit(2, "week")).toEqual(inBaseUnit(14, "day"));
    expect(inBaseUnit(5, "mcg/hour")).toEqual({ value: 0.005, base: "mg", per: "hour" });
    expect(inBaseUnit(7, "mmHg")).toEqual({ value: 7, base: "mmHg", per: "" });
  });
});

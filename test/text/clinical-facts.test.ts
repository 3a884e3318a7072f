import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { factsDiffer, findClinicalFacts } from "../../text/clinical-facts.ts";

const kinds = (claim: string, evidence: string) => factsDiffer(claim, evidence).map(({ kind, value }) => `${kind}: ${value}`);

describe("findClinicalFacts", () => {
  it("reads numbers with units, dates and drugs apart", () => {
    const facts = findClinicalFacts("On March 5, 2021 she took 25 mg of Lopressor for type 2 diabetes.");
    expect(facts.numbers.map(({ text }) => text)).toEqual(["25 mg"]);
    expect(facts.dates).toMatchObject([{ year: 2021, month: 3, day: 5 }]);
    expect(facts.drugs).toEqual([{ text: "Lopressor", canonical: "metoprolol" }]);
  });
});

describe("factsDiffer on numbers and units", () => {
  it("finds a changed percentage and a changed year (field case 67)", () => {
    expect(kinds("The response rate was 85 %.", "The response rate was 87 %.")).toEqual(["number: 85 %"]);
    expect(kinds("He was admitted in 2022.", "He was admitted in 2021.")).toEqual(["date: 2022"]);
  });

  it("finds a changed unit", () => {
    expect(kinds("She got 25 g.", "She got 25 mg.")).toEqual(["unit: 25 g"]);
    expect(kinds("It helped 87% of them.", "It helped 87 patients.")).toEqual(["unit: 87%"]);
    expect(kinds("It helped 87 patients.", "It helped 87%.")).toEqual(["unit: 87"]);
  });

  it("takes equal amounts in other words or units as equal", () => {
    expect(kinds("for two weeks", "for 14 days")).toEqual([]);
    expect(kinds("0.5 g daily", "500 mg daily")).toEqual([]);
    expect(kinds("1,000 mL", "1000 ml")).toEqual([]);
    expect(kinds("10 mg/day", "10 mg daily")).toEqual([]);
    expect(kinds("He is 65 years old", "a 65-year-old man")).toEqual([]);
  });

  it("does not mistake a thousandth for the whole", () => {
    expect(kinds("5 pg", "3 pg")).toEqual(["number: 5 pg"]);
    expect(kinds("5 mcg", "5 mg")).toEqual(["unit: 5 mcg"]);
  });

  it("lets a claim write the unit that the note leaves out", () => {
    expect(kinds("The ejection fraction was 35%.", "LVEF 35.")).toEqual([]);
    expect(kinds("metoprolol 25 mg", "metoprolol 25 bid")).toEqual([]);
  });

  it("keeps the order of a pair, and takes ends of a range one by one", () => {
    expect(kinds("BP 80/120", "BP 120/80")).toEqual(["number: 80/120"]);
    expect(kinds("5 mg", "5-10 mg")).toEqual([]);
    expect(kinds("7 mg", "5-10 mg")).toEqual(["number: 7 mg"]);
  });

  it("compares times of day", () => {
    expect(kinds("at 10:45", "at 10:30")).toEqual(["number: 10:45"]);
    expect(kinds("at 09:30", "at 9:30 am")).toEqual([]);
  });
});

describe("factsDiffer on dates", () => {
  it("knows one date in many spellings, and in parts", () => {
    expect(kinds("on March 5, 2021", "on 3/5/2021")).toEqual([]);
    expect(kinds("on 5 March", "2021-03-05")).toEqual([]);
    expect(kinds("on March 5, 2021", "admitted in 2021; operated on 3/5")).toEqual([]);
    expect(kinds("in 2150", "[**2150-3-4**]")).toEqual([]);
  });

  it("finds another day, month or year", () => {
    expect(kinds("on March 6, 2021", "on 3/5/2021")).toEqual(["date: March 6, 2021"]);
    expect(kinds("on March 5, 2022", "on 3/5/2021")).toEqual(["date: March 5, 2022"]);
    expect(kinds("on March 5, 2021", "on March 5")).toEqual(["date: March 5, 2021"]);
  });
});

describe("factsDiffer on drugs", () => {
  it("finds a drug that the evidence does not name", () => {
    expect(kinds("She got warfarin.", "She got heparin.")).toEqual(["drug: warfarin"]);
    expect(kinds("She got TMP-SMX.", "She got heparin.")).toEqual(["drug: TMP-SMX"]);
  });

  it("knows brands, misspellings and parts of combinations", () => {
    expect(kinds("She took Lasix.", "Furosemide was given.")).toEqual([]);
    expect(kinds("She took metoprolol.", "takes metoprolal")).toEqual([]);
    expect(kinds("She took valsartan.", "on Entresto")).toEqual([]);
  });

  it("does not ask the evidence for a class of drugs", () => {
    expect(kinds("She took a blood thinner.", "Warfarin was given.")).toEqual([]);
  });
});

describe("factsDiffer on negation", () => {
  it("finds a negation that was added or lost", () => {
    expect(kinds("She had pneumonia.", "Pneumonia was ruled out.")).toEqual(["negation: pneumonia"]);
    expect(kinds("There was no fever.", "She had a fever.")).toEqual(["negation: fever"]);
    expect(kinds("Aspirin was not stopped.", "Aspirin was stopped.")).toEqual(["negation: stopped"]);
    expect(kinds("She denies chest pain", "She has chest pain")).toEqual(["negation: chest pain"]);
  });

  it("accepts the same negation in other words", () => {
    expect(kinds("She had no fever or chills.", "She denies fever, chills and nausea.")).toEqual([]);
    expect(kinds("The wound showed no infection.", "without evidence of infection in the wound")).toEqual([]);
    expect(kinds("He didn't have a stroke", "Stroke was ruled out")).toEqual([]);
  });

  it("does not take look-alikes and an answering No for negations", () => {
    expect(kinds("No, pneumonia was found.", "Pneumonia was found.")).toEqual([]);
    expect(kinds("Gram-negative sepsis", "She had sepsis")).toEqual([]);
  });

  it("says nothing where the evidence says both", () => {
    expect(kinds("She has chest pain.", "She denies chest pain now. She had chest pain on Monday.")).toEqual([]);
  });

  it("ends a negation where the sentence turns", () => {
    expect(
      kinds("She was started on aspirin for angina.", "No fever, but angina was treated; she was started on aspirin."),
    ).toEqual([]);
  });
});

describe("factsDiffer, for any text", () => {
  const parts = fc.constantFrom(
    "25 mg",
    "120/80",
    "March 5, 2021",
    "in 2019",
    "aspirin",
    "Lasix",
    "no fever",
    "pneumonia was ruled out",
    "two weeks",
    "10:30",
    "β",
    "and",
    ".",
    "\n",
    "5-10 mL",
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(parts, { maxLength: 12 }).map((words) => words.join(" ")),
  );

  it("finds no difference between a text and itself, and none that more evidence would add to numbers, dates and drugs", () => {
    fc.assert(
      fc.property(text, text, (claim, more) => {
        expect(factsDiffer(claim, claim)).toEqual([]);
        const literal = factsDiffer(claim, `${claim}\n\n${more}`).filter(({ kind }) => kind !== "negation");
        expect(literal).toEqual([]);
      }),
    );
  });

  it("finds every changed dose", () => {
    const dose = fc.integer({ min: 1, max: 900 });
    fc.assert(
      fc.property(dose, dose, (claimed, given) => {
        const differing = factsDiffer(`She took ${claimed} mg.`, `She took ${given} mg.`);
        expect(differing.length).toBe(claimed === given ? 0 : 1);
      }),
    );
  });
});

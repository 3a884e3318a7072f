import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENTITY_WEIGHTS, findEntities } from "../../text/entities.ts";
import { DRUG_NAMES, MEDICAL_TERMS } from "../../text/medical-terms.ts";

const named = (text: string) => findEntities(text).map(({ text: surface, kind }) => [surface, kind]);

describe("findEntities", () => {
  it("finds the drug, the dose, the diagnosis and the test of a clinical sentence", () => {
    expect(named("He was started on apixaban 5 mg for atrial fibrillation after the echocardiogram.")).toEqual([
      ["apixaban", "drug"],
      ["5 mg", "number"],
      ["atrial fibrillation", "diagnosis"],
      ["echocardiogram", "test"],
    ]);
  });

  it("takes the longest name at a place", () => {
    expect(named("acute myocardial infarction")).toEqual([["acute myocardial infarction", "diagnosis"]]);
    expect(named("coronary artery bypass grafting")).toEqual([["coronary artery bypass grafting", "procedure"]]);
  });

  it("gives a brand and its generic one canonical name", () => {
    const [brand] = findEntities("Why did they stop my Lasix?");
    const [generic] = findEntities("Furosemide was held.");
    expect([brand?.canonical, generic?.canonical]).toEqual(["furosemide", "furosemide"]);
  });

  it("flags a misspelt drug and says which one is meant", () => {
    const [found] = findEntities("my doctor put me on metoprolal");
    expect(found).toMatchObject({ text: "metoprolal", kind: "drug", canonical: "metoprolol", misspelt: "metoprolol" });
  });

  it("does not take an English word near a brand for a misspelt drug", () => {
    for (const word of ["ability", "program", "neural", "precise", "ambient", "concert", "cortex"])
      expect(named(`the ${word} was`)).toEqual([]);
  });

  it("recognises unlisted words by their endings", () => {
    expect(named("sarilumab for tendonitis, then a meniscectomy")).toEqual([
      ["sarilumab", "drug"],
      ["tendonitis", "diagnosis"],
      ["meniscectomy", "procedure"],
    ]);
  });

  it("takes an unlisted eponym for a diagnosis, with and without its possessive", () => {
    expect(findEntities("Nelson's syndrome and Nelson syndrome").map(({ kind, canonical }) => [kind, canonical])).toEqual([
      ["diagnosis", "nelson syndrome"],
      ["diagnosis", "nelson syndrome"],
    ]);
    expect(named("Which disease is it? The syndrome is rare.")).toEqual([]);
  });

  it("does not take everyday words with a medical ending for findings", () => {
    expect(named("The diagnosis, the program, the diploma and her sympathy; 20 micrograms").map(([surface]) => surface)).toEqual([
      "20 micrograms",
    ]);
  });

  it("matches an abbreviation in capitals only, and not a word of a heading in capitals", () => {
    expect(named("MI was ruled out")).toEqual([["MI", "diagnosis"]]);
    expect(named("do re mi")).toEqual([]);
    expect(named("ALL MEDICATIONS ON ADMISSION")).toEqual([]);
    expect(named("relapsed ALL in a child")).toEqual([["ALL", "diagnosis"]]);
  });

  it("reads plurals, accents, hyphens, Greek letters and a wrapped line alike", () => {
    expect(named("β-blockers")).toEqual([["β-blockers", "drug"]]);
    expect(named("Guillain-Barré syndrome")).toEqual([["Guillain-Barré syndrome", "diagnosis"]]);
    expect(named("heart\nfailure")).toEqual([["heart\nfailure", "diagnosis"]]);
    expect(named("biopsies")).toEqual([["biopsies", "procedure"]]);
    expect(named("C. diff")).toEqual([["C. diff", "diagnosis"]]);
  });

  it("does not join words over the end of a sentence", () => {
    expect(named("a weak heart. Attack was")).toEqual([["weak heart", "diagnosis"]]);
    expect(named("Chest. Pain")).toEqual([["Pain", "finding"]]);
  });

  it("finds gene symbols, not dosing intervals, vertebrae, leads or formulas", () => {
    expect(named("BRCA1, TP53 and CXCR4")).toEqual([
      ["BRCA1", "gene"],
      ["TP53", "gene"],
      ["CXCR4", "gene"],
    ]);
    expect(named("Q8H at L4 in V1, CO2, T2N0M0, H1N1")).toEqual([]);
    expect(named("the SHANK gene")).toEqual([["SHANK", "gene"]]);
    expect(named("the SHANK of the tool")).toEqual([]);
  });

  it("weighs each entity by the weights given", () => {
    const weights = { ...ENTITY_WEIGHTS, drug: 7, finding: 0.5 };
    expect(findEntities("aspirin for fever", weights).map(({ weight }) => weight)).toEqual([7, 0.5]);
  });

  it("gives spans that hold the text, in order and without overlap, for any text", () => {
    const words = fc.constantFrom(
      "aspirin",
      "10 mg",
      "MI",
      "BRCA1",
      "heart",
      "attack",
      "\n",
      ".",
      "metoprolal",
      "β",
      "Crohn's disease",
      "hepatitis",
      "é",
      "😀",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words).map((parts) => parts.join(" ")),
        ),
        (text) => {
          let last = 0;
          for (const { start, end, text: surface } of findEntities(text)) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(text.slice(start, end)).toBe(surface);
            expect(surface).not.toBe("");
            last = end;
          }
        },
      ),
    );
  });
});

describe("the lists of names", () => {
  it("hold no name under two meanings of one kind", () => {
    for (const kind of new Set(MEDICAL_TERMS.map((list) => list.kind))) {
      const names = MEDICAL_TERMS.filter((list) => list.kind === kind).flatMap((list) =>
        list.terms.flatMap((row) => [...new Set(row)]),
      );
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    }
  });

  it("are large enough to be of use", () => {
    expect(DRUG_NAMES.length).toBeGreaterThan(600);
    expect(MEDICAL_TERMS.flatMap((list) => list.terms).length).toBeGreaterThan(1500);
  });
});

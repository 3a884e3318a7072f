import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { synonymsIn } from "../../retrieval/synonyms.ts";

const found = (question: string, perTerm = 3) => synonymsIn(question, perTerm).map(({ text, synonyms }) => [text, ...synonyms]);

describe("synonymsIn", () => {
  it("turns lay words into clinical ones and brands into generics", () => {
    expect(found("Is a water pill needed after a heart attack?")).toEqual([
      ["water pill", "diuretic"],
      ["heart attack", "myocardial infarction", "acute myocardial infarction"],
    ]);
    expect(found("Does Velcade work?")).toEqual([["Velcade", "bortezomib"]]);
  });

  it("gives old names for new ones and long forms for abbreviations", () => {
    expect(found("mpox", 1)).toEqual([["mpox", "monkeypox"]]);
    expect(found("Is COPD inherited?", 1)).toEqual([["COPD", "chronic obstructive pulmonary disease"]]);
  });

  it("adds the spelling of a Greek letter", () => {
    expect(synonymsIn("TNF-α", 9)[0]?.synonyms).toContain("tumor necrosis factor");
    expect(found("the β-blocker")[0]).toContain("beta-adrenergic blocker");
  });

  it("never offers the term itself, a plural of it, or two letters", () => {
    for (const question of ["heart attacks", "Myocardial Infarction", "pulmonary embolism", "Crohn disease", "Crohn's disease"]) {
      const [match] = synonymsIn(question, 9);
      expect(match?.synonyms.map((name) => name.toLowerCase())).not.toContain(question.toLowerCase().replace(/s$/, ""));
      expect(match?.synonyms.filter((name) => name.length < 3)).toEqual([]);
    }
    expect(synonymsIn("Crohn's disease", 9)[0]?.synonyms).not.toContain("Crohn disease");
  });

  it("leaves out terms without another name", () => {
    expect(synonymsIn("What is the average diameter of intermediate filaments?", 3)).toEqual([]);
  });

  it("keeps to the number of synonyms asked for", () => {
    expect(synonymsIn("shortness of breath", 2)[0]?.synonyms).toHaveLength(2);
    expect(synonymsIn("shortness of breath", 0)).toEqual([]);
  });
});

describe("the synonym groups", () => {
  it("give each name one meaning, and each group at least two names", () => {
    const file = JSON.parse(readFileSync(new URL("../../retrieval/synonyms.json", import.meta.url), "utf8")) as {
      groups: string[][];
    };
    const names = file.groups.flat().map((name) => name.toLowerCase());
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(file.groups.filter((group) => group.length < 2)).toEqual([]);
    expect(file.groups.length).toBeGreaterThan(250);
  });
});

import { describe, expect, it } from "vitest";
import { relationTerms } from "../../retrieval/relations.ts";

const relations = (question: string) => relationTerms(question, 8).map(({ relation }) => relation);

describe("relationTerms", () => {
  it("adds terms of the relation that the question asks about", () => {
    expect(relationTerms("Which drugs are used to manage gout?", 3)).toEqual([
      { relation: "disease-treatment", cue: "manage", terms: ["treatment", "therapy", "drug therapy"] },
    ]);
  });

  it("knows the relations by their cues and by what the question names", () => {
    expect(relations("Which gene is mutated in cystic fibrosis?")).toEqual(["gene-disease"]);
    expect(relations("What is the target of imatinib?")).toEqual(["drug-target"]);
    expect(relations("What are the symptoms of gout?")).toEqual(["disease-symptom"]);
    expect(relations("Which pathway does BRCA1 regulate?")).toEqual(["gene-pathway"]);
    expect(relations("Which mosquito transmits malaria?")).toEqual(["organism-disease"]);
    expect(relations("Is metformin safe?")).toEqual(["drug-adverse effect"]);
  });

  it("does not add what the question says already, in whatever form", () => {
    const terms = relationTerms("What is the therapy and management of gout?", 8).flatMap((each) => each.terms);
    expect(terms).not.toContain("therapy");
    expect(terms).not.toContain("management");
    expect(terms).toContain("treatment");
  });

  it("adds nothing without a cue, and no more than asked for", () => {
    expect(relationTerms("What is gout?", 8)).toEqual([]);
    expect(relationTerms("Which drugs treat and prevent gout?", 4).flatMap(({ terms }) => terms)).toHaveLength(4);
    expect(relationTerms("Which drugs treat gout?", 0)).toEqual([]);
  });
});

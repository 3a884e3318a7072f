import { describe, expect, it } from "vitest";
import { questionFocus } from "../../retrieval/question-focus.ts";

describe("questionFocus", () => {
  it("reads the kind of the answer from the head noun", () => {
    const focus = (question: string) => {
      const { kind, head } = questionFocus(question);
      return `${kind}: ${head}`;
    };
    expect(
      [
        "Which gene is mutated in cystic fibrosis?",
        "Which histone deacetylase inhibitors are approved?",
        "What is the main symptom of gout?",
        "List the bacteria that cause meningitis.",
        "Which types of cancer are treated with olaparib?",
        "What enzyme is inhibited by allopurinol?",
        "Which company produces insulin?",
        "Which oncoprotein drives it?",
      ].map(focus),
    ).toEqual([
      "gene: gene",
      "drug: inhibitor",
      "symptom: symptom",
      "organism: bacteria",
      "disease: cancer",
      "protein: enzyme",
      "company: company",
      "protein: oncoprotein",
    ]);
  });

  it("reads numbers, persons, dates and places from the wording", () => {
    const kinds = [
      "How many exons has DMD?",
      "Who discovered penicillin?",
      "When was insulin discovered?",
      "Where is CFTR expressed?",
      "What are the side effects of statins?",
    ].map((question) => questionFocus(question).kind);
    expect(kinds).toEqual(["number", "person", "date", "location", "symptom"]);
  });

  it("says other, with the noun, where the kind is unknown, and no noun for a yes/no question", () => {
    expect(questionFocus("Which hypothesis explains it?")).toEqual({ kind: "other", head: "hypothesis" });
    expect(questionFocus("Is gout hereditary?")).toEqual({ kind: "other", head: "" });
  });
});

import { describe, expect, it } from "vitest";
import { questionType } from "../../retrieval/question-type.ts";

const types = (questions: readonly string[]) => questions.map((question) => questionType(question).type);

describe("questionType", () => {
  it("knows yes/no questions by their auxiliary verb", () => {
    const questions = [
      "Is gout hereditary?",
      "Does allopurinol cause rashes?",
      "In patients with gout, is colchicine safe?",
      "Gout is rare in women, yes or no?",
    ];
    expect(types(questions)).toEqual(["yesno", "yesno", "yesno", "yesno"]);
  });

  it("knows lists by their first word or a plural", () => {
    expect(
      types([
        "List drugs against gout.",
        "Which genes cause gout?",
        "What are the symptoms of gout?",
        "Which loci are linked to gout?",
      ]),
    ).toEqual(["list", "list", "list", "list"]);
  });

  it("knows factoids by one thing of a kind, or a number", () => {
    expect(
      types([
        "Which gene is mutated in cystic fibrosis?",
        "Which virus causes mumps?",
        "How many people have gout?",
        "What is the brand name of allopurinol?",
      ]),
    ).toEqual(["factoid", "factoid", "factoid", "factoid"]);
  });

  it("knows summaries by why, how, what is and roles", () => {
    expect(
      types([
        "What is gout?",
        "How does colchicine work?",
        "What is the role of urate in gout?",
        "Describe the treatment of gout.",
        "Can you summarize gout?",
      ]),
    ).toEqual(["summary", "summary", "summary", "summary", "summary"]);
  });

  it("does not take a verb in -s for a plural", () => {
    expect(types(["Which company produces insulin?", "Which gene controls eye color?"])).toEqual(["factoid", "factoid"]);
  });

  it("says why, and takes what fits nothing for a summary", () => {
    expect(questionType("Is gout hereditary?").reason).toBe("it begins with an auxiliary verb");
    expect(questionType("gout")).toEqual({ type: "summary", reason: "its wording fits no other type" });
    expect(questionType("").type).toBe("summary");
  });
});

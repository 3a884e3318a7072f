import { describe, expect, it } from "vitest";
import { askingSentences, titleAndBody } from "../../../../../clients/models/extractive/question/asking-sentences.ts";
import { typedQuestion } from "../../../../../clients/models/extractive/question/typed-question.ts";

const typed = (message: string) => {
  const { title, body } = titleAndBody(message);
  return typedQuestion({ title, body, asking: askingSentences(body) });
};

describe("a question of a kind about a topic", () => {
  it.each([
    ["I have gout. What can I do about it?", "What are the treatments for gout"],
    ["I have gout. What is causing it?", "What are the causes of gout"],
    ["My aunt has gout. How long do people live with it?", "What is the prognosis for gout"],
    ["My aunt has gout. Will I inherit it?", "How is gout inherited"],
    ["I take lisinopril. Are there any side effects?", "What are the side effects of lisinopril"],
    ["Can you tell me who makes lisinopril?", "Who manufactures lisinopril"],
    ["We need a specialist for sarcoidosis, can you help?", "How can one find physicians who specialize in sarcoidosis"],
    ["Could you send me some articles about vasectomy?", "Where can one find information on vasectomy"],
  ])("%s", (message, question) => {
    expect(typed(message)?.question).toBe(question);
  });

  it("asks what the body asks for where no sentence asks, and says so", () => {
    expect(typed("I have gout for years, some remedy would be good")).toMatchObject({
      question: "What are the treatments for gout",
      asked: false,
    });
  });

  it("asks of a known name without a kind for causes and treatments, of a drug for uses and side effects, of a procedure for risks", () => {
    expect(typed("SUBJECT: gout MESSAGE: hello there")?.question).toBe("What are the causes and treatments of gout");
    expect(typed("SUBJECT: lisinopril MESSAGE: hello there")?.question).toBe("What are the uses and side effects of lisinopril");
    expect(typed("SUBJECT: vasectomy MESSAGE: hello there")?.question).toBe("What are the risks of vasectomy");
  });

  it("asks nothing about a thing that it does not know and that nobody asks about", () => {
    expect(typed("SUBJECT: parking MESSAGE: hello there")).toBeUndefined();
    expect(typed("What is the weather?")).toBeUndefined();
    expect(typed("hello")).toBeUndefined();
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interpretQuestion } from "../../../../clients/models/extractive/archehr/interpret-question.ts";
import { focusOf } from "../../../../clients/models/extractive/question/focus-of.ts";
import { patientOf } from "../../../../clients/models/extractive/question/patient-of.ts";
import { thirdPerson } from "../../../../clients/models/extractive/question/third-person.ts";
import { bareQuestion, passive, shortened } from "../../../../clients/models/extractive/question/trim-question.ts";
import { findEntities } from "../../../../text/entities.ts";
import { countWords } from "../../../../text/python-whitespace.ts";
import { answered } from "./word-vectors.ts";

const interpret = async (message: string, keep: string[] = [], maxWords = 15) =>
  (await answered<{ question: string }>(interpretQuestion, { message, shots: 0, maxWords, keep })).question;

describe("the extractive model words the question of a message", () => {
  it("takes the question out of the story and tells of the patient in the third person", async () => {
    const message =
      "Hi, my dad was so sick, we cried all night. I was wondering why did they give him warfarin? Thank you so much.";
    expect(await interpret(message)).toBe("Why was he given warfarin?");
  });

  it("asks of the foremost diagnosis what a vague question leaves open", async () => {
    expect(await interpret("I have sarcoidosis for six years now. Is there any treatment? please help")).toBe(
      "What are the treatments for sarcoidosis?",
    );
  });

  it.each([
    ["hello", "Hello?"],
    ["Ok?", "Ok?"],
    ["¿Por qué me quitaron la warfarina?", "¿Por qué me quitaron la warfarina?"],
    ["为什么停用华法林？", "为什么停用华法林?"],
  ])("gives '%s', which names and asks nothing that it can read, no question of its own", async (message, question) => {
    expect(await interpret(message)).toBe(question);
  });

  it.each([
    ["one name", "diabetes ".repeat(5000)],
    ["names and words", "warfarin x gout x asthma x MRI x ".repeat(1000)],
    ["what leads to a name", "diagnosed with ".repeat(3000)],
    ["one sentence without an end", `what ${"treatment for my disease and ".repeat(2000)}?`],
    ["marks", `${",".repeat(20_000)}what is gout`],
  ])("words a question of a message that repeats %s thousands of times, within the limit", async (_, message) => {
    const question = await interpret(message); // a search of the whole text from each of its words would take minutes
    expect(countWords(question)).toBeLessThanOrEqual(15);
    expect(question).toMatch(/\?$/);
  });

  it("adds the drugs that the question is about while there is room", async () => {
    const question = await interpret("My mother takes metoprolol. Can she go on a long flight next week?");
    expect(question).toBe("Can she go on a long flight next week (metoprolol)?");
  });

  it.each([
    [
      "takes when with a verb for a question, not for a clause in front",
      "When can he get his shots, and is it safe?",
      "When can he get his shots, and is it safe?",
    ],
    [
      "finds what is asked behind a condition",
      "If they opened the artery why did they have to cut the toe?",
      "Why did they have to cut the toe?",
    ],
    ["names a drug by its generic name", "Can I start Eliquis again?", "Can the patient start apixaban again?"],
    [
      "knows a cousin who is named in passing",
      "I had my hernia fixed and my cousin tore his. When can I lift my boxes? I want to know and I need my job.",
      "When can the patient lift the patient's boxes (hernia)?",
    ],
    [
      "ends with no word that leads on",
      "How is it possible to have a sugar of 186 and ketones in it after two days of rest and why can't",
      "How is it possible to have a sugar of 186?",
    ],
  ])("%s", async (_rule, message, question) => {
    expect(await interpret(message)).toBe(question);
  });

  it.each([
    [
      "asks for the treatments of what a wandering message is about",
      "SUBJECT: frozen shoulder MESSAGE: I am 50 and it hurts at night, I can not lift a cup. pls suggest some medicine, thanks.",
      "What are the treatments for frozen shoulder?",
    ],
    [
      "leaves a question that relates two things as it was asked",
      "My aunt has psoriasis. Is there a connection between psoriasis and gout?",
      "Is there a connection between psoriasis and gout?",
    ],
    [
      "leaves a question of no kind as it was asked",
      "I was given gabapentin. How long is gabapentin good at room temperature?",
      "How long is gabapentin good at room temperature?",
    ],
    [
      "asks about what was done where a stay is told, and not about the illness",
      "My dad was admitted with gout. They gave him colchicine, then they stopped it and sent him home. He was sick and fell. Why did they stop his medicine for the gout?",
      "Why did they stop his medicine for the gout (colchicine)?",
    ],
    [
      "takes no statement that begins as a question does for one",
      "Have been on methadone for years. When I stop it hurts. Which is bad. How can I get rid of back pain?",
      "How can the patient get rid of back pain (methadone)?",
    ],
  ])("%s", async (_rule, message, question) => {
    expect(await interpret(message)).toBe(question);
  });

  it("gives a misspelt drug its name and a lay diagnosis its clinical one", async () => {
    const question = await interpret(
      "My husband had a heart attack last May. Should he keep taking metoprolool after the heart attack?",
    );
    expect(question).toContain("metoprolol");
    expect(question).toContain("myocardial infarction");
  });

  it("holds the names that it is told to keep", async () => {
    const message =
      "I have asthma, gout, migraine, psoriasis, anemia and epilepsy. What should I do about the stairs at home now?";
    expect(await interpret(message, ["psoriasis"])).toContain("psoriasis");
  });

  it("changes with the message", async () => {
    expect(await interpret("Why was my warfarin stopped?")).not.toBe(await interpret("When can I drive after my stroke?"));
  });

  it("gives one question within the limit for any text", async () => {
    const words = fc.constantFrom(
      "I",
      "my",
      "dad",
      "warfarin",
      "why",
      "if",
      "and",
      "?",
      ".",
      "stroke",
      "SUBJECT:",
      "MESSAGE:",
      "please",
      "(",
      "the",
      "was",
    );
    const messages = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 60 }).map((all) => all.join(" ")),
    );
    await fc.assert(
      fc.asyncProperty(messages, fc.integer({ min: 3, max: 20 }), async (message, maxWords) => {
        const question = await interpret(message, [], maxWords);
        expect(countWords(question)).toBeLessThanOrEqual(maxWords);
        expect(question).toMatch(/[^?]\?$/u);
      }),
      { numRuns: 200 },
    );
  });
});

describe("what a question names", () => {
  it("stands in the message, whatever the message", async () => {
    const pieces = fc.constantFrom(
      "SUBJECT: gout treatment MESSAGE:",
      "I was diagnosed with sarcoidosis.",
      "My dad takes lisinopril 20 mg",
      "he suffers from chronic back pain",
      "hello",
      "thank you",
      "What are the side effects?",
      "is it hereditary",
      "who makes warfarin?",
      "Can it be cured?",
      "they gave him aspirin and sent him home",
      "where can I find information about a stent",
      "please help",
    );
    const names = (text: string) => new Set(findEntities(text).map(({ canonical }) => canonical));
    // What a question of a kind is worded with is no name of a thing.
    const kinds = names("side effects, causes, treatments, prognosis, physicians, genetic testing, support groups");
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 6 }), async (all) => {
        const message = all.join(" ");
        const question = await interpret(message);
        expect(countWords(question)).toBeLessThanOrEqual(15);
        const named = names(message);
        expect([...names(question)].filter((name) => !named.has(name) && !kinds.has(name))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

describe("the parts of a message's wording", () => {
  it.each([
    ["My dad was told he needs a stent.", { is: "kin", pronoun: "he" }],
    ["My daughter fell. She cried.", { is: "kin", pronoun: "she" }],
    ["I was in hospital, I had a stroke and my wife drove me.", { is: "writer", pronoun: "they" }],
    ["I am a 53 year old male and I have a rash.", { is: "writer", pronoun: "he" }],
  ])("%s", (message, patient) => {
    expect(patientOf(message)).toEqual(patient);
  });

  it.each([
    ["should I stop my pills", { is: "writer", pronoun: "she" }, "should she stop her pills"],
    ["do I need it", { is: "writer", pronoun: "they" }, "does the patient need it"],
    ["why did my dad's leg swell", { is: "kin", pronoun: "he" }, "why did his leg swell"],
    ["can you give my mom water", { is: "kin", pronoun: "she" }, "can they give her water"],
    ["what can we do for my son", { is: "kin", pronoun: "he" }, "what can the family do for him"],
  ] as const)("%s", (question, patient, worded) => {
    expect(thirdPerson(question, patient)).toBe(worded);
  });

  it.each([
    ["So please, can you tell me what causes gout?", "what causes gout"],
    ["I was wondering if the rash is from penicillin.", "is the rash from penicillin"],
    ["My question is whether this means surgery", "does this mean surgery"],
  ])("%s", (sentence, bare) => {
    expect(bareQuestion(sentence)).toBe(bare);
  });

  it("turns to the patient what is asked of the clinicians", () => {
    expect(passive("why would they give him so much")).toBe("why was he given so much");
    expect(passive("why did they drain the lung")).toBe("why did they drain the lung");
  });

  it("shortens at the ends of clauses", () => {
    // 14 words; the clause after "because" goes first, which leaves 6.
    expect(shortened("can he go home this week because the family has to drive from very far", 10)).toBe(
      "can he go home this week",
    );
  });

  it("looks for each of two questions, and in a long message for its questions alone", () => {
    expect(focusOf("Why was warfarin held, and when is it restarted?").parts).toEqual([
      "Why was warfarin held",
      "when is it restarted",
    ]);
    const story = `${"We drove all night in the rain and the dog was sick on the back seat again. ".repeat(3)}Why was his warfarin stopped?`;
    expect(focusOf(story).parts).toEqual(["Why was his warfarin stopped?"]);
  });
});

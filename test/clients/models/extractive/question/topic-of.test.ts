import { describe, expect, it } from "vitest";
import { askingSentences, titleAndBody } from "../../../../../clients/models/extractive/question/asking-sentences.ts";
import { phraseAfter, phraseAround } from "../../../../../clients/models/extractive/question/noun-phrase.ts";
import { tellsStory } from "../../../../../clients/models/extractive/question/tells-story.ts";
import { titleTopic } from "../../../../../clients/models/extractive/question/title-topic.ts";
import { topicsOf } from "../../../../../clients/models/extractive/question/topic-of.ts";
import { findEntities } from "../../../../../text/entities.ts";

const topicOf = (message: string): string | undefined => {
  const { title, body } = titleAndBody(message);
  return topicsOf({ title, body, asking: askingSentences(body) })[0]?.text;
};

describe("the topic of a message", () => {
  it.each([
    ["is what its title names", "SUBJECT: frozen shoulder MESSAGE: My arm hurts at night. What helps?", "frozen shoulder"],
    ["is what was diagnosed, known or not", "I was diagnosed with zorbel plaques, last spring. What now?", "zorbel plaques"],
    [
      "is a name in the whole of its phrase",
      "My aunt has chronic granulomatous mastitis. Is there a cure?",
      "chronic granulomatous mastitis",
    ],
    ["is what is asked about before what is only told", "I have asthma. Is there a cure for psoriasis?", "psoriasis"],
    ["is what is named again", "I take metformin and aspirin. Metformin upsets me. What else is there?", "metformin"],
    ["is no side effect", "I take lisinopril. Are there any side effects?", "lisinopril"],
    ["is a noun", "I am diabetic. What should I eat?", "diabetes"],
    ["is written small though it was shouted", "MY UNCLE SUFFERS FROM LICHEN SCLEROSUS. PLEASE HELP", "lichen sclerosus"],
  ])("%s", (_rule, message, topic) => {
    expect(topicOf(message)).toBe(topic);
  });

  it.each(["hello", "Thank you so much for everything.", "When can we come and see you?"])("is none in '%s'", (message) => {
    expect(topicOf(message)).toBeUndefined();
  });
});

describe("the parts of a topic", () => {
  it.each([
    ["Question about hair loss treatment", "hair loss"],
    ["Re: Wilson's disease (my son)", "Wilson's disease"],
    ["psoriasis for the past 7 years", "psoriasis"],
    ["can I fly", ""],
    ["please help me", ""],
  ])("takes out of the title '%s' what it names", (title, topic) => {
    expect(titleTopic(title)).toBe(topic);
  });

  it.each([
    ["with the optic nerve atrophy since May", "optic nerve atrophy"],
    ["with MLC, and so has he", "MLC"],
    ["with it", undefined],
    // Six words without an end are a clause.
    ["with blue green yellow purple orange violet spots", undefined],
  ])("reads '%s' as a phrase leads to it", (text, phrase) => {
    expect(phraseAfter(text, "with".length)).toBe(phrase);
  });

  it.each([
    ["She has mild optic neuritis pain.", "mild optic neuritis pain"],
    ["He started taking warfarin today.", "warfarin"],
    ["She is suffering pneumonia now.", "pneumonia"],
  ])("widens the name of '%s'", (text, phrase) => {
    const [entity] = findEntities(text);
    expect(entity && phraseAround(text, entity)).toBe(phrase);
  });
});

describe("a story", () => {
  it("is told from seven past verbs on, a phrase of a hospital stay counting as two more", () => {
    // was, fell, came, took, said, told: six.
    const six = "He was well, then he fell. I came and took his hand. He said little and told me less.";
    expect(tellsStory(six)).toBe(false);
    expect(tellsStory(`${six} Then he slept in the ward.`)).toBe(true);
    expect(tellsStory(`${six} He went on.`)).toBe(true);
  });
});

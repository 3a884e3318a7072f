import { describe, expect, it } from "vitest";
import { contentForms, formsOf, holdsPhrase, shareHeld, topicForms } from "../../retrieval/lexical-forms.ts";
import { redundancy, textOverlap } from "../../retrieval/text-overlap.ts";

describe("the forms that texts are compared in", () => {
  it("stem words and write Greek letters by name", () => {
    expect(formsOf("The β-blockers inhibited")).toEqual(["the", "beta", "blocker", "inhibit"]);
    expect(contentForms("the treatment of treatments")).toEqual(["treatment", "treatment"]);
  });

  it("leave out what only frames a question, unless nothing else is there", () => {
    expect(topicForms("What is known about the role of urate in gout?")).toEqual(["urat", "gout"]);
    expect(topicForms("List the known types")).toEqual(["list", "known", "type"]);
  });

  it("find a phrase only word by word in order", () => {
    const text = formsOf("acute heart failure in gout");
    expect(holdsPhrase(text, formsOf("heart failures"))).toBe(true);
    expect(holdsPhrase(text, formsOf("failure heart"))).toBe(false);
    expect(holdsPhrase(text, formsOf("heart gout"))).toBe(false);
    expect(holdsPhrase(text, [])).toBe(false);
  });

  it("give the share of what is wanted", () => {
    expect(shareHeld(["a", "b", "c", "d"], ["b", "x", "b"])).toBe(0.25);
    expect(shareHeld([], ["a"])).toBe(0);
  });
});

describe("textOverlap and redundancy", () => {
  it("count the shorter text's words in the longer one", () => {
    expect(textOverlap("gout flares", "Severe gout with flares of pain")).toBe(1);
    expect(textOverlap("gout flares", "gout in kidney failure")).toBe(0.5);
    expect(textOverlap("", "gout")).toBe(0);
  });

  it("are 0 for one text and 1 for two alike", () => {
    expect(redundancy(["gout flares"])).toBe(0);
    expect(redundancy(["gout flares", "flares of gout"])).toBe(1);
  });
});

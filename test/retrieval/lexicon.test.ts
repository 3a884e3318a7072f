import { describe, expect, it } from "vitest";
import { isInCapitals, type Lexicon, lexiconForm, lexiconSynonyms } from "../../retrieval/lexicon.ts";
import type { LexiconEntry } from "../../state/lexicon-entry.ts";

/** A lexicon of these entries, as an opened file would answer. */
const lexiconOf =
  (...entries: LexiconEntry[]): Lexicon =>
  (form) =>
    entries.flatMap((entry) =>
      entry.names.flatMap((name, at) =>
        lexiconForm(name) === form ? [{ entry, isPreferred: at === 0, isCapitals: isInCapitals(name) }] : [],
      ),
    );
const mesh = (code: string, ...names: string[]): LexiconEntry => ({ source: "MeSH", code, names });
const gene = (code: string, ...names: string[]): LexiconEntry => ({ source: "HGNC", code, names });
const found = (question: string, lexicon: Lexicon, perTerm = 9) =>
  lexiconSynonyms(question, lexicon, perTerm).map(({ text, synonyms, origin }) => [text, origin, ...synonyms]);

describe("lexiconSynonyms", () => {
  it("gives the other names of a question's terms, each with its origin, in the order of the question", () => {
    const lexicon = lexiconOf(mesh("D014581", "Urticaria", "Hives"), gene("HGNC:6996", "MEF2C", "myocyte enhancer factor 2C"));
    expect(found("Is MEF2C associated with chronic urticaria?", lexicon)).toEqual([
      ["MEF2C", "HGNC:6996", "myocyte enhancer factor 2C"],
      ["urticaria", "MeSH D014581", "Hives"],
    ]);
    expect(lexiconSynonyms("Is MEF2C expressed?", lexicon, 1)).toEqual([
      { text: "MEF2C", start: 3, end: 8, synonyms: ["myocyte enhancer factor 2C"], origin: "HGNC:6996" },
    ]);
  });

  it("takes the longest name, in plural, with accents, hyphens and Greek letters alike", () => {
    const lexicon = lexiconOf(
      mesh("D1", "Lymphocytes", "Lymphoid Cells"),
      mesh("D2", "T-Lymphocytes", "Thymus-Dependent Lymphocytes"),
      mesh("D3", "Sjögren Syndrome", "Sicca Syndrome"),
      mesh("D4", "Tumor Necrosis Factor-alpha", "Cachectin"),
    );
    expect(found("Do T lymphocytes drive Sjogren's syndrome?", lexicon)).toEqual([
      ["T lymphocytes", "MeSH D2", "Thymus-Dependent Lymphocytes"],
    ]);
    expect(found("Is Sjogren syndrome linked to tumor necrosis factor α?", lexicon)).toEqual([
      ["Sjogren syndrome", "MeSH D3", "Sicca Syndrome"],
      ["tumor necrosis factor α", "MeSH D4", "Cachectin"],
    ]);
  });

  it("does not take the same words in another order for another name, nor names with brackets or too short to mean one thing", () => {
    const lexicon = lexiconOf(
      mesh(
        "D7",
        "Abdominal Injuries",
        "Injuries, Abdominal",
        "Abdominal Injury",
        "AI",
        "ABI",
        "Belly Wounds (Lay)",
        "Abdomen Trauma",
      ),
    );
    expect(found("How are abdominal injuries graded?", lexicon)).toEqual([["abdominal injuries", "MeSH D7", "Abdomen Trauma"]]);
  });

  it("reads a name in capitals in capitals alone, and an inner capital as it stands", () => {
    const lexicon = lexiconOf(gene("HGNC:1", "CATX", "catalase like"), mesh("D4285", "Dogs", "Canis familiaris"));
    expect(found("Is CATX a marker of catx?", lexicon)).toEqual([["CATX", "HGNC:1", "catalase like"]]);
    expect(found("What induces DoG transcription?", lexicon)).toEqual([]);
    expect(found("Which parasites infect dogs?", lexicon)).toEqual([["dogs", "MeSH D4285", "Canis familiaris"]]);
  });

  it("takes an abbreviation in the meaning whose heading it is, and leaves one out that may be several or is three letters of another", () => {
    const both = [
      gene("HGNC:1", "ACFA", "first"),
      gene("HGNC:2", "OTHER", "ACFA"),
      gene("HGNC:3", "IGFALS", "ALS", "ABCD"),
      gene("HGNC:4", "LAST", "ABCD"),
    ];
    expect(found("What does ACFA bind?", lexiconOf(...both))).toEqual([["ACFA", "HGNC:1", "first"]]);
    expect(found("What does ABCD bind?", lexiconOf(...both))).toEqual([]);
    expect(found("Is ALS heritable?", lexiconOf(...both))).toEqual([]);
  });

  it("asks for no word that any question may hold, and reaches over no comma or bracket", () => {
    const lexicon = lexiconOf(
      mesh("D1", "Humans", "Homo sapiens"),
      mesh("D2", "Syndrome", "Symptom Cluster"),
      mesh("D3", "Heart Failure", "Cardiac Failure"),
    );
    expect(found("Which human syndrome affects the heart, failure of which is fatal?", lexicon)).toEqual([]);
    expect(found("", lexicon)).toEqual([]);
  });
});

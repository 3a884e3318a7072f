import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openLexicon, writeLexicon } from "../../../clients/lexicon/lexicon-file.ts";
import { readVocabulary } from "../../../clients/lexicon/read-vocabulary.ts";
import { InputFault } from "../../../formats/input-fault.ts";
import { lexiconForm, lexiconSynonyms } from "../../../retrieval/lexicon.ts";
import type { LexiconEntry } from "../../../state/lexicon-entry.ts";
import { sharedData } from "../../support/shared-data.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-lexicon-"));
const file = (name: string, content: string | Buffer): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const none = Readable.from([]);
const all = async (files: readonly string[], stdin: Readable = none): Promise<LexiconEntry[]> => {
  const entries: LexiconEntry[] = [];
  for await (const entry of readVocabulary(files, stdin)) entries.push(entry);
  return entries;
};
async function* streamed(entries: readonly LexiconEntry[]): AsyncGenerator<LexiconEntry> {
  yield* entries;
}

// Shaped as NLM's desc2026.xml: a heading, a preferred and a narrower concept, names in terms; other names that are none of its own.
const descriptor = (code: string, heading: string, concepts: string): string =>
  `<DescriptorRecord DescriptorClass="1"><DescriptorUI>${code}</DescriptorUI><DescriptorName><String>${heading}</String></DescriptorName>
  <AllowableQualifiersList><AllowableQualifier><QualifierReferredTo><QualifierName><String>metabolism</String></QualifierName></QualifierReferredTo></AllowableQualifier></AllowableQualifiersList>
  <ConceptList>${concepts}</ConceptList></DescriptorRecord>`;
const concept = (preferred: "Y" | "N", ...terms: string[]): string =>
  `<Concept PreferredConceptYN="${preferred}"><ConceptName><String>${terms[0]}</String></ConceptName><TermList>${terms
    .map((term) => `<Term><TermUI>T1</TermUI><String>${term}</String></Term>`)
    .join("")}</TermList></Concept>`;
const set = (...records: string[]): string =>
  `<?xml version="1.0"?>\n<!DOCTYPE DescriptorRecordSet SYSTEM "desc2026.dtd">\n<DescriptorRecordSet LanguageCode="eng">\n${records.join("\n")}\n</DescriptorRecordSet>\n`;
const XML = set(
  descriptor(
    "D000001",
    "Calcimycin",
    concept("N", "A23187 Salt") + concept("Y", "Calcimycin", "A-23187", "Antibiotic A23187 &amp; Co"),
  ),
  descriptor("D000002", "Temefos", concept("Y", "Temefos", "Temephos")),
);
const MESH = [
  { source: "MeSH", code: "D000001", names: ["Calcimycin", "A-23187", "Antibiotic A23187 & Co", "A23187 Salt"] },
  { source: "MeSH", code: "D000002", names: ["Temefos", "Temephos"] },
];

describe("readVocabulary", () => {
  it("reads MeSH descriptors, the preferred concept's terms first, wherever the file is cut", async () => {
    expect(await all([file("desc2026.xml", XML)])).toEqual(MESH);
    expect(await all([file("desc2026.gz", gzipSync(XML))])).toEqual(MESH);
    const bytes = Buffer.from(XML);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 6 }), async (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const pieces = places.slice(1).map((end, at) => bytes.subarray(places[at], end));
        expect(await all(["-"], Readable.from(pieces))).toEqual(MESH);
      }),
      { numRuns: 30 },
    );
  });

  it("reads JSON lines of MeSH and HGNC, and HGNC's table and JSON, without withdrawn genes", async () => {
    const lines =
      '{"id": "D000003", "name": "Abattoirs", "synonyms": ["Abattoir"]}\r\n\r\n{"id": "HGNC:8", "symbol": "A2MP1", "name": "alpha-2-macroglobulin pseudogene 1", "synonyms": ["A2MP"]}';
    expect(await all([file("vocabulary.jsonl", lines)])).toEqual([
      { source: "MeSH", code: "D000003", names: ["Abattoirs", "Abattoir"] },
      { source: "HGNC", code: "HGNC:8", names: ["A2MP1", "alpha-2-macroglobulin pseudogene 1", "A2MP"] },
    ]);
    const table = [
      "hgnc_id\tsymbol\tname\tstatus\talias_symbol\talias_name\tprev_symbol\tprev_name",
      "HGNC:5\tA1BG\talpha-1-B glycoprotein\tApproved\t\t\t\t",
      'HGNC:24086\tA1CF\tAPOBEC1 complementation factor\tApproved\t"ACF|ASP"\t"a ""factor"""\tACFX\t',
      "HGNC:1\tOLD\told\tEntry Withdrawn\t\t\t\t",
    ];
    const genes = [
      { source: "HGNC", code: "HGNC:5", names: ["A1BG", "alpha-1-B glycoprotein"] },
      {
        source: "HGNC",
        code: "HGNC:24086",
        names: ["A1CF", "APOBEC1 complementation factor", "ACF", "ASP", "ACFX", 'a "factor"'],
      },
    ];
    expect(await all([file("hgnc.txt", table.join("\r\n"))])).toEqual(genes);
    const docs = [
      { hgnc_id: "HGNC:5", symbol: "A1BG", name: "alpha-1-B glycoprotein", status: "Approved" },
      {
        hgnc_id: "HGNC:24086",
        symbol: "A1CF",
        name: "APOBEC1 complementation factor",
        alias_symbol: ["ACF", "ASP"],
        prev_symbol: ["ACFX"],
        alias_name: ['a "factor"'],
      },
      { hgnc_id: "HGNC:1", symbol: "OLD", name: "old", status: "Entry Withdrawn" },
    ];
    const json = JSON.stringify({ responseHeader: { status: 0 }, response: { numFound: 3, docs } }, null, 2);
    expect(await all([file("hgnc.json", json)])).toEqual(genes);
    expect(await all(["-"], Readable.from([Buffer.from(json.slice(0, 5)), Buffer.from(json.slice(5))]))).toEqual(genes);
  });

  it.each([
    ["a missing file", () => join(folder, "none.xml"), "none.xml"],
    ["an empty file", () => file("empty.xml", " \n"), "an empty file"],
    ["XML of another kind", () => file("articles.xml", "<PubmedArticleSet></PubmedArticleSet>"), "DescriptorRecord"],
    ["XML cut short", () => file("cut.xml", XML.slice(0, -10)), "cut short"],
    ["a descriptor without a code", () => file("codeless.xml", set(descriptor("", "Calcimycin", ""))), "record 1"],
    ["a line of another shape", () => file("other.jsonl", '{"id": "D1", "name": "x"}\n{"pmid": 1}'), "line 2"],
    ["a table of another kind", () => file("other.txt", "gene\tname\nTP53\tx"), "hgnc_id"],
    ["JSON of another kind", () => file("other.json", '{"response": 3}'), "response"],
  ])("names the file and the place for %s", async (_, make, words) => {
    const path = make();
    const reading = all([path]);
    await expect(reading).rejects.toThrow(InputFault);
    await expect(reading).rejects.toThrow(path);
    await expect(reading).rejects.toThrow(words);
  });
});

describe("writeLexicon and openLexicon", () => {
  it("keep every name of every entry, found by its form", async () => {
    const path = join(folder, "lexicon.db");
    const entries = [...MESH, { source: "HGNC", code: "HGNC:1", names: ["TEMEPHOS", "temephos like"] }];
    expect(await writeLexicon(streamed(entries), path)).toEqual({ is: "ok", value: { entries: { MeSH: 2, HGNC: 1 }, names: 8 } });
    const lexicon = openLexicon(path);
    if (lexicon.is !== "ok") throw new Error(lexicon.detail);
    expect(lexicon.value.entries).toBe(3);
    expect(lexicon.value.find(lexiconForm("Temephos"))).toEqual([
      { entry: entries[1], isPreferred: false, isCapitals: false },
      { entry: entries[2], isPreferred: true, isCapitals: true },
    ]);
    for (const entry of entries)
      for (const name of entry.names)
        expect(lexicon.value.find(lexiconForm(name)).map((found) => found.entry)).toContainEqual(entry);
    expect(lexicon.value.find("nothing")).toEqual([]);
    lexicon.value.close();
  });

  it("leave the old lexicon when the new one fails, and overwrite nothing else", async () => {
    const path = join(folder, "old.db");
    await writeLexicon(streamed(MESH), path);
    const before = readFileSync(path);
    const broken = readVocabulary([file("broken.xml", XML.slice(0, -10))], none);
    await expect(writeLexicon(broken, path)).rejects.toThrow("cut short");
    expect(await writeLexicon(streamed([]), path)).toMatchObject({ is: "empty" });
    expect(readFileSync(path)).toEqual(before);
    const thesis = file(
      "thesis.docx",
      "years of work, and more than a header of SQLite has bytes: one hundred of them, so that it is read as a whole",
    );
    expect(await writeLexicon(streamed(MESH), thesis)).toMatchObject({
      is: "misconfigured",
      detail: expect.stringContaining("no lexicon"),
    });
    expect(readFileSync(thesis, "utf8")).toContain("years of work");
    expect(readdirSync(folder).filter((name) => name.endsWith(".building"))).toEqual([]);
  });

  it("say what is wrong with a file that is none, with the way out", async () => {
    const later = join(folder, "later.db");
    await writeLexicon(streamed(MESH), later);
    const database = new Database(later);
    database.pragma("user_version = 99");
    database.close();
    for (const [path, words] of [
      [join(folder, "never", "there.db"), "no such file"],
      [file("notes.txt", "not a database ".repeat(50)), "lexicon"],
      [later, "version 99"],
    ] as const) {
      expect(openLexicon(path)).toMatchObject({ is: "misconfigured", detail: expect.stringContaining(words) });
      expect(openLexicon(path)).toMatchObject({ detail: expect.stringContaining("evigraph lexicon build") });
    }
    expect(existsSync(join(folder, "never"))).toBe(false);
  });

  const vocabulary = sharedData("vocabulary");
  it.skipIf(vocabulary === undefined)(
    "hold the real lines of MeSH and HGNC, here the first 7,000 and 1,000",
    { timeout: 120_000 },
    async () => {
      const path = join(folder, "real.db");
      const firstOf = (name: string, lines: number) =>
        file(
          name,
          readFileSync(join(vocabulary ?? "", name), "utf8")
            .split("\n")
            .slice(0, lines)
            .join("\n"),
        );
      const files = [firstOf("mesh_descriptors_2019.jsonl", 7000), firstOf("hgnc_2017.jsonl", 1000)];
      expect(await writeLexicon(readVocabulary(files, none), path)).toMatchObject({
        is: "ok",
        value: { entries: { MeSH: 7000, HGNC: 1000 } },
      });
      const lexicon = openLexicon(path);
      if (lexicon.is !== "ok") throw new Error(lexicon.detail);
      const found = lexiconSynonyms("Is epistaxis associated with mutations of ABCA1?", lexicon.value.find, 3);
      expect(found.map(({ text, origin }) => [text, origin])).toEqual([
        ["epistaxis", "MeSH D004844"],
        ["ABCA1", "HGNC:29"],
      ]);
      expect(found[0]?.synonyms).toContain("Nose Bleed");
      lexicon.value.close();
    },
  );
});

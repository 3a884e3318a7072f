import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PubmedRecord } from "../../formats/pubmed-record.ts";
import { pubmedSplitter, readPubmedItem, readPubmedXml } from "../../formats/pubmed-xml.ts";

type Parts = {
  pmid?: string;
  title?: string;
  abstract?: string;
  date?: string;
  authors?: string;
  types?: string;
  after?: string;
  data?: string;
};

/** A record of PubMed's shape, in words of our own. */
const articleXml = (
  parts: Parts = {},
): string => `<PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="2">${parts.pmid ?? "123"}</PMID>
  <Article><Journal><JournalIssue><PubDate>${parts.date ?? "<Year>2019</Year><Month>Mar</Month>"}</PubDate></JournalIssue><Title>Journal of Made-up Medicine</Title></Journal>
  <ArticleTitle>${parts.title ?? "A title."}</ArticleTitle>
  ${parts.abstract ?? "<Abstract><AbstractText>A text.</AbstractText></Abstract>"}
  <AuthorList>${parts.authors ?? "<Author><LastName>Roe</LastName><ForeName>Jane</ForeName><Initials>J</Initials></Author>"}</AuthorList>
  <PublicationTypeList>${parts.types ?? "<PublicationType>Journal Article</PublicationType>"}</PublicationTypeList></Article>
  <MeshHeadingList><MeshHeading><DescriptorName>Asthma</DescriptorName><QualifierName>drug therapy</QualifierName></MeshHeading></MeshHeadingList>
  ${parts.after ?? ""}</MedlineCitation><PubmedData>${parts.data ?? ""}</PubmedData></PubmedArticle>`;

const setOf = (...records: string[]): string =>
  `<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "x" "y">\n<PubmedArticleSet>${records.join("\n")}</PubmedArticleSet>\n`;

const recordOf = (xml: string): PubmedRecord => {
  const item = readPubmedItem(xml);
  if (item.is !== "ok" || !("record" in item.value)) throw new Error(JSON.stringify(item));
  return item.value.record;
};
const record = (parts: Parts): PubmedRecord => recordOf(articleXml(parts));
const correction = (refType: string): string =>
  `<CommentsCorrectionsList><CommentsCorrections RefType="${refType}"><RefSource>J. 2020</RefSource><PMID>9</PMID></CommentsCorrections></CommentsCorrectionsList>`;

describe("a PubMed record", () => {
  it("keeps every field", () => {
    expect(record({ data: '<ArticleIdList><ArticleId IdType="doi">10.1/x</ArticleId></ArticleIdList>' })).toEqual({
      kind: "article",
      article: {
        pmid: "123",
        title: "A title.",
        sections: [{ text: "A text." }],
        year: 2019,
        journal: "Journal of Made-up Medicine",
        mesh: ["Asthma"],
        types: ["Journal Article"],
        retracted: false,
      },
      version: 2,
      authors: ["Roe J"],
      dates: { issue: "2019 Mar" },
      otherAbstracts: [],
      corrections: [],
      doi: "10.1/x",
    });
  });

  it("keeps the text around and inside of formatting tags in its order", () => {
    const { article } = record({
      title: "Effect of <i>Bacillus</i> on <b>eGFR</b> per 1.73 m<sup>2</sup>: CO<sub>2</sub>, 10<sup>-6</sup> and <u>more</u>",
      abstract: "<Abstract><AbstractText>First <i>E. <b>coli</b></i> then K<sup>+</sup>.</AbstractText></Abstract>",
    });
    expect(article.title).toBe("Effect of Bacillus on eGFR per 1.73 m2: CO2, 10-6 and more");
    expect(article.sections).toEqual([{ text: "First E. coli then K+." }]);
  });

  it("reads entities once, CDATA as it stands, and MathML's symbols without its source", () => {
    const math =
      "<mml:math><mml:mi>x</mml:mi><mml:mo>=</mml:mo><mml:mn>2</mml:mn><mml:annotation>x=2 in TeX</mml:annotation></mml:math>";
    expect(record({ title: `p &lt; 0.05 &amp;amp; &#946;&#x3b1; ${math} <![CDATA[a &amp; <b>]]>` }).article.title).toBe(
      "p < 0.05 &amp; βα x=2 a &amp; <b>",
    );
  });

  it("closes the gap that an indented file puts before a subscript", () => {
    expect(record({ title: "a β\n\t\t\t<sub>2</sub>-agonist in\n\t\t\t<i>vivo</i>" }).article.title).toBe("a β2-agonist in vivo");
  });

  it("keeps the labels of a structured abstract, all of its parts, and none that is empty", () => {
    const part = (label: string, text: string) => `<AbstractText Label="${label}" NlmCategory="METHODS">${text}</AbstractText>`;
    const abstract = `<Abstract>${part("BACKGROUND", "One.")}${part("UNLABELLED", "Two.")}${part("RESULTS", " ")}${part("AIMS &amp; SCOPE", "Three.")}<CopyrightInformation>(c)</CopyrightInformation></Abstract>`;
    expect(record({ abstract }).article.sections).toEqual([
      { label: "BACKGROUND", text: "One." },
      { text: "Two." },
      { label: "AIMS & SCOPE", text: "Three." },
    ]);
  });

  it("has no sections without an abstract, and keeps one in another language apart", () => {
    const other = (language: string) =>
      `<OtherAbstract Type="Publisher" Language="${language}"><AbstractText>Le texte.</AbstractText></OtherAbstract>`;
    expect(record({ abstract: "" }).article.sections).toEqual([]);
    const french = record({ abstract: "", after: other("fre") });
    expect(french.article.sections).toEqual([]);
    expect(french.otherAbstracts).toEqual([{ language: "fre", type: "Publisher", sections: [{ text: "Le texte." }] }]);
    expect(record({ abstract: "", after: other("eng") }).article.sections).toEqual([{ text: "Le texte." }]);
  });

  it.each([
    ["<MedlineDate>1998 Dec-1999 Jan</MedlineDate>", 1998],
    ["<MedlineDate>Winter 1975</MedlineDate>", 1975],
    ["<Year>2004</Year><Season>Spring</Season>", 2004],
    ["", undefined],
  ])("takes the year of %s", (date, year) => {
    expect(record({ date }).article.year).toBe(year);
  });

  it("falls back to the electronic date, then to the day of entry, and keeps both dates", () => {
    const history =
      '<History><PubMedPubDate PubStatus="pubmed"><Year>2001</Year></PubMedPubDate><PubMedPubDate PubStatus="entrez"><Year>2002</Year></PubMedPubDate></History>';
    expect(record({ date: "", data: history }).article.year).toBe(2002);
    const electronic = articleXml({ date: "" }).replace(
      "</Article>",
      '<ArticleDate DateType="Electronic"><Year>2003</Year><Month>05</Month></ArticleDate></Article>',
    );
    expect(recordOf(electronic)).toMatchObject({ article: { year: 2003 }, dates: { electronic: "2003 05" } });
  });

  it("names group authors, and persons of one name", () => {
    const authors =
      "<Author><CollectiveName>The Trial Group</CollectiveName></Author><Author><LastName>Sukarno</LastName></Author><Author></Author>";
    expect(record({ authors }).authors).toEqual(["The Trial Group", "Sukarno"]);
  });

  it("finds all authors though their affiliations and the reference lists are not read", () => {
    const author = (name: string) =>
      `<Author><LastName>${name}</LastName><AffiliationInfo><Affiliation>Here</Affiliation></AffiliationInfo></Author>`;
    const references = "<ReferenceList><ReferenceList><Reference>a</Reference></ReferenceList></ReferenceList>";
    expect(record({ authors: author("A") + author("B"), data: references }).authors).toEqual(["A", "B"]);
  });

  it.each([
    ["the publication type", { types: "<PublicationType>Retracted Publication</PublicationType>" }, true],
    ["RetractionIn", { after: correction("RetractionIn") }, true],
    ["the title alone", { title: "RETRACTED: A claim." }, true],
    [
      "the notice, which is not retracted",
      { types: "<PublicationType>Retraction of Publication</PublicationType>", after: correction("RetractionOf") },
      false,
    ],
    ["an erratum", { after: correction("ErratumIn") }, false],
    ["an expression of concern", { after: correction("ExpressionOfConcernIn") }, false],
    ["a title about retraction", { title: "Retracted eardrums in children" }, false],
  ])("is judged by %s", (_, parts, retracted) => {
    expect(record(parts).article.retracted).toBe(retracted);
  });

  it.each([
    ["RetractionIn", "retraction"],
    ["ErratumIn", "erratum"],
    ["ExpressionOfConcernIn", "concern"],
    ["RetractionOf", "notice"],
    ["CommentIn", "other"],
  ])("tells %s as %s", (refType, kind) => {
    expect(record({ after: correction(refType) }).corrections).toEqual([{ kind, refType, pmid: "9", source: "J. 2020" }]);
  });
});

describe("a book record", () => {
  const book = (chapter: string, authors: string) => `<PubmedBookArticle><BookDocument><PMID Version="1">555</PMID>
    <Book><Publisher><PublisherName>A University</PublisherName></Publisher><BookTitle>Reviews of <i>Genes</i></BookTitle><PubDate><Year>1993</Year></PubDate>
    <AuthorList Type="editors"><Author><LastName>Editor</LastName><Initials>E</Initials></Author></AuthorList></Book>
    ${chapter}<Abstract><AbstractText>A chapter's text.</AbstractText></Abstract>${authors}</BookDocument></PubmedBookArticle>`;

  it("has the chapter's title and authors, and the book as its journal", () => {
    const found = recordOf(
      book(
        "<ArticleTitle>A chapter</ArticleTitle>",
        '<AuthorList Type="authors"><Author><LastName>Doe</LastName></Author></AuthorList>',
      ),
    );
    expect(found).toMatchObject({
      kind: "book",
      authors: ["Doe"],
      article: { pmid: "555", title: "A chapter", journal: "Reviews of Genes", year: 1993 },
    });
  });

  it("falls back to the book's title, editors and publisher", () => {
    expect(recordOf(book("", ""))).toMatchObject({
      authors: ["Editor E"],
      article: { title: "Reviews of Genes", journal: "A University" },
    });
  });
});

describe("readPubmedXml", () => {
  it("reads articles, books and deletions of one set", () => {
    const deletions = '<DeleteCitation><PMID Version="1">7</PMID><PMID Version="1">8</PMID></DeleteCitation>';
    const book =
      "<PubmedBookArticle><BookDocument><PMID>2</PMID><Book><BookTitle>B</BookTitle></Book></BookDocument></PubmedBookArticle>";
    const set = readPubmedXml(setOf(articleXml({ pmid: "1" }), book, articleXml({ pmid: "3" }), deletions));
    if (set.is !== "ok") throw new Error(set.detail);
    expect(set.value.records.map(({ article }) => article.pmid)).toEqual(["1", "2", "3"]);
    expect(set.value.deleted).toEqual(["7", "8"]);
  });

  it("reads an empty set", () => {
    expect(readPubmedXml(setOf())).toEqual({ is: "ok", value: { records: [], deleted: [] } });
    expect(readPubmedXml('<?xml version="1.0"?><PubmedArticleSet/>')).toMatchObject({ is: "ok" });
  });

  it("calls a set without its closing tag truncated, wherever it ends", () => {
    const whole = setOf(articleXml({ pmid: "1" }), articleXml({ pmid: "2" })).trimEnd();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) => {
        expect(readPubmedXml(whole.slice(0, length)).is).toBe("truncated");
      }),
    );
  });

  it("calls a record without a PMID unparseable", () => {
    expect(readPubmedXml(setOf(articleXml({ pmid: "" })))).toMatchObject({ is: "unparseable" });
  });
});

describe("pubmedSplitter", () => {
  it("finds the same records however the file is cut into pieces", () => {
    const records = [articleXml({ pmid: "1" }), articleXml({ pmid: "2", title: "&lt;PubmedArticle&gt; in a title" })];
    const whole = setOf(...records);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 12 }), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), whole.length];
        const splitter = pubmedSplitter();
        const found = places.slice(1).flatMap((end, at) => splitter.push(whole.slice(places[at], end)));
        expect(found).toEqual(records);
        expect(splitter.isClosed()).toBe(true);
      }),
    );
  });
});

import type { Article, Section } from "../state/article.ts";
import { elementsAt, textOf, type XmlElement } from "./xml-tree.ts";

/** What later records say of this one. A notice (`retractionOf` …) points from the notice to what it is about. */
export type Correction = {
  kind: "retraction" | "partialRetraction" | "erratum" | "concern" | "republication" | "update" | "notice" | "other";
  /** PubMed's RefType, such as RetractionIn. */
  refType: string;
  pmid?: string | undefined;
  source: string;
};

/** A PubMed record: the article, and what else tells how far to trust it. */
export type PubmedRecord = {
  kind: "article" | "book";
  article: Article;
  /** Version of the record, 1 or more. */
  version: number;
  /** Surname and initials, or a group's name, in order; for a book without authors its editors. */
  authors: string[];
  /** Dates as written: of the issue, and of electronic publication. */
  dates: { issue?: string | undefined; electronic?: string | undefined };
  /** Abstracts besides the main one: in other languages, or for lay readers. */
  otherAbstracts: { language: string; type: string; sections: Section[] }[];
  corrections: Correction[];
  doi?: string | undefined;
};

/**
 * Read a `PubmedArticle` or `PubmedBookArticle` element.
 *
 * Out: undefined where the element is of another kind or has no PMID.
 */
export const readRecord = (element: XmlElement): PubmedRecord | undefined => {
  if (element.name === "PubmedArticle") return articleRecord(element);
  return element.name === "PubmedBookArticle" ? bookRecord(element) : undefined;
};

const articleRecord = (element: XmlElement): PubmedRecord | undefined => {
  const citation = first(element, "MedlineCitation");
  const article = first(citation, "Article");
  const id = first(citation, "PMID");
  const pmid = textOf(id);
  if (!/^\d+$/.test(pmid)) return undefined;
  const issue = first(article, "Journal", "JournalIssue", "PubDate");
  const electronic = first(article, "ArticleDate");
  const entrez = elementsAt(element, "PubmedData", "History", "PubMedPubDate").find(
    ({ attributes }) => attributes.get("PubStatus") === "entrez",
  );
  const title = textOf(first(article, "ArticleTitle")) || textOf(first(article, "VernacularTitle"));
  const types = elementsAt(article, "PublicationTypeList", "PublicationType").map(textOf);
  const corrections = elementsAt(citation, "CommentsCorrectionsList", "CommentsCorrections").map(readCorrection);
  const otherAbstracts = elementsAt(citation, "OtherAbstract").map((other) => ({
    language: other.attributes.get("Language") ?? "eng",
    type: other.attributes.get("Type") ?? "",
    sections: sectionsOf(other),
  }));
  const main = sectionsOf(first(article, "Abstract"));
  const english = otherAbstracts.find(({ language, sections }) => language === "eng" && sections.length > 0);
  return {
    kind: "article",
    article: {
      pmid,
      title,
      sections: main.length > 0 ? main : (english?.sections ?? []),
      year: yearOf(issue) ?? yearOf(electronic) ?? yearOf(entrez),
      journal: textOf(first(article, "Journal", "Title")) || textOf(first(article, "Journal", "ISOAbbreviation")) || undefined,
      mesh: elementsAt(citation, "MeshHeadingList", "MeshHeading", "DescriptorName").map(textOf),
      types,
      retracted: isRetracted(title, types, corrections),
    },
    version: Number(id?.attributes.get("Version") ?? 1),
    authors: authorsOf(elementsAt(article, "AuthorList", "Author")),
    dates: { issue: dateText(issue), electronic: dateText(electronic) },
    otherAbstracts,
    corrections,
    doi: doiOf(elementsAt(element, "PubmedData", "ArticleIdList", "ArticleId"), elementsAt(article, "ELocationID")),
  };
};

const bookRecord = (element: XmlElement): PubmedRecord | undefined => {
  const document = first(element, "BookDocument");
  const book = first(document, "Book");
  const id = first(document, "PMID");
  const pmid = textOf(id);
  if (!/^\d+$/.test(pmid)) return undefined;
  const bookTitle = textOf(first(book, "BookTitle"));
  const chapter = textOf(first(document, "ArticleTitle"));
  const published = first(book, "PubDate");
  const types = elementsAt(document, "PublicationType").map(textOf);
  const ofChapter = authorsOf(elementsAt(document, "AuthorList", "Author"));
  const ofBook = authorsOf(elementsAt(book, "AuthorList", "Author"));
  return {
    kind: "book",
    article: {
      pmid,
      title: chapter || bookTitle,
      sections: sectionsOf(first(document, "Abstract")),
      year: yearOf(published) ?? yearOf(first(document, "ContributionDate")),
      journal: (chapter && bookTitle) || textOf(first(book, "Publisher", "PublisherName")) || undefined,
      types,
      retracted: isRetracted(chapter || bookTitle, types, []),
    },
    version: Number(id?.attributes.get("Version") ?? 1),
    authors: ofChapter.length > 0 ? ofChapter : ofBook, // PubMed lists a book's editors as its author list
    dates: { issue: dateText(published), electronic: dateText(first(document, "ContributionDate")) },
    otherAbstracts: [],
    corrections: [],
    doi: doiOf(elementsAt(document, "ArticleIdList", "ArticleId"), []),
  };
};

const first = (element: XmlElement | undefined, ...path: string[]): XmlElement | undefined => elementsAt(element, ...path)[0];

/** Read the parts of an abstract; PubMed marks parts of an unstructured one as UNLABELLED. */
const sectionsOf = (abstract: XmlElement | undefined): Section[] =>
  elementsAt(abstract, "AbstractText").flatMap((part): Section[] => {
    const text = textOf(part);
    const label = part.attributes.get("Label")?.trim() ?? "";
    if (text === "") return [];
    return label === "" || label === "UNLABELLED" ? [{ text }] : [{ label, text }];
  });

const authorsOf = (authors: readonly XmlElement[]): string[] =>
  authors.flatMap((author) => {
    const group = textOf(first(author, "CollectiveName"));
    const person = [textOf(first(author, "LastName")), textOf(first(author, "Initials")) || textOf(first(author, "ForeName"))];
    const name = group || person.filter((part) => part !== "").join(" ");
    return name === "" ? [] : [name];
  });

const dateText = (date: XmlElement | undefined): string | undefined => {
  const parts = ["MedlineDate", "Year", "Season", "Month", "Day"]
    .map((name) => textOf(first(date, name)))
    .filter((part) => part !== "");
  return parts.length === 0 ? undefined : parts.join(" ");
};

// "1998 Dec-1999 Jan", "2004 Spring", "Winter 1975": the first four digits are the year.
const yearOf = (date: XmlElement | undefined): number | undefined => {
  const digits = /\d{4}/.exec(dateText(date) ?? "")?.[0];
  return digits === undefined ? undefined : Number(digits);
};

const KINDS: ReadonlyMap<string, Correction["kind"]> = new Map([
  ["RetractionIn", "retraction"],
  ["PartialRetractionIn", "partialRetraction"],
  ["ErratumIn", "erratum"],
  ["ExpressionOfConcernIn", "concern"],
  ["CorrectedandRepublishedIn", "republication"],
  ["RetractedandRepublishedIn", "republication"],
  ["UpdateIn", "update"],
  ["RetractionOf", "notice"],
  ["PartialRetractionOf", "notice"],
  ["ErratumFor", "notice"],
  ["ExpressionOfConcernFor", "notice"],
]);

const readCorrection = (element: XmlElement): Correction => {
  const refType = element.attributes.get("RefType") ?? "";
  const pmid = textOf(first(element, "PMID"));
  return { kind: KINDS.get(refType) ?? "other", refType, pmid: pmid || undefined, source: textOf(first(element, "RefSource")) };
};

// The notice itself ("Retraction of Publication", RetractionOf) is not retracted; neither is an erratum or a concern.
const isRetracted = (title: string, types: readonly string[], corrections: readonly Correction[]): boolean =>
  types.includes("Retracted Publication") ||
  corrections.some(({ refType }) => refType === "RetractionIn" || refType === "RetractedandRepublishedIn") ||
  /^\[?retracted(?: article)?\s*[:\]]/i.test(title);

const doiOf = (ids: readonly XmlElement[], locations: readonly XmlElement[]): string | undefined =>
  textOf(ids.find(({ attributes }) => attributes.get("IdType") === "doi")) ||
  textOf(locations.find(({ attributes }) => attributes.get("EIdType") === "doi")) ||
  undefined;

import { failure, type Outcome, ok } from "../state/outcome.ts";
import { type PubmedRecord, readRecord } from "./pubmed-record.ts";
import { xmlSplitter } from "./xml-splitter.ts";
import { elementsAt, readXmlElement, textOf } from "./xml-tree.ts";

/** One thing that a PubMed file holds: a record, or the pmids that it withdraws. */
export type PubmedItem = { record: PubmedRecord } | { deleted: string[] };

export type PubmedSet = { records: PubmedRecord[]; deleted: string[] };

const RECORDS = ["PubmedArticle", "PubmedBookArticle", "DeleteCitation", "DeleteDocument"];
const SETS = ["PubmedArticleSet", "PubmedBookArticleSet"];
// Not read, and most of a record's size. Lists of references hold lists.
const REFERENCES = /<ReferenceList(?:\s[^>/]*)?>[\s\S]*<\/ReferenceList>/;
const UNUSED = /<(AffiliationInfo|GrantList|ChemicalList|InvestigatorList)(?:\s[^>/]*)?>[\s\S]*?<\/\1>/g;

/** Cut a stream of PubMed XML into the texts of its records, as xmlSplitter does. */
export const pubmedSplitter = () => xmlSplitter(RECORDS, SETS);

/**
 * Read one element of a PubMed set.
 *
 * Out: the record, or the withdrawn pmids; unparseable where it is no record or has no PMID.
 */
export const readPubmedItem = (xml: string): Outcome<PubmedItem> => {
  const element = readXmlElement(xml.replace(REFERENCES, "").replace(UNUSED, ""));
  if (element?.name === "DeleteCitation" || element?.name === "DeleteDocument") {
    return ok({ deleted: elementsAt(element, "PMID").map(textOf) });
  }
  const record = element === undefined ? undefined : readRecord(element);
  if (record !== undefined) return ok({ record });
  return failure("unparseable", `a record of PubMed has no PMID: ${xml.slice(0, 120)}…`);
};

/**
 * Read a whole PubMed set: articles, books and deletions, in their order.
 *
 * Out: the records; truncated where the closing tag is missing; unparseable as `readPubmedItem`.
 */
export const readPubmedXml = (xml: string): Outcome<PubmedSet> => {
  const splitter = pubmedSplitter();
  const set: PubmedSet = { records: [], deleted: [] };
  for (const text of splitter.push(xml)) {
    const item = readPubmedItem(text);
    if (item.is !== "ok") return item;
    if ("record" in item.value) set.records.push(item.value.record);
    else set.deleted.push(...item.value.deleted);
  }
  if (splitter.isClosed()) return ok(set);
  return failure("truncated", `the PubMed XML ends without its closing tag, after ${set.records.length} records.`);
};

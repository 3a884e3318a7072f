import { elementsAt, readXmlElement, textOf, type XmlElement } from "../../formats/xml-tree.ts";
import { failure, type Outcome, ok } from "../../state/outcome.ts";
import { contentWords } from "../../text/content-words.ts";
import { greekToName } from "../../text/greek-letters.ts";
import { type Cutoff, readCutoff } from "../cutoff-date.ts";
import type { SearchOptions, SearchQuery, SearchReply } from "../retriever.ts";
import type { AskEutils } from "./eutils.ts";

/** PubMed lists no more ids of one query than this, whatever it counts. [NBK25499] */
const MOST_IDS = 9999;
const MOST_WORDS = 64;

/**
 * Search PubMed in its order of relevance.
 *
 * In: the fielded query, or plain words that must all occur. Out: hits with 1/rank as score, since PubMed shows none; `executed` is
 * PubMed's own translation; `warnings` name every word that PubMed did not know or use. Nothing is asked where there is nothing to ask.
 * Retracted articles are left out by the query itself and so cannot be named, unless they are to be kept.
 */
export const searchPubmed = async (ask: AskEutils, query: SearchQuery, options: SearchOptions): Promise<Outcome<SearchReply>> => {
  const cutoff = readCutoff(options.dateTo);
  if (cutoff.is !== "ok") return cutoff;
  const { term, leftOut } = termOf(query);
  if (term === "") {
    const warning = `"${query.text.slice(0, 80)}" has no word to search for; nothing was asked.`;
    return ok({ hits: [], executed: "", total: 0, warnings: [warning] });
  }
  const wanted = Math.min(options.limit, MOST_IDS);
  const sound = options.retracted === "keep" ? term : `(${term}) NOT "retracted publication"[pt]`;
  const body = await ask(
    "esearch",
    { db: "pubmed", term: sound, retmax: String(wanted), sort: "relevance", ...datesOf(cutoff.value) },
    options.signal,
  );
  if (body.is === "truncated") return failure("unavailable", body.detail);
  if (body.is !== "ok") return body;
  const reply = readReply(body.value, sound);
  if (reply === undefined) return failure("unparseable", "ncbi esearch: the answer counts no hits.");
  const more = options.limit > MOST_IDS && reply.total > MOST_IDS;
  const warnings = [
    ...(leftOut.length === 0 ? [] : [`More than ${MOST_WORDS} words; left out: ${leftOut.join(", ")}.`]),
    ...reply.warnings,
    ...(more
      ? [`PubMed counts ${reply.total} hits and lists the first ${MOST_IDS} at most; narrow the query or its dates for the rest.`]
      : []),
  ];
  return ok({ ...reply, hits: reply.hits.slice(0, wanted), warnings });
};

const termOf = ({ text, fieldedQuery }: SearchQuery): { term: string; leftOut: string[] } => {
  const fielded = fieldedQuery?.trim() ?? "";
  if (fielded !== "") return { term: fielded, leftOut: [] };
  // Lower-case words without brackets, quotes or colons: nothing in a question is read as an operator or a field.
  const words = [...new Set(contentWords(greekToName(text)))];
  return { term: words.slice(0, MOST_WORDS).join(" "), leftOut: words.slice(MOST_WORDS) };
};

// PubMed wants both ends of a range; its oldest article is of 1781.
const datesOf = (cutoff: Cutoff | undefined): Record<string, string> => {
  if (cutoff === undefined) return {};
  const parts = [cutoff.month, cutoff.day].flatMap((part) => (part === undefined ? [] : [String(part).padStart(2, "0")]));
  return { datetype: "pdat", mindate: "1000", maxdate: [cutoff.year, ...parts].join("/") };
};

const readReply = (body: string, term: string): SearchReply | undefined => {
  const root = readXmlElement(body);
  const count = textOf(elementsAt(root, "Count")[0]);
  if (!/^\d+$/.test(count)) return undefined;
  const ids = [...new Set(elementsAt(root, "IdList", "Id").map(textOf))];
  return {
    hits: ids.map((pmid, at) => ({ pmid, score: 1 / (at + 1) })),
    executed: textOf(elementsAt(root, "QueryTranslation")[0]) || term,
    total: Number(count),
    warnings: warningsOf(root),
  };
};

const NOTES = [
  ["ErrorList", "PhraseNotFound", "PubMed does not know"],
  ["ErrorList", "FieldNotFound", "PubMed has no field"],
  ["WarningList", "QuotedPhraseNotFound", "PubMed does not know the phrase"],
  ["WarningList", "PhraseIgnored", "PubMed ignored"],
] as const;

const warningsOf = (root: XmlElement | undefined): string[] => [
  ...NOTES.flatMap(([list, name, words]) => {
    const found = elementsAt(root, list, name).map(textOf);
    return found.length === 0 ? [] : [`${words}: ${found.join(", ")}.`];
  }),
  ...elementsAt(root, "WarningList", "OutputMessage").map((message) => `PubMed says: ${textOf(message)}`),
];

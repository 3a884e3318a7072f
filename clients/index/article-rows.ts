import { createHash } from "node:crypto";
import { z } from "zod";
import { Article } from "../../state/article.ts";
import { DamagedIndex } from "./damaged-index.ts";

/** One row of the table `articles`, without its doc number. */
export type ArticleRow = {
  pmid: string;
  title: string;
  sections: string;
  year: number | null;
  journal: string | null;
  mesh: string | null;
  types: string | null;
  retracted: number | null;
  hash: Buffer;
};

/** Turn an article into a row; `hash` is the SHA-256 of its content, the same on every machine. */
export const toRow = (article: Article): ArticleRow => {
  const columns = {
    pmid: article.pmid,
    title: article.title,
    sections: JSON.stringify(article.sections.map(({ label, text }) => (label === undefined ? { text } : { label, text }))),
    year: article.year ?? null,
    journal: article.journal ?? null,
    mesh: article.mesh === undefined ? null : JSON.stringify(article.mesh),
    types: article.types === undefined ? null : JSON.stringify(article.types),
    retracted: article.retracted === undefined ? null : Number(article.retracted),
  };
  return { ...columns, hash: hashOf(columns) };
};

/** Tell whether a row still has the content that it was written with. */
export const isIntact = ({ hash, ...columns }: ArticleRow): boolean => Buffer.isBuffer(hash) && hashOf(columns).equals(hash);

const hashOf = (columns: Omit<ArticleRow, "hash">): Buffer => {
  const { pmid, title, sections, year, journal, mesh, types, retracted } = columns;
  return createHash("sha256")
    .update(JSON.stringify([pmid, title, sections, year, journal, mesh, types, retracted]))
    .digest();
};

const Json = z.string().transform((text): unknown => JSON.parse(text));
const Row = z.object({
  pmid: z.string(),
  title: z.string(),
  sections: Json,
  year: z.number().nullable(),
  journal: z.string().nullable(),
  mesh: Json.nullable(),
  types: Json.nullable(),
  retracted: z.number().nullable(),
});

/** Turn a row back into the article that was indexed. Throws DamagedIndex for a row that has not the content it was written with. */
export const toArticle = (row: ArticleRow): Article => {
  if (!isIntact(row)) throw new DamagedIndex(`article ${row.pmid} is not as it was indexed`);
  return articleOf(row);
};

/** Turn a row that is known to be intact back into its article. */
export const articleOf = (row: ArticleRow): Article => {
  const { retracted, ...columns } = Row.parse(row);
  const known = Object.entries(columns).filter(([, value]) => value !== null);
  return Article.parse({ ...Object.fromEntries(known), ...(retracted === null ? {} : { retracted: retracted === 1 }) });
};

/** The text of an article that is searched and embedded: title, then the abstract with its labels, in one piece. */
export const searchedText = ({ title, sections }: Pick<Article, "title" | "sections">): string =>
  [title, ...sections.map(({ label, text }) => (label === undefined ? text : `${label}: ${text}`))].join(" ").trim();

import { type ArticleRow, articleOf, isIntact, searchedText } from "./article-rows.ts";
import { DamagedIndex } from "./damaged-index.ts";
import { contentOf, type IndexContent } from "./index-hash.ts";
import { hasVectors, type IndexModel, modelOf } from "./index-model.ts";
import { type IndexDatabase, readMeta } from "./schema.ts";
import { signsOfVectors } from "./write-vectors.ts";

/** One thing that was looked at; `detail` says what was found, and what was expected where it is not ok. */
export type IndexCheck = { name: string; ok: boolean; detail: string };

/**
 * Look at every byte of an index.
 *
 * Out: SQLite's own check; each article against its hash; articles, words and vectors against the counts and hashes of the build;
 * a vector for each article that has text; the signs against the vectors; the model named. All are reported, also after one that is not ok, and what damage keeps from being read is not ok.
 */
export const verifyIndex = (database: IndexDatabase): IndexCheck[] => {
  const sqlite = look(() => String(database.pragma("integrity_check(1)", { simple: true })));
  const content = look(() => contentOf(database));
  const articles = look(() => lookAtArticles(database));
  const model = look(() => ({ made: modelOf(database), withVectors: hasVectors(database) }));
  return [
    check("sqlite", sqlite, (detail) => ({ ok: detail === "ok", detail })),
    check("articleHashes", articles, ({ damaged }) => ({
      ok: damaged.length === 0,
      detail: damaged.length === 0 ? "all agree" : `changed: ${damaged.join(", ")}`,
    })),
    ...COUNTS.map((name) => check(name, content, (found) => sameAsBuilt(database, name, found))),
    check("vectorForEachText", both(content, articles), ([{ vectors }, { withText }]) => {
      const wanted = hasVectors(database) ? withText : 0;
      const without = hasVectors(database) ? "" : " (built without an encoder)";
      return { ok: vectors === wanted, detail: `${vectors} vectors for ${wanted} articles with text${without}` };
    }),
    check("signs", model, ({ made }) => sameSigns(database, made)),
    check("model", model, ({ made, withVectors }) => ({ ok: withVectors === (made !== undefined), detail: describe(made) })),
  ];
};

const COUNTS = ["articles", "words", "vectors", "articlesSha256", "postingsSha256", "vectorsSha256"] as const;

/** What looking found, or what kept it from looking. */
type Looked<Found> = { found: Found } | { damage: string };

/** Look, and take damage for a finding. Anything else that is thrown is a bug, or a fault of the disk, and is thrown on. */
const look = <Found>(work: () => Found): Looked<Found> => {
  try {
    return { found: work() };
  } catch (error) {
    const isDamage =
      error instanceof DamagedIndex || (error instanceof Error && "code" in error && DAMAGED.test(String(error.code)));
    if (isDamage) return { damage: error.message };
    throw error;
  }
};
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB|TOOBIG|ERROR)/;

const both = <A, B>(a: Looked<A>, b: Looked<B>): Looked<[A, B]> =>
  "damage" in a ? a : "damage" in b ? b : { found: [a.found, b.found] };

const check = <Found>(name: string, looked: Looked<Found>, judge: (found: Found) => Omit<IndexCheck, "name">): IndexCheck => {
  const judged = "damage" in looked ? looked : look(() => judge(looked.found));
  return "damage" in judged ? { name, ok: false, detail: `cannot be read: ${judged.damage}` } : { name, ...judged.found };
};

const sameAsBuilt = (database: IndexDatabase, name: keyof IndexContent, content: IndexContent): Omit<IndexCheck, "name"> => {
  const [built, found] = [readMeta(database, name) ?? "nothing", String(content[name])];
  return { ok: built === found, detail: built === found ? found : `${found} found, ${built} when built` };
};

const sameSigns = (database: IndexDatabase, model: IndexModel | undefined): Omit<IndexCheck, "name"> => {
  if (model === undefined) return { ok: true, detail: "none" };
  const one = database.prepare<[number], unknown>("SELECT signs FROM signs WHERE segment = ?").pluck();
  const other: number[] = [];
  for (const { segment, signs } of signsOfVectors(database, model.dimensions)) {
    const stored = one.get(segment);
    if (!Buffer.isBuffer(stored) || !stored.equals(signs)) other.push(segment);
  }
  return {
    ok: other.length === 0,
    detail: other.length === 0 ? "of the vectors" : `of other vectors, segments ${other.join(", ")}`,
  };
};

const describe = (model: IndexModel | undefined): string =>
  model === undefined ? "none" : `${model.name}, ${model.dimensions} dimensions, weights ${model.weightsSha256}`;

const NAMED = 5;

const lookAtArticles = (database: IndexDatabase): { damaged: string[]; withText: number } => {
  const damaged: string[] = [];
  let withText = 0;
  const rows = database.prepare<[], ArticleRow & { doc: number }>(
    "SELECT doc, pmid, title, sections, year, journal, mesh, types, retracted, hash FROM articles ORDER BY doc",
  );
  for (const { doc, ...row } of rows.iterate()) {
    if (!isIntact(row)) {
      if (damaged.length < NAMED) damaged.push(/^\d{1,12}$/.test(row.pmid) ? row.pmid : `row ${doc}`); // the pmid may be what is damaged
    } else if (searchedText(articleOf(row)) !== "") withText += 1;
  }
  return { damaged, withText };
};

import { type ArticleRow, isIntact, searchedText, toArticle } from "./article-rows.ts";
import { contentOf } from "./index-hash.ts";
import { hasVectors, modelOf } from "./index-model.ts";
import { type IndexDatabase, readMeta } from "./schema.ts";

/** One thing that was looked at; `detail` says what was found, and what was expected where it is not ok. */
export type IndexCheck = { name: string; ok: boolean; detail: string };

/**
 * Look at every byte of an index.
 *
 * Out: SQLite's own check; each article against its hash; articles, words and vectors against the counts and hashes of the build;
 * a vector for each article that has text; the model named. All are reported, also after one that is not ok.
 */
export const verifyIndex = (database: IndexDatabase): IndexCheck[] => {
  const content = contentOf(database);
  const model = modelOf(database);
  const { damaged, withText } = lookAtArticles(database);
  const same = (name: keyof typeof content): IndexCheck => {
    const [built, found] = [readMeta(database, name) ?? "nothing", String(content[name])];
    return { name, ok: built === found, detail: built === found ? found : `${found} found, ${built} when built` };
  };
  const sqlite = String(database.pragma("integrity_check(1)", { simple: true }));
  const wanted = hasVectors(database) ? withText : 0;
  return [
    { name: "sqlite", ok: sqlite === "ok", detail: sqlite },
    {
      name: "articleHashes",
      ok: damaged.length === 0,
      detail: damaged.length === 0 ? "all agree" : `changed: ${damaged.join(", ")}`,
    },
    same("articles"),
    same("words"),
    same("vectors"),
    same("articlesSha256"),
    same("postingsSha256"),
    same("vectorsSha256"),
    {
      name: "vectorForEachText",
      ok: content.vectors === wanted,
      detail: `${content.vectors} vectors for ${wanted} articles with text${hasVectors(database) ? "" : " (built without an encoder)"}`,
    },
    {
      name: "model",
      ok: hasVectors(database) === (model !== undefined),
      detail: model === undefined ? "none" : `${model.name}, ${model.dimensions} dimensions, weights ${model.weightsSha256}`,
    },
  ];
};

const NAMED = 5;

const lookAtArticles = (database: IndexDatabase): { damaged: string[]; withText: number } => {
  const damaged: string[] = [];
  let withText = 0;
  const rows = database.prepare<[], ArticleRow>(
    "SELECT pmid, title, sections, year, journal, mesh, types, retracted, hash FROM articles ORDER BY doc",
  );
  for (const row of rows.iterate()) {
    if (!isIntact(row)) {
      if (damaged.length < NAMED) damaged.push(row.pmid);
    } else if (searchedText(toArticle(row)) !== "") withText += 1;
  }
  return { damaged, withText };
};

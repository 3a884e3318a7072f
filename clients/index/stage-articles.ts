import { createHash } from "node:crypto";
import type { Article } from "../../state/article.ts";
import { toRow } from "./article-rows.ts";
import { type IndexDatabase, readMeta, writeMeta } from "./schema.ts";

/** A record that PubMed has withdrawn: an update file's DeleteCitation. */
export type Deletion = { deleted: string };

const BATCH = 1000;

/**
 * Add one article; `doc` is the record's place in the source, counted from 1, so that every part of a source numbers its articles as the whole does.
 * An upsert keeps it: the last version of a pmid stands where the first one stood.
 */
export const INSERT_ARTICLE = `INSERT INTO articles (doc, pmid, title, sections, year, journal, mesh, types, retracted, hash)
  VALUES (@doc, @pmid, @title, @sections, @year, @journal, @mesh, @types, @retracted, @hash)`;
const UPSERT = `${INSERT_ARTICLE}
  ON CONFLICT (pmid) DO UPDATE SET title = excluded.title, sections = excluded.sections, year = excluded.year, journal = excluded.journal,
  mesh = excluded.mesh, types = excluded.types, retracted = excluded.retracted, hash = excluded.hash`;

/**
 * Write the source's articles into the table, the last version of a pmid winning and deletions applied.
 *
 * In: the whole source from its start; what an earlier, killed build has taken already is passed over. With `isOwn` only those pmids are written.
 * Out: records read (count), deletions among them included; each batch is durable together with its count. `meta` keeps a hash of all pmids read, in order.
 */
export const stageArticles = async (
  database: IndexDatabase,
  articles: AsyncIterable<Article | Deletion>,
  onBatch: (read: number) => void,
  signal: AbortSignal | undefined,
  isOwn: (pmid: string) => boolean = () => true,
): Promise<number> => {
  const upsert = database.prepare(UPSERT);
  const remove = database.prepare("DELETE FROM articles WHERE pmid = ?");
  const source = createHash("sha256");
  const taken = Number(readMeta(database, "taken") ?? 0);
  let read = 0;
  let pmids: string[] = [];
  let batch: { doc: number; record: Article | Deletion }[] = [];
  const write = database.transaction(() => {
    for (const { doc, record } of batch) {
      if ("deleted" in record) remove.run(record.deleted);
      else upsert.run({ doc, ...toRow(record) });
    }
    writeMeta(database, "taken", Math.max(read, taken));
  });
  for await (const record of articles) {
    read += 1;
    const pmid = "deleted" in record ? record.deleted : record.pmid;
    pmids.push(pmid);
    if (read > taken && isOwn(pmid)) batch.push({ doc: read, record });
    if (read % BATCH !== 0) continue;
    signal?.throwIfAborted();
    source.update(`${pmids.join("\n")}\n`);
    pmids = [];
    write.immediate();
    batch = [];
    onBatch(read);
  }
  write.immediate();
  writeMeta(database, "sourceSha256", source.update(pmids.join("\n")).digest("hex"));
  onBatch(read);
  return read;
};

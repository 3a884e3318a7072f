import type { Article } from "../../state/article.ts";
import { toRow } from "./article-rows.ts";
import { type IndexDatabase, readMeta, writeMeta } from "./schema.ts";

/** A record that PubMed has withdrawn: an update file's DeleteCitation. */
export type Deletion = { deleted: string };

const BATCH = 1000;

// An upsert keeps the doc number: the last version of a pmid stands where the first one stood.
const UPSERT = `INSERT INTO articles (pmid, title, sections, year, journal, mesh, types, retracted, hash)
  VALUES (@pmid, @title, @sections, @year, @journal, @mesh, @types, @retracted, @hash)
  ON CONFLICT (pmid) DO UPDATE SET title = excluded.title, sections = excluded.sections, year = excluded.year, journal = excluded.journal,
  mesh = excluded.mesh, types = excluded.types, retracted = excluded.retracted, hash = excluded.hash`;

/**
 * Write the source's articles into the table, the last version of a pmid winning and deletions applied.
 *
 * In: the whole source from its start; what an earlier, killed build has taken already is passed over.
 * Out: records read (count), deletions among them included; each batch is durable together with its count.
 */
export const stageArticles = async (
  database: IndexDatabase,
  source: AsyncIterable<Article | Deletion>,
  onBatch: (read: number) => void,
  signal: AbortSignal | undefined,
): Promise<number> => {
  const upsert = database.prepare(UPSERT);
  const remove = database.prepare("DELETE FROM articles WHERE pmid = ?");
  const taken = Number(readMeta(database, "taken") ?? 0);
  let read = 0;
  let batch: (Article | Deletion)[] = [];
  const write = database.transaction(() => {
    for (const record of batch) {
      if ("deleted" in record) remove.run(record.deleted);
      else upsert.run(toRow(record));
    }
    writeMeta(database, "taken", read);
  });
  for await (const record of source) {
    read += 1;
    if (read > taken) batch.push(record);
    if (read % BATCH !== 0) continue;
    signal?.throwIfAborted();
    write.immediate();
    batch = [];
    onBatch(read);
  }
  write.immediate();
  onBatch(read);
  return read;
};

import { z } from "zod";
import { quantizeInt8 } from "../../retrieval/vectors.ts";
import { Section } from "../../state/article.ts";
import { type Outcome, ok } from "../../state/outcome.ts";
import { searchedText } from "./article-rows.ts";
import { type IndexDatabase, readMeta, writeMeta } from "./schema.ts";

/** What an index needs of an encoder: its identity, and texts to unit vectors. */
export type IndexEncoder = {
  readonly model: string;
  readonly weightsSha256: string;
  readonly dimensions: number;
  embed: (texts: readonly string[], options?: { signal?: AbortSignal | undefined }) => Promise<Outcome<Float32Array[]>>;
};

const ARTICLES_A_BATCH = 64;
const Sections = z.array(Section);

type Row = { doc: number; title: string; sections: string; year: number | null; retracted: number | null };

/**
 * Embed title and abstract of each article that has text and has no vector yet, and store it as int8.
 *
 * Each batch is one transaction with the place it reached, so a killed build embeds nothing twice.
 * If down: the encoder's failure; what is embedded stays.
 */
export const writeVectors = async (
  database: IndexDatabase,
  encoder: IndexEncoder,
  onArticles: (done: number) => void,
  signal: AbortSignal | undefined,
): Promise<Outcome<number>> => {
  const page = database.prepare<[number, number], Row>(
    "SELECT doc, title, sections, year, retracted FROM articles WHERE doc > ? ORDER BY doc LIMIT ?",
  );
  const insert = database.prepare(
    "INSERT INTO vectors (doc, embedding, coarse, year, retracted) VALUES (?, vec_int8(?), vec_quantize_binary(vec_int8(?)), ?, ?)",
  );
  let reached = Number(readMeta(database, "embedded") ?? -1);
  let done = database.prepare<[number], { n: number }>("SELECT count(*) AS n FROM articles WHERE doc <= ?").get(reached)?.n ?? 0;
  const write = database.transaction((rows: Row[], vectors: Float32Array[]) => {
    for (const [at, row] of rows.entries()) {
      const vector = quantizeInt8(vectors[at]!); // one vector a row, checked below
      insert.run(BigInt(row.doc), vector, vector, BigInt(row.year ?? 0), BigInt(row.retracted ?? 0));
    }
    writeMeta(database, "embedded", reached);
  });
  for (let rows = page.all(reached, ARTICLES_A_BATCH); rows.length > 0; rows = page.all(reached, ARTICLES_A_BATCH)) {
    signal?.throwIfAborted();
    const texts = rows.map((row) => searchedText({ title: row.title, sections: Sections.parse(JSON.parse(row.sections)) }));
    const withText = rows.filter((_, at) => texts[at] !== "");
    const embedded = await encoder.embed(
      texts.filter((text) => text !== ""),
      { signal },
    );
    if (embedded.is !== "ok") return embedded;
    if (embedded.value.length !== withText.length) {
      throw new Error(`${encoder.model} gave ${embedded.value.length} vectors for ${withText.length} texts`);
    }
    reached = rows.at(-1)!.doc; // rows is not empty
    done += rows.length;
    write.immediate(withText, embedded.value);
    onArticles(done);
  }
  return ok(done);
};

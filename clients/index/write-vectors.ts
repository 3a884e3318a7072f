import { z } from "zod";
import { quantizeInt8 } from "../../retrieval/vectors.ts";
import { Section } from "../../state/article.ts";
import { type Outcome, ok } from "../../state/outcome.ts";
import { searchedText } from "./article-rows.ts";
import { bytesOf } from "./damaged-index.ts";
import { bytesOfSigns, writeSigns } from "./nearest-by-signs.ts";
import { type IndexDatabase, readMeta, SEGMENT_SIZE, writeMeta } from "./schema.ts";

/** What an index needs of an encoder: its identity, and texts to unit vectors. */
export type IndexEncoder = {
  readonly model: string;
  readonly weightsSha256: string;
  readonly dimensions: number;
  embed: (texts: readonly string[], options?: { signal?: AbortSignal | undefined }) => Promise<Outcome<Float32Array[]>>;
  /** Texts so far that were longer than it reads (count). */
  truncated?: () => number;
};

const ARTICLES_A_BATCH = 64;
const Sections = z.array(Section);

type Row = { doc: number; title: string; sections: string };

/**
 * Embed title and abstract of each article that has text and has no vector yet, and store it as int8.
 *
 * Each batch is one transaction with the place it reached, so a killed build embeds nothing twice; `truncated` in `meta` counts the texts that were longer than the encoder reads, where it tells.
 * If down: the encoder's failure; what is embedded stays.
 */
export const writeVectors = async (
  database: IndexDatabase,
  encoder: IndexEncoder,
  onArticles: (done: number) => void,
  signal: AbortSignal | undefined,
): Promise<Outcome<number>> => {
  const page = database.prepare<[number, number], Row>(
    "SELECT doc, title, sections FROM articles WHERE doc > ? ORDER BY doc LIMIT ?",
  );
  const insert = database.prepare("INSERT INTO vectors VALUES (?, ?)");
  let reached = Number(readMeta(database, "embedded") ?? -1);
  let done = database.prepare<[number], { n: number }>("SELECT count(*) AS n FROM articles WHERE doc <= ?").get(reached)?.n ?? 0;
  const cutBefore = Number(readMeta(database, "truncated") ?? 0) - (encoder.truncated?.() ?? 0);
  const countCut = () => {
    if (encoder.truncated !== undefined) writeMeta(database, "truncated", cutBefore + encoder.truncated());
  };
  countCut(); // a part without articles has counted too
  const write = database.transaction((rows: Row[], vectors: Float32Array[]) => {
    for (const [at, row] of rows.entries()) {
      insert.run(row.doc, quantizeInt8(vectors[at]!)); // one vector a row, checked below
    }
    writeMeta(database, "embedded", reached);
    countCut();
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
  writeAllSigns(database, encoder.dimensions);
  return ok(done);
};

/** Write the signs of all vectors, a segment a row, from the vectors as they are stored. */
export const writeAllSigns = (database: IndexDatabase, dimensions: number): void => {
  const insert = database.prepare("INSERT OR REPLACE INTO signs VALUES (?, ?)");
  for (const { segment, signs } of signsOfVectors(database, dimensions)) insert.run(segment, signs);
};

/** Form the signs of the stored vectors. Out: one piece a segment, in order of the segments. Throws DamagedIndex for a vector of another length. */
export function* signsOfVectors(database: IndexDatabase, dimensions: number): Generator<{ segment: number; signs: Uint8Array }> {
  const bytes = bytesOfSigns(dimensions);
  const vectors = database.prepare<[number, number], { doc: number; embedding: unknown }>(
    "SELECT doc, embedding FROM vectors WHERE doc >= ? AND doc < ?",
  );
  const segments = database.prepare<[], number>("SELECT segment FROM segments ORDER BY segment").pluck().all();
  for (const segment of segments) {
    const signs = new Uint8Array(SEGMENT_SIZE * bytes);
    const first = segment * SEGMENT_SIZE;
    for (const { doc, embedding } of vectors.all(first, first + SEGMENT_SIZE)) {
      const stored = bytesOf(embedding, `the vector of article ${doc}`, dimensions);
      writeSigns(new Int8Array(stored.buffer, stored.byteOffset, stored.length), signs, (doc - first) * bytes);
    }
    yield { segment, signs };
  }
}

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { failure, type Outcome, ok } from "../../state/outcome.ts";
import type { Embedded } from "./encoder.ts";

/** Vectors of public texts on disk, by the hash of the text; the texts themselves are not kept. */
export type VectorFile = {
  get: (key: string) => Embedded | undefined;
  put: (entries: Iterable<readonly [key: string, embedded: Embedded]>) => void;
  close: () => void;
};

const SCHEMA = `CREATE TABLE IF NOT EXISTS vectors (
  encoder TEXT NOT NULL, text TEXT NOT NULL, cut INTEGER NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (encoder, text)
) WITHOUT ROWID`;
const BUSY_MS = 5000;

/**
 * Open or make a file of vectors (SQLite); several processes may share it.
 *
 * In: path; the encoder's identity (weights hash and longest input), so that no vector outlives its weights; its dimensions.
 * If down: misconfigured naming the file when it cannot be opened or is something else. Later failures throw and are the caller's to count.
 */
export async function openVectorFile(path: string, encoder: string, dimensions: number): Promise<Outcome<VectorFile>> {
  const { default: Database } = await import("better-sqlite3");
  try {
    mkdirSync(dirname(path), { recursive: true });
    const database = new Database(path, { timeout: BUSY_MS });
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = NORMAL");
    database.exec(SCHEMA);
    const select = database.prepare<[string, string], { cut: number; vector: Buffer }>(
      "SELECT cut, vector FROM vectors WHERE encoder = ? AND text = ?",
    );
    const insert = database.prepare<[string, string, number, Buffer]>("INSERT OR IGNORE INTO vectors VALUES (?, ?, ?, ?)");
    return ok({
      get: (key) => {
        const row = select.get(encoder, key);
        if (row === undefined || row.vector.length !== dimensions * Float32Array.BYTES_PER_ELEMENT) return undefined;
        return { vector: new Float32Array(new Uint8Array(row.vector).buffer), cut: row.cut === 1 }; // copied: a Buffer may not be aligned
      },
      put: database.transaction((entries: Iterable<readonly [string, Embedded]>) => {
        for (const [key, { vector, cut }] of entries) {
          insert.run(encoder, key, cut ? 1 : 0, Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
        }
      }),
      close: () => void database.close(),
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return failure("misconfigured", `The file of vectors ${path} cannot be used (${why}): remove it, or name another.`);
  }
}

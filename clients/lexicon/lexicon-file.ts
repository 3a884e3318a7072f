import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import { isInCapitals, type Lexicon, lexiconForm } from "../../retrieval/lexicon.ts";
import type { LexiconEntry } from "../../state/lexicon-entry.ts";
import { failure, type Outcome, ok } from "../../state/outcome.ts";
import { failureOf } from "../index/index-file.ts";

/** Bytes 68-71 of the file: "EvLx". */
const APPLICATION_ID = 0x45764c78;
/** Raise when the tables or the rules of lexiconForm change. */
const VERSION = 1;
const ENTRIES_A_TURN = 5000;

const TABLES = `
CREATE TABLE entries (entry INTEGER PRIMARY KEY, source TEXT NOT NULL, code TEXT NOT NULL, names TEXT NOT NULL);
CREATE TABLE names (form TEXT NOT NULL, entry INTEGER NOT NULL, preferred INTEGER NOT NULL, capitals INTEGER NOT NULL,
  PRIMARY KEY (form, entry, capitals)) WITHOUT ROWID;
`;

/** What was written (counts), by vocabulary: "MeSH", "HGNC". */
export type LexiconReport = { entries: Record<string, number>; names: number };

/**
 * Write a lexicon beside its place and move it there when it is whole.
 *
 * In: entries; the file to make or to replace. Out: counts. If down: empty without entries, misconfigured for a path that cannot be written or is another
 * kind of file. What the source throws passes through; an older lexicon stays as it was.
 */
export const writeLexicon = async (
  entries: AsyncIterable<LexiconEntry>,
  file: string,
  onEntries?: (done: number) => void,
): Promise<Outcome<LexiconReport>> => {
  const building = `${file}.building`;
  let database: Database.Database | undefined;
  try {
    if (isOther(file)) return failure("misconfigured", `${file} exists and is no lexicon. Name another file.`);
    mkdirSync(dirname(file), { recursive: true });
    rmSync(building, { force: true });
    database = new Database(building);
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma("journal_mode = OFF"); // a file that is not whole is thrown away
    database.exec(TABLES);
    database.pragma(`user_version = ${VERSION}`);
    const report = await fill(database, entries, onEntries);
    database.close();
    if (report.names === 0) {
      rmSync(building, { force: true });
      return failure("empty", "the vocabularies have no entry.");
    }
    renameSync(building, file);
    return ok(report);
  } catch (error) {
    database?.close();
    rmSync(building, { force: true });
    return failureOf(error, file);
  }
};

const fill = async (
  database: Database.Database,
  entries: AsyncIterable<LexiconEntry>,
  onEntries: ((done: number) => void) | undefined,
): Promise<LexiconReport> => {
  const insertEntry = database.prepare("INSERT INTO entries (source, code, names) VALUES (?, ?, ?)");
  const insertName = database.prepare("INSERT OR IGNORE INTO names VALUES (?, ?, ?, ?)");
  const report: LexiconReport = { entries: {}, names: 0 };
  let done = 0;
  database.exec("BEGIN");
  for await (const { source, code, names } of entries) {
    const { lastInsertRowid } = insertEntry.run(source, code, JSON.stringify(names));
    report.entries[source] = (report.entries[source] ?? 0) + 1;
    // The preferred name comes first, so that a later one of the same form does not hide it.
    for (const [at, name] of names.entries()) {
      const form = lexiconForm(name);
      if (form !== "")
        report.names += insertName.run(form, lastInsertRowid, at === 0 ? 1 : 0, isInCapitals(name) ? 1 : 0).changes;
    }
    done += 1;
    if (done % ENTRIES_A_TURN === 0) onEntries?.(done);
  }
  database.exec("COMMIT");
  return report;
};

/** A lexicon that is open, and how many entries it has (count). */
export type OpenedLexicon = { find: Lexicon; entries: number; close: () => void };

const Row = z.object({
  source: z.string(),
  code: z.string(),
  names: z.string().transform((names) => z.array(z.string()).parse(JSON.parse(names))),
  preferred: z.number(),
  capitals: z.number(),
});

/**
 * Open a lexicon that `writeLexicon` made.
 *
 * Out: a look-up of names in the form of lexiconForm. If down: misconfigured for a file that is missing, another kind, of another version or damaged.
 */
export const openLexicon = (file: string): Outcome<OpenedLexicon> => {
  const build = `Build it with: evigraph lexicon build desc2026.xml --out ${file}`;
  if (!existsSync(file)) return failure("misconfigured", `${file}: there is no such file. ${build}`);
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { readonly: true, fileMustExist: true });
    if (database.pragma("application_id", { simple: true }) !== APPLICATION_ID) {
      database.close();
      return failure("misconfigured", `${file} is no lexicon. ${build}`);
    }
    const version = database.pragma("user_version", { simple: true });
    if (version !== VERSION) {
      database.close();
      return failure("misconfigured", `${file} has lexicon version ${version}; this program reads version ${VERSION}. ${build}`);
    }
    const opened = database;
    const rows = opened.prepare<[string]>(
      "SELECT source, code, names, preferred, capitals FROM names JOIN entries USING (entry) WHERE form = ? ORDER BY entry, capitals",
    );
    const find: Lexicon = (form) =>
      rows.all(form).map((row) => {
        const { source, code, names, preferred, capitals } = Row.parse(row);
        return { entry: { source, code, names }, isPreferred: preferred === 1, isCapitals: capitals === 1 };
      });
    const entries = Number(opened.prepare("SELECT count(*) FROM entries").pluck().get());
    return ok({ find, entries, close: () => void opened.close() });
  } catch (error) {
    database?.close();
    const failed = failureOf(error, file);
    return failure(
      failed.is,
      `${file} cannot be read as a lexicon (${error instanceof Error ? error.message : "unknown"}). ${build}`,
    );
  }
};

const isOther = (file: string): boolean => {
  const opened = openLexicon(file);
  if (opened.is === "ok") opened.value.close();
  return opened.is !== "ok" && /is no lexicon|not a database/.test(opened.detail);
};

import { closeSync, existsSync, openSync, readSync } from "node:fs";
import Database from "better-sqlite3";
import { type Failure, failure, type Outcome, ok } from "../../state/outcome.ts";
import { pathReason } from "../path-fault.ts";
import { DamagedIndex } from "./damaged-index.ts";
import { APPLICATION_ID, type IndexDatabase, readMeta, SCHEMA_VERSION } from "./schema.ts";

const BUILD = "Build it with: evigraph index build --articles FILE --out";
const APPLICATION_ID_AT = 68;

/** What a file is, judged by its first bytes alone. */
export const fileKind = (file: string): "missing" | "empty" | "index" | "other" => {
  if (!existsSync(file)) return "missing";
  const head = Buffer.alloc(APPLICATION_ID_AT + 4);
  const descriptor = openSync(file, "r");
  const size = readSync(descriptor, head, 0, head.length, 0);
  closeSync(descriptor);
  if (size === 0) return "empty";
  return size === head.length && head.readUInt32BE(APPLICATION_ID_AT) === APPLICATION_ID ? "index" : "other";
};

/**
 * Open a finished index for reading.
 *
 * If down: misconfigured, naming the file, what is wrong with it and how to build it anew.
 */
export const openIndexFile = (file: string): Outcome<IndexDatabase> => {
  const wrong = (what: string) => failure("misconfigured", `${file} ${what}. ${BUILD} ${file}`);
  let database: IndexDatabase | undefined;
  try {
    const kind = fileKind(file);
    if (kind === "missing") return wrong("does not exist");
    if (kind !== "index") return wrong(kind === "empty" ? "is empty" : "is not an Evigraph index");
    database = new Database(file, { readonly: true, fileMustExist: true });
    const fault = faultOf(database);
    if (fault === undefined) return ok(database);
    database.close();
    return wrong(fault);
  } catch (error) {
    database?.close();
    return failureOf(error, file);
  }
};

const faultOf = (database: IndexDatabase): string | undefined => {
  const version = database.pragma("user_version", { simple: true });
  if (version !== SCHEMA_VERSION) return `has index version ${version}; this program reads version ${SCHEMA_VERSION}`;
  if (readMeta(database, "stage") !== "done") return "was not built to its end";
  return undefined;
};

/** Turn what SQLite or the file system threw into an outcome; anything else is a bug and is thrown on. */
export const failureOf = (error: unknown, file: string): Failure => {
  if (error instanceof DamagedIndex) return damaged(file, error.message);
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") throw error;
  if (/^SQLITE_(CORRUPT|NOTADB|TOOBIG)/.test(error.code) || isOtherSchema(error.message)) return damaged(file, error.message);
  if (/^SQLITE_BUSY/.test(error.code)) {
    return failure("misconfigured", `${file} is being written by another process. Wait for it, or name another --out file.`);
  }
  const reason = pathReason(error);
  if (reason !== undefined) return failure("misconfigured", `${file}: ${reason}`);
  if (/^(E[A-Z]+$|SQLITE_(CANTOPEN|FULL|IOERR|READONLY|PERM|AUTH))/.test(error.code)) {
    return failure("misconfigured", `${file}: ${error.message}. Check the path, its permissions and the space on the disk.`);
  }
  throw error;
};

/** Say that a file's content is not what was written. */
export const damaged = (file: string, what: string): Failure =>
  failure(
    "misconfigured",
    `${file} is damaged or cut short (${what}). What of it is sound: evigraph index verify --index ${file}. ${BUILD} ${file}`,
  );

// The statements are the program's own: where one does not fit, the file's description of its tables is broken.
const isOtherSchema = (message: string): boolean => /^(no such (table|column)|unsupported file format|malformed)/.test(message);

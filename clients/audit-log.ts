import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { canonicalJson } from "./canonical-json.ts";
import { sha256 } from "./text-store.ts";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.int().nonnegative();

/** What left the process, or came back; hosts, sizes and hashes, never a path, a query or a body. */
export const AuditEvent = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("request"),
    request: size.describe("Number of the request in this file, from 1."),
    host: z.string(),
    dataClass: z.enum(["phi", "public"]),
    permitted: z.boolean().describe("False: nothing was sent."),
    method: z.string(),
    bytes: size.nullable().describe("Path, query and body (bytes); null for a body that is a stream."),
    sha256: hash.nullable().describe("Of the same, after the method and a space."),
  }),
  z.object({ event: z.literal("reply"), request: size, status: z.int(), bytes: size, sha256: hash, whole: z.boolean() }),
  z.object({ event: z.literal("failed"), request: size, why: z.string().describe("The system's code, such as ECONNREFUSED.") }),
  z.object({
    event: z.literal("reopened"),
    torn: hash.nullable().describe("Of a line that a kill cut short, which stands before."),
  }),
]);
export type AuditEvent = z.infer<typeof AuditEvent>;

const Links = z.object({ n: size, time: z.iso.datetime(), previous: hash, hash });
type Links = z.infer<typeof Links>;
export type AuditEntry = AuditEvent & Links;

export type AuditLog = {
  /** Number of the next request. */
  next(): number;
  add(event: AuditEvent): void;
  /** Entries so far and the last one's hash; undefined while nothing was written. */
  head(): { entries: number; hash: string } | undefined;
};

/** What precedes the first entry. */
const START = "0".repeat(64);

/**
 * Keep an audit log in a file that is only ever appended to: each entry holds the hash of the one before.
 *
 * In: file, made at the first entry (mode 0600); a file that is there goes on, and says so. now: for tests. Out: the log. A line that a kill cut short stays, and the next entry names its hash.
 * Throws for a file whose entries do not follow from each other: nothing may be appended to what was changed.
 */
export const openAuditLog = (file: string, now: () => Date = () => new Date()): AuditLog => {
  let state: { entries: number; requests: number; hash: string } | undefined;
  const append = (event: AuditEvent): void => {
    state ??= begin();
    const entry = { ...event, n: state.entries + 1, time: now().toISOString(), previous: state.hash };
    const linked = hashOf(entry);
    appendFileSync(file, `${canonicalJson({ ...entry, hash: linked })}\n`, { mode: 0o600 });
    state = { entries: entry.n, requests: state.requests + (event.event === "request" ? 1 : 0), hash: linked };
  };
  const begin = (): NonNullable<typeof state> => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    if (!existsSync(file)) return { entries: 0, requests: 0, hash: START };
    const read = readAuditLog(file);
    if (read.broken !== undefined)
      throw new Error(
        `${file}: ${read.broken}. An audit log that was changed is not appended to; keep it, and take another folder.`,
      );
    if (read.torn !== undefined) appendFileSync(file, "\n");
    const last = read.entries.at(-1);
    state = {
      entries: read.entries.length,
      requests: read.entries.filter(({ event }) => event === "request").length,
      hash: last?.hash ?? START,
    };
    append({ event: "reopened", torn: read.torn === undefined ? null : sha256(read.torn) });
    return state;
  };
  return {
    next: () => {
      state ??= begin();
      return state.requests + 1;
    },
    add: append,
    head: () => (state === undefined || state.entries === 0 ? undefined : { entries: state.entries, hash: state.hash }),
  };
};

/** An audit log as it was read: its entries up to the first that does not follow, why that one does not, and a last line without its end. */
export type ReadAudit = { entries: AuditEntry[]; broken: string | undefined; torn: string | undefined };

/** Read an audit log and check that each entry follows from the one before. In: file. Out: see ReadAudit. */
export const readAuditLog = (file: string): ReadAudit => {
  const lines = readFileSync(file, "utf8").split("\n");
  const end = lines.pop() ?? ""; // text after the last line's end
  const entries: AuditEntry[] = [];
  let cut: string | undefined;
  for (const [at, line] of lines.entries()) {
    const entry = entryIn(line);
    const place = `line ${at + 1}`;
    if (entry === undefined) {
      if (cut !== undefined) return { entries, broken: `${place} is no entry`, torn: undefined };
      cut = line;
      continue;
    }
    if (cut !== undefined && !(entry.event === "reopened" && entry.torn === sha256(cut)))
      return { entries, broken: `line ${at} is no entry`, torn: undefined };
    cut = undefined;
    const before = entries.at(-1);
    if (entry.n !== entries.length + 1 || entry.previous !== (before?.hash ?? START))
      return { entries, broken: `${place} does not follow from the one before`, torn: undefined };
    const { hash: linked, ...rest } = entry;
    if (hashOf(rest) !== linked) return { entries, broken: `${place} was changed`, torn: undefined };
    entries.push(entry);
  }
  if (cut !== undefined) return { entries, broken: `line ${lines.length} is no entry`, torn: undefined };
  return { entries, broken: undefined, torn: end === "" ? undefined : end };
};

const entryIn = (line: string): AuditEntry | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    const [event, links] = [AuditEvent.safeParse(value), Links.safeParse(value)];
    return event.success && links.success ? { ...event.data, ...links.data } : undefined;
  } catch {
    return undefined;
  }
};

const hashOf = (entry: AuditEvent & Omit<Links, "hash">): string => sha256(canonicalJson(entry));

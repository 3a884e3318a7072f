import { existsSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Say in plain words why a path could not be read or written.
 *
 * In: what the system threw. Out: what is wrong and the way out, without the path; undefined for an error of another kind.
 */
export const pathReason = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  const path = pathOf(error);
  if (error.code === "ENOENT" && path !== undefined && !existsSync(dirname(path)))
    return `there is no such file; its folder ${dirname(path)} is not there either.`;
  return REASONS.get(error.code);
};

/**
 * Say why a path could not be read or written, with the path.
 *
 * In: what the system threw. Out: path, what is wrong, the way out; undefined for an error of another kind.
 */
export const pathFault = (error: unknown): string | undefined => {
  const reason = pathReason(error);
  if (reason === undefined || !(error instanceof Error)) return undefined;
  return `${pathOf(error) ?? "A file that the command was given"}: ${reason}`;
};

/** The path as the user named it: a rename tells both ends, and half-written files have an ending of ours. */
const pathOf = (error: Error): string | undefined => {
  const named = "dest" in error && typeof error.dest === "string" ? error.dest : "path" in error ? error.path : undefined;
  return typeof named === "string" ? named.replace(/\.(?:tmp|partial|building)$/, "") : undefined;
};

const REASONS = new Map([
  ["ENOENT", "there is no such file or folder; look for a slip in its name."],
  ["EISDIR", "this is a folder; a file is expected."],
  ["ENOTDIR", "a part of this path is a file where a folder is expected."],
  ["EEXIST", "this is there already and is of another kind; name another one."],
  ["ENOTEMPTY", "this folder is not empty; name another one."],
  ["EACCES", "this may not be read or written by you; change its permissions, or name another one."],
  ["EPERM", "this may not be changed by you; change its permissions, or name another one."],
  ["EROFS", "this lies where nothing can be written; name another place."],
  ["ENOSPC", "the disk is full; make room, then give the same command again."],
  ["EDQUOT", "your share of the disk is used up; make room, then give the same command again."],
  ["ENAMETOOLONG", "this name is longer than the system allows; name a shorter one."],
  ["ELOOP", "its links lead in a circle; name the file itself."],
  ["EMFILE", "too many files are open at once; lower --concurrency or raise the system's limit (ulimit -n)."],
]);

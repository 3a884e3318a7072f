import { execFileSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { packageRoot } from "../clients/env.ts";

/**
 * Name the commit of the sources that run.
 *
 * In: the files that matter (all sources unless given). Out: its hash, with `+` behind it where one of them differs from it; "unknown" where the package lies in no repository of its own.
 */
export const commitOf = (files: readonly string[] = SOURCES, root = packageRoot()): string => {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    if (realpathSync(git("rev-parse", "--show-toplevel")) !== realpathSync(root)) return "unknown";
    const changed = git("status", "--porcelain", "--untracked-files=all", "--", ...files);
    return `${git("rev-parse", "--short=12", "HEAD")}${changed === "" ? "" : "+"}`;
  } catch {
    return "unknown"; // no git, or no repository
  }
};

/**
 * Tell whether files that decide a score have changed since a commit.
 *
 * In: a commit as `commitOf` gives it, the files (all sources unless given). Out: true where they have, or where the run had changes of its own or its commit is not known here.
 */
export const changedSince = (commit: string, files: readonly string[] = SOURCES, root = packageRoot()): boolean => {
  if (!/^[0-9a-f]{7,40}$/.test(commit)) return true;
  try {
    execFileSync("git", ["diff", "--quiet", commit, "--", ...files], { cwd: root, stdio: "ignore" });
    return false;
  } catch {
    return true; // another commit's files, or no such commit
  }
};

/** Folders whose files decide a score. */
const SOURCES = [
  ...["state", "text", "formats", "prompts", "retrieval", "clients", "nodes", "graphs", "evaluation", "data"],
  ":!evaluation/expected-scores.json",
];

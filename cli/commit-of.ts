import { execFileSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { packageRoot } from "../clients/env.ts";

/**
 * Name the commit of the sources that run.
 *
 * Out: its hash, with `+` behind it where source files differ from it; "unknown" where the package lies in no repository of its own.
 */
export const commitOf = (root = packageRoot()): string => {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    if (realpathSync(git("rev-parse", "--show-toplevel")) !== realpathSync(root)) return "unknown";
    const changed = git("status", "--porcelain", "--untracked-files=no", "--", ...SOURCES);
    return `${git("rev-parse", "--short=12", "HEAD")}${changed === "" ? "" : "+"}`;
  } catch {
    return "unknown"; // no git, or no repository
  }
};

/** Folders whose files decide a score. */
const SOURCES = ["state", "text", "formats", "prompts", "retrieval", "clients", "nodes", "graphs", "evaluation", "data"];

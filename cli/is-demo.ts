import { realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { packageRoot } from "../clients/env.ts";

/** Tell whether a file is one of the package's own synthetic inputs, whose text is public. In: path as given. Out: false too where it is not there. */
export const isDemo = (file: string | undefined): boolean => {
  if (file === undefined || file === "-") return false;
  try {
    return realpathSync(file).startsWith(`${realpathSync(join(packageRoot(), "data", "demo"))}${sep}`);
  } catch {
    return false; // not there: the reader says so
  }
};

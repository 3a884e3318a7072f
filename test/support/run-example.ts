import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { packageRoot } from "../../clients/env.ts";

const execute = promisify(execFile);

/** Run a script of examples/ as a user does. Out: the lines of its stdout; rejects with its stderr when it fails. */
export const runExample = async (name: string, ...args: string[]): Promise<string[]> => {
  const root = packageRoot();
  const { stdout } = await execute(process.execPath, ["--import", "tsx", join(root, "examples", name), ...args], { cwd: root });
  return stdout.trimEnd().split("\n");
};

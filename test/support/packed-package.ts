import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { packageRoot } from "../../clients/env.ts";

const execute = promisify(execFile);
const LARGE = 64 * 1024 * 1024;

/** Run a program. In: its name, arguments, working folder, and variables beside those of this process. Out: stdout and stderr; a failure throws with both. */
export const runProgram = async (
  program: string,
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<{ stdout: string; stderr: string }> => {
  // What npm or vitest told this process about its own run is no business of the program's.
  const own = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_(?!config_)|VITEST|NODE_ENV)/.test(name)),
  );
  return execute(program, [...args], { cwd, env: { ...own, ...env }, maxBuffer: LARGE });
};

/** Pack the repository as `npm publish` would, build included. In: folder. Out: path of the tarball, and the files in it. */
export const packRepository = async (into: string): Promise<{ tarball: string; files: string[] }> => {
  const { stdout } = await runProgram("npm", ["pack", "--json", "--pack-destination", into], { cwd: packageRoot() });
  // What the build prints stands before the JSON.
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf("[\n"))) as { filename: string; files: { path: string }[] }[];
  if (packed === undefined) throw new Error(`npm pack said: ${stdout}`);
  return { tarball: join(into, packed.filename), files: packed.files.map(({ path }) => path) };
};

/** Another version of Node, with its headers for what must be compiled; it comes from the package registry. */
export type OtherNode = { bin: string; variables: Record<string, string>; version: string };

/** Install a version of Node in a folder. In: folder, version (22). Out: its program, and the variables under which npm uses it. */
export const installNode = async (folder: string, version: string): Promise<OtherNode> => {
  const family = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  const name = `${family}-${process.platform}-${process.arch}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  await runProgram("npm", ["install", "--no-audit", "--no-fund", `${name}@${version}`], { cwd: folder });
  const home = join(folder, "node_modules", name);
  const bin = join(home, "bin", "node");
  const { stdout } = await runProgram(bin, ["--version"], { cwd: folder });
  const variables = { PATH: `${dirname(bin)}${delimiter}${process.env.PATH ?? ""}`, npm_config_nodedir: home };
  return { bin, variables, version: stdout.trim() };
};

/**
 * Install a tarball in an empty folder, as a user does.
 *
 * In: folder (made), tarball, a version of Node other than this process's. The folder's package.json lets better-sqlite3 alone run its
 * install script (npm 11), its .npmrc keeps onnxruntime-node from fetching CUDA libraries (npm 10).
 */
export const installPackage = async (folder: string, tarball: string, node?: OtherNode): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const { allowScripts } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { allowScripts: unknown };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ private: true, type: "module", allowScripts })}\n`);
  copyFileSync(join(packageRoot(), ".npmrc"), join(folder, ".npmrc"));
  await runProgram("npm", ["install", "--no-audit", "--no-fund", tarball], { cwd: folder, env: node?.variables ?? {} });
};

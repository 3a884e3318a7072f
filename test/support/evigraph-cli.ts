import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../clients/env.ts";

/** The built command, as users run it. */
export const cliFile = (): string => {
  const file = join(packageRoot(), "dist", "cli", "main.js");
  if (!existsSync(file)) throw new Error(`${file} is not there: npm run build`);
  return file;
};

export type Ran = { code: number | null; stdout: string; stderr: string; ms: number };
export type Running = { ended: Promise<Ran>; kill: () => void };

/** Start a command of Evigraph. Out: how it ends (code null: killed), and a way to kill it at once with SIGKILL. */
export const startEvigraph = (args: readonly string[], node: readonly string[] = [process.execPath, cliFile()]): Running => {
  const [command = "", ...first] = node;
  const began = performance.now();
  const child = spawn(command, [...first, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (piece) => (stdout += String(piece)));
  child.stderr.on("data", (piece) => (stderr += String(piece)));
  const ended = once(child, "close").then(([code]) => ({
    code: typeof code === "number" ? code : null,
    stdout,
    stderr,
    ms: performance.now() - began,
  }));
  return { ended, kill: () => void child.kill("SIGKILL") };
};

/** Run a command to its end; any other code than the expected one throws with what it said. */
export const evigraph = async (args: readonly string[], expected = 0): Promise<Ran> => {
  const ran = await startEvigraph(args).ended;
  if (ran.code !== expected) throw new Error(`evigraph ${args.join(" ")} ended with ${ran.code}:\n${ran.stdout}\n${ran.stderr}`);
  return ran;
};

/** Run a command and kill it after a while. Out: how it ended, which is on its own where it was faster. */
export const evigraphKilledAfter = async (args: readonly string[], ms: number): Promise<Ran> => {
  const { ended, kill } = startEvigraph(args);
  const timer = setTimeout(kill, ms);
  const ran = await ended;
  clearTimeout(timer);
  return ran;
};

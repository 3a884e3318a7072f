import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { packageRoot } from "../../clients/env.ts";

/** A real OpenSearch of this test's own. */
export type TestServer = {
  url: string;
  /** End the node with SIGKILL, as a power cut would. */
  kill(): Promise<void>;
  /** End it in good order. */
  stop(): Promise<void>;
  /** Hold the node still, or let it go on: a server that hangs. */
  hold(still: boolean): Promise<void>;
};

/** Find the script that starts one: in EVIGRAPH_TEST_OPENSEARCH, else in ../shared/services/opensearch beside the repository. */
const script = (): string | undefined =>
  [process.env.EVIGRAPH_TEST_OPENSEARCH, resolve(packageRoot(), "..", "shared", "services", "opensearch")]
    .flatMap((folder) => (folder === undefined ? [] : [join(folder, "start.sh")]))
    .find((file) => existsSync(file));

/**
 * Say why no OpenSearch can be started here; undefined where one can.
 *
 * The script fetches the server's jars at its first start, which needs Maven; later starts need a JDK alone.
 */
export const whyNoOpensearch = (): string | undefined => {
  const file = script();
  if (file === undefined)
    return "no start.sh of a test server (set EVIGRAPH_TEST_OPENSEARCH to its folder, or put it in ../shared/services/opensearch)";
  try {
    execFileSync("bash", [file], { env: { ...process.env, OPENSEARCH_TEST_FETCH: "1" }, stdio: ["ignore", "ignore", "pipe"] });
    return undefined;
  } catch (error) {
    const said = typeof error === "object" && error !== null && "stderr" in error ? String(error.stderr).trim() : String(error);
    return `the test server cannot be fetched: ${said.split("\n").at(-1)}`;
  }
};

const MOST_WAITS = 100;

/** Whether every thread of a process is stopped; where the system does not tell, it counts as such. */
const isStill = (pid: number): boolean => {
  const folder = `/proc/${pid}/task`;
  if (!existsSync(folder)) return true;
  return readdirSync(folder).every((task) => /\) [TXZ] /.test(statOf(join(folder, task, "stat"))));
};

/** A thread that ends while it is looked at runs no more. */
const statOf = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ") X ";
  }
};

/** Start a server and wait until it answers. In: settings of the node, as name=value. It ends with this process. */
export const startOpensearch = async (...settings: string[]): Promise<TestServer> => {
  const child = spawn("bash", [script() ?? "start.sh", ...settings], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (piece) => (said += String(piece)));
  const exited = once(child, "exit");
  process.once("exit", () => void child.kill("SIGTERM"));
  const line = once(createInterface({ input: child.stdout }), "line");
  const first = await Promise.race([line, exited.then(() => undefined)]);
  if (first === undefined) throw new Error(`The test server did not start: ${said}`);
  const node = (): number => Number(execFileSync("pgrep", ["-P", String(child.pid), "java"], { encoding: "utf8" }).trim());
  return {
    url: String(first[0]),
    kill: async () => {
      process.kill(node(), "SIGKILL");
      await exited;
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await exited;
    },
    hold: async (still) => {
      const pid = node();
      process.kill(pid, still ? "SIGSTOP" : "SIGCONT");
      // The signal reaches one thread after another; one that still runs would answer.
      for (let wait = 0; still && wait < MOST_WAITS && !isStill(pid); wait++) await new Promise((done) => setTimeout(done, 10));
    },
  };
};

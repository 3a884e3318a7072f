import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { packageRoot } from "../../clients/env.ts";

/** A port of the loopback address that nobody listens on. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return address.port;
};

export type StudioServer = { url: string; folder: string; log: () => string; stop: () => Promise<void> };

/**
 * Start `npm run studio` on a free port, with the repository's own langgraph.json in a folder of its own.
 *
 * The server keeps its threads beside langgraph.json, and a developer's own ones are not a test's to touch.
 */
export const startStudio = async (variables: Record<string, string>): Promise<StudioServer> => {
  const root = packageRoot();
  const folder = mkdtempSync(join(tmpdir(), "evigraph-studio-"));
  copyFileSync(join(root, "langgraph.json"), join(folder, "langgraph.json"));
  for (const name of ["node_modules", "graphs", "package.json"]) symlinkSync(join(root, name), join(folder, name));
  const port = await freePort();
  const args = ["--port", String(port), "--host", "127.0.0.1", "--no-reload", "--config", join(folder, "langgraph.json")];
  const server = spawn(process.execPath, [join(root, "scripts", "studio.mjs"), ...args], {
    env: { ...process.env, ...variables, EVIGRAPH_CACHE: join(folder, "cache") },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true, // a group of its own, so that stopping it leaves no server behind
  });
  let log = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (piece) => (log += String(piece)));
  const ended = once(server, "exit");
  const stop = async (): Promise<void> => {
    if (server.exitCode === null && server.pid !== undefined) process.kill(-server.pid, "SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + 90_000; Date.now() < until; await wait(200)) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}:\n${log}`);
    const answered = await fetch(`${url}/ok`).catch(() => undefined);
    if (answered?.ok) return { url, folder, log: () => log, stop };
  }
  await stop();
  throw new Error(`the server did not answer within 90 s:\n${log}`);
};

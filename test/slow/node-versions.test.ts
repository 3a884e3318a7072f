import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installNode, installPackage, packRepository, runProgram } from "../support/packed-package.ts";
import { runBothGraphs } from "../support/run-both-graphs.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-node-"));
let tarball: string;

beforeAll(async () => {
  ({ tarball } = await packRepository(folder));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(["22", "24"])("on Node %s doctor is healthy and both graphs answer", async (version) => {
  const node = await installNode(join(folder, `node-${version}`), version);
  expect(node.version).toMatch(new RegExp(`^v${version}\\.`));
  const home = join(folder, `with ${version}`);
  await installPackage(home, tarball, node); // better-sqlite3 is built for this version here
  const installed = join(home, "node_modules", "evigraph");
  const command = join(installed, "dist", "cli", "main.js");
  const env = { EVIGRAPH_CACHE: join(home, "cache") };
  const run = async (...args: string[]) => (await runProgram(node.bin, [command, ...args], { cwd: home, env })).stdout;
  expect(JSON.parse(await run("doctor", "--json")).checks).toContainEqual(
    expect.objectContaining({ name: "Node", ok: true, detail: node.version.slice(1) }),
  );
  await runBothGraphs(home, installed, run);
});

// Compile to dist/ and copy what tsc does not: JSON word lists, plain worker threads, the web page.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const FOLDERS = ["cli", "clients", "evaluation", "formats", "graphs", "nodes", "prompts", "retrieval", "server", "state", "text"];

// An installed tarball holds dist/ already and has no compiler.
let tsc;
try {
  tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
} catch {
  process.exit(0);
}
rmSync(join(root, "dist"), { recursive: true, force: true });
execFileSync(process.execPath, [tsc, "-p", join(root, "tsconfig.build.json")], { stdio: "inherit", cwd: root });
for (const folder of FOLDERS.filter((name) => existsSync(join(root, name)))) {
  for (const file of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
    if (/\.(json|mjs)$/.test(file)) cpSync(join(root, folder, file), join(root, "dist", folder, file));
  }
}

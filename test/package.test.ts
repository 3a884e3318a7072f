import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const Versions = z.record(z.string(), z.string());
const manifest = z
  .object({
    name: z.string(),
    bin: Versions,
    files: z.array(z.string()),
    exports: z.object({ ".": z.object({ types: z.string(), default: z.string() }) }),
    dependencies: Versions,
    devDependencies: Versions,
    engines: Versions,
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(JSON.parse(readFileSync("package.json", "utf8")));
const lock = z
  .object({ packages: z.record(z.string(), z.looseObject({ resolved: z.string().optional() })) })
  .parse(JSON.parse(readFileSync("package-lock.json", "utf8")));

test("every dependency has one exact version", () => {
  const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test("the lock file agrees with package.json and names no registry", () => {
  expect(lock.packages[""]).toMatchObject({ dependencies: manifest.dependencies, devDependencies: manifest.devDependencies });
  const addressed = Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined);
  expect(addressed).toEqual([]);
});

test("install scripts run only where they are needed, and fetch no CUDA libraries", () => {
  expect(readFileSync(".npmrc", "utf8")).toContain("onnxruntime-node-install=skip");
  expect(manifest.allowScripts).toMatchObject({ "better-sqlite3": true, "onnxruntime-node": false });
});

test("the command and the types that package.json names are built", () => {
  const command = manifest.bin.evigraph ?? "";
  expect(readFileSync(command, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  for (const built of Object.values(manifest.exports["."])) expect(existsSync(built), `${built}; run npm run build`).toBe(true);
});

test("what the package holds at run time is in its list of files, and nothing of the tests or of other data is", () => {
  for (const needed of ["dist", "data/demo", "data/models", "LICENSE", "NOTICE"]) expect(manifest.files).toContain(needed);
  for (const name of manifest.files) expect(existsSync(name), name).toBe(true);
  expect(manifest.files.filter((name) => /^(test|shared|training|node_modules)/.test(name))).toEqual([]);
  // It names graphs/studio.ts, a source: Studio is started in a clone of the repository.
  expect(manifest.files).not.toContain("langgraph.json");
});

const SOURCES = [
  "cli",
  "clients",
  "evaluation",
  "formats",
  "graphs",
  "nodes",
  "prompts",
  "retrieval",
  "server",
  "state",
  "text",
].filter((folder) => existsSync(folder));
const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
const sources = [...SOURCES.flatMap(filesUnder).filter((file) => /\.(ts|mjs)$/.test(file)), "index.ts"];

test("every package that the sources import at run time is a dependency", () => {
  const imported = new Set(
    sources.flatMap((file) =>
      [
        ...readFileSync(file, "utf8").matchAll(
          /^\s*(?:import|export)\s+(?!type\s)(?:[^"';]*?\sfrom\s+)?["']([^."'][^"']*)["']|import\(\s*["']([^."'][^"']*)["']\s*\)/gm,
        ),
      ].map(([, fixed, lazy]) => packageOf(fixed ?? lazy ?? "")),
    ),
  );
  expect(imported).toContain("zod"); // the pattern finds what is there
  const builtin = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);
  const missing = [...imported].filter((name) => !builtin.has(name) && !(name in manifest.dependencies));
  expect(missing).toEqual([]);
});

test("every data file that the sources read beside themselves is built too", () => {
  const beside = SOURCES.flatMap(filesUnder).filter((file) => /\.(json|mjs)$/.test(file));
  expect(beside.length).toBeGreaterThan(5);
  for (const file of beside) expect(existsSync(join("dist", file)), `dist/${file}; run npm run build`).toBe(true);
});

function packageOf(specifier: string): string {
  const [scope = "", name = ""] = specifier.split("/");
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}

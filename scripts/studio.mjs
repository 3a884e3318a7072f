// Start the LangGraph dev server of both graphs for Studio: no browser, no usage reports, no tracing, files for their owner only.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packageOfCli = createRequire(import.meta.url).resolve("@langchain/langgraph-cli/package.json");
const unregister = register();
const { withoutTracing } = await import("../clients/tracing.ts");
await unregister();

const traced = withoutTracing(); // for this process and the server
if (traced.length > 0)
  console.error(`Tracing is off, though ${traced.join(", ")} asked for it: traces would carry whole inputs.`);
console.error(
  "Threads are kept in .langgraph_api, notes included. Research prototype, not for clinical use without validation by qualified professionals.",
);
process.umask(0o077);
const server = spawn(
  process.execPath,
  [join(dirname(packageOfCli), "dist/cli/cli.mjs"), "dev", "--no-browser", ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit" },
);
process.on("SIGINT", () => {}); // Ctrl-C reaches the server by itself
process.on("SIGTERM", () => server.kill("SIGTERM"));
server.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));

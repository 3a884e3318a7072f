// The real worker, except that its thread ends at the first text "die once at PATH".
import { existsSync, writeFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";

parentPort.on("message", ({ text }) => {
  const once = /^die once at (.+)$/.exec(text ?? "")?.[1];
  if (once === undefined || existsSync(once)) return;
  writeFileSync(once, "");
  process.exit(3);
});
await import("../../../clients/encoder/embed-worker.mjs");

#!/usr/bin/env node
import { main } from "./program.ts";

// A reader that has seen enough (| head) is no fault.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

process.exitCode = await main(process.argv.slice(2));

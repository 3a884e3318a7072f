// Started as a process: waits for a line on stdin, takes the lock of the folder it is given, says how that went, and holds it.
import { lockFolder } from "../../cli/lock-folder.ts";

process.stdout.write("ready\n");
process.stdin.once("data", () => {
  try {
    lockFolder(process.argv[2] ?? "");
    process.stdout.write("took\n");
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : error}\n`);
  }
});

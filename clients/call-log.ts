import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { readJsonLines } from "./json-lines.ts";
import { type CallLog, LedgerCall } from "./models/ledger.ts";

/** Keep calls in memory only. */
export const memoryCalls = (): CallLog => {
  const calls: LedgerCall[] = [];
  return { read: () => [...calls], add: (call) => void calls.push(call) };
};

/**
 * Keep calls in a file, one JSON line a call, on disk before the next one; a killed run finds again what it has paid for.
 *
 * In: file, whose folder is there at the first call; readable by its owner only (mode 0600). A torn last line is left out.
 */
export const fileCalls = (file: string): CallLog => {
  let begun = false;
  return {
    read: () => readJsonLines(file, LedgerCall),
    add: (call) => {
      const torn = !begun && existsSync(file) && !/(?:^|\n)$/u.test(readFileSync(file, "utf8"));
      begun = true;
      appendFileSync(file, `${torn ? "\n" : ""}${JSON.stringify(call)}\n`, { mode: 0o600, flush: true });
    },
  };
};

import { appendFileSync, existsSync, readFileSync } from "node:fs";
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
    read: () => (existsSync(file) ? readFileSync(file, "utf8").split("\n").flatMap(callIn) : []),
    add: (call) => {
      const torn = !begun && existsSync(file) && !/(?:^|\n)$/u.test(readFileSync(file, "utf8"));
      begun = true;
      appendFileSync(file, `${torn ? "\n" : ""}${JSON.stringify(call)}\n`, { mode: 0o600, flush: true });
    },
  };
};

const callIn = (line: string): LedgerCall[] => {
  try {
    const read = LedgerCall.safeParse(JSON.parse(line));
    return read.success ? [read.data] : [];
  } catch {
    return []; // torn when the run was killed
  }
};

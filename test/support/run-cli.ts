import { main } from "../../cli/program.ts";

export type CliRun = { code: number; out: string; err: string };

/** Run one command in this process, and take what it writes. */
export const runCli = async (...args: string[]): Promise<CliRun> => {
  const run: CliRun = { code: 0, out: "", err: "" };
  const { write: toOut } = process.stdout;
  const { write: toErr } = process.stderr;
  process.stdout.write = ((text: string | Uint8Array) => {
    run.out += text;
    return true;
  }) as typeof process.stdout.write;
  process.stderr.write = ((text: string | Uint8Array) => {
    run.err += text;
    return true;
  }) as typeof process.stderr.write;
  try {
    run.code = await main(args);
    return run;
  } finally {
    process.stdout.write = toOut;
    process.stderr.write = toErr;
    process.exitCode = undefined;
  }
};

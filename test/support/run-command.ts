import { main } from "../../cli/program.ts";

/**
 * Run the command line in this process.
 *
 * In: the arguments after `evigraph`. Out: exit code and what was written to stdout and stderr.
 */
export const runCommand = async (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> => {
  const written = { stdout: "", stderr: "" };
  const { stdout, stderr, exitCode } = process;
  const before = { stdout: stdout.write, stderr: stderr.write };
  const catchInto = (name: "stdout" | "stderr") => (text: string | Uint8Array) => {
    written[name] += String(text);
    return true;
  };
  stdout.write = catchInto("stdout");
  stderr.write = catchInto("stderr");
  try {
    process.exitCode = 0;
    return { code: await main(args), ...written };
  } finally {
    stdout.write = before.stdout;
    stderr.write = before.stderr;
    process.exitCode = exitCode;
  }
};

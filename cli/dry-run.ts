import { EXIT, type ExitCode } from "./command-fault.ts";
import type { RunOptions } from "./run-options.ts";

/** Show what a run would do, and run nothing. In: options, items (count), fingerprint. Out: exit code 0. */
export const dryRun = ({
  options,
  unit,
  items,
  fingerprint,
}: {
  options: RunOptions & { out?: string };
  unit: string;
  items: number;
  fingerprint: Record<string, unknown>;
}): ExitCode => {
  const plan = { count: items, unit, out: options.out ?? null, ...fingerprint };
  process.stdout.write(
    options.json
      ? `${JSON.stringify(plan)}\n`
      : `Would run ${items} ${unit}${options.out === undefined ? "" : ` into ${options.out}`}:\n${JSON.stringify(fingerprint, null, 2)}\n`,
  );
  return EXIT.done;
};

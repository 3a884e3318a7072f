import { EXIT, type ExitCode } from "./command-fault.ts";
import { describeEstimate, type Estimate } from "./estimate.ts";
import { printJson } from "./print-json.ts";
import type { RunOptions } from "./run-options.ts";

/** Show what a run would do and about how many model calls it would make, and run nothing. In: options, items (count), fingerprint, estimate. Out: exit code 0. */
export const dryRun = ({
  options,
  unit,
  items,
  fingerprint,
  estimate,
}: {
  options: RunOptions & { out?: string };
  unit: string;
  items: number;
  fingerprint: Record<string, unknown>;
  estimate?: Estimate;
}): ExitCode => {
  const plan = { count: items, unit, out: options.out ?? null, ...(estimate === undefined ? {} : { estimate }), ...fingerprint };
  if (options.json) printJson(plan);
  else
    process.stdout.write(
      `Would run ${items} ${unit}${options.out === undefined ? "" : ` into ${options.out}`}:\n${JSON.stringify(fingerprint, null, 2)}\n${
        estimate === undefined ? "" : `${describeEstimate(estimate).join("\n")}\n`
      }`,
    );
  return EXIT.done;
};

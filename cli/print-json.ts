let printed = false;

/** Write the one value that `--json` promises on stdout. */
export const printJson = (value: unknown): void => {
  printed = true;
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

/**
 * Tell a script that reads JSON how a command ended that has no result to show.
 *
 * In: exit code, and what is wrong where it is known. Nothing is written where the command has written its value.
 */
export const printEnd = (exit: number, error?: string): void => {
  if (!printed) printJson({ error: error ?? (exit === 130 ? "stopped by the user" : "failed; see stderr"), exit });
};

/** Begin a command: nothing is written yet. */
export const expectJson = (): void => {
  printed = false;
};

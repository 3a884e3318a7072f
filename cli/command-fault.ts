/** What a script may rely on. @cite spec cli, Exit codes */
export const EXIT = { done: 0, someFailed: 1, wrongInput: 2, missing: 3, stopped: 130 } as const;
/** The same for people, under every command's help. */
export const EXIT_CODES =
  "Exit codes: 0 done; 1 some items failed; 2 the command or an input is wrong; 3 something is missing; 130 stopped by Ctrl-C.";
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command cannot do its work: the message names the thing, the value and the way out; the code tells scripts why. */
export class CommandFault extends Error {
  override readonly name = "CommandFault";
  readonly code: ExitCode;

  constructor(code: ExitCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The command or an input file is wrong. */
export const wrong = (message: string): CommandFault => new CommandFault(EXIT.wrongInput, message);

/** A model file, key, server or index is missing. */
export const missing = (message: string): CommandFault => new CommandFault(EXIT.missing, message);

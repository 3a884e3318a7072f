import { Command, CommanderError } from "commander";
import { pathFault } from "../clients/path-fault.ts";
import { CommandFault, EXIT, EXIT_CODES } from "./command-fault.ts";
import { addAblate } from "./commands/ablate.ts";
import { addArchehr } from "./commands/archehr.ts";
import { addAudit } from "./commands/audit.ts";
import { addBioasq } from "./commands/bioasq.ts";
import { addDemo } from "./commands/demo.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addEvidence } from "./commands/evidence.ts";
import { addIndex } from "./commands/index.ts";
import { addInterpret } from "./commands/interpret.ts";
import { addLexicon } from "./commands/lexicon.ts";
import { addPurge } from "./commands/purge.ts";
import { addRepair } from "./commands/repair.ts";
import { addReplay } from "./commands/replay.ts";
import { addReport } from "./commands/report.ts";
import { addReproduce } from "./commands/reproduce.ts";
import { addScore } from "./commands/score.ts";
import { addSearch } from "./commands/search.ts";
import { addValidate } from "./commands/validate.ts";
import { addCommonOptions } from "./common-options.ts";
import { endCommand } from "./end-of-command.ts";
import { NOTICE } from "./notice.ts";
import { expectJson, printEnd } from "./print-json.ts";
import { unknownOption } from "./unknown-option.ts";
import { version } from "./version.ts";
import { tell } from "./visible-text.ts";

/** Build the command line. Nothing heavy is loaded here: each command loads its work when it runs. */
export const program = (): Command => {
  const root = new Command("evigraph")
    .description("Grounded biomedical question answering: ArchEHR-QA and BioASQ as LangGraph state graphs.")
    .version(version())
    .enablePositionalOptions() // score has a --version of its own
    .showHelpAfterError("(add --help for the options and an example)")
    .addHelpText("afterAll", `\n${EXIT_CODES}\n${NOTICE}`);
  for (const add of [
    addArchehr,
    addBioasq,
    addIndex,
    addLexicon,
    addSearch,
    addInterpret,
    addEvidence,
    addValidate,
    addRepair,
    addScore,
    addReproduce,
    addReport,
    addReplay,
    addAblate,
    addDemo,
    addDoctor,
    addAudit,
    addPurge,
  ])
    add(root);
  addCommonOptions(root);
  quietExit(root);
  return root;
};

/**
 * Run one command.
 *
 * In: the arguments after `evigraph`. Out: the exit code; faults are told on stderr, a bug is thrown with its stack.
 */
export const main = async (args: readonly string[]): Promise<number> => {
  process.exitCode = undefined;
  expectJson();
  const asJson = args.includes("--json");
  const ended = (code: number, message?: string): number => {
    if (asJson && code !== EXIT.done) printEnd(code, message);
    return code;
  };
  const root = program();
  try {
    await root.parseAsync(args, { from: "user" });
    return ended(typeof process.exitCode === "number" ? process.exitCode : EXIT.done);
  } catch (error) {
    if (error instanceof CommanderError && error.code === "commander.missingMandatoryOptionValue") {
      const misspelt = unknownOption(root, args);
      if (misspelt !== "") return ended(told(misspelt, EXIT.wrongInput), misspelt);
    }
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? EXIT.done : ended(EXIT.wrongInput, error.message.replace(/^error: /, ""));
    if (error instanceof CommandFault) return ended(told(error.message, error.code), error.message);
    const path = pathFault(error);
    if (path !== undefined) return ended(told(path, EXIT.wrongInput), path);
    if (error instanceof Error && (INPUT_FAULTS.includes(error.name) || isSystemFault(error)))
      return ended(told(error.message, EXIT.wrongInput), error.message);
    throw error;
  } finally {
    endCommand();
  }
};

/** Faults of input files that the readers and the scorers throw, by name: their modules are not loaded for --help. */
const INPUT_FAULTS = ["InputFault", "ScoringFault"];

/** Another fault of the system, or a file that is no database: its own message names it. */
const isSystemFault = (error: Error): boolean =>
  "code" in error && typeof error.code === "string" && /^(?:E[A-Z]{3,}$|SQLITE_)/.test(error.code);

const told = (message: string, code: number): number => {
  tell(`evigraph: ${message}`);
  return code;
};

const quietExit = (command: Command): void => {
  command.exitOverride();
  for (const sub of command.commands) {
    sub.copyInheritedSettings(command);
    quietExit(sub);
  }
};

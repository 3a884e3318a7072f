import type { Command } from "commander";
import { nearest } from "./nearest.ts";

/**
 * Find an option that its command does not have: commander names a required option that is missing first, and a misspelt one is the reason.
 *
 * In: the command line's root, arguments. Out: a line that names it and the nearest one; "" where every option is known.
 */
export const unknownOption = (root: Command, args: readonly string[]): string => {
  const command = args.reduce((at, arg) => at.commands.find((sub) => sub.name() === arg) ?? at, root);
  const known = ["--help", ...command.options.flatMap(({ long }) => long ?? [])];
  const wrong = args.find((arg) => arg.startsWith("--") && arg !== "--" && !known.includes(arg.split("=")[0] ?? ""));
  return wrong === undefined ? "" : `unknown option '${wrong}'.${nearest(wrong, known)}`;
};

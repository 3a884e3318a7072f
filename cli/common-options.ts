import { Command, Option } from "commander";
import { refuseIdle } from "./refuse-idle.ts";
import { withRunOptions } from "./run-options.ts";

/**
 * Give every command the common options.
 *
 * In: the command line's root, with its commands. Out: --quiet and --offline are taken everywhere, since a command without progress is quiet
 * and one that asks no host is offline; any other common option that a command does not have is refused with that reason (exit 2).
 */
export const addCommonOptions = (root: Command): void => {
  for (const { name, command } of leavesOf(root)) {
    const has = (option: Option) => command.options.some(({ long }) => long === option.long);
    for (const promise of PROMISES) if (!has(promise)) command.addOption(promise);
    const others = COMMON().filter((option) => !has(option));
    for (const { flags } of others) command.addOption(new Option(flags).hideHelp());
    command.hook("preAction", () => {
      const given = command.opts();
      const idle = others.map((option) => [option.long ?? option.flags, given[option.attributeName()]]);
      refuseIdle(name, "on this command: it is an option of commands that run a graph on items", Object.fromEntries(idle));
    });
  }
};

const PROMISES = [new Option("--offline", "allow no network at all"), new Option("--quiet", "no progress on stderr")];

const COMMON = (): readonly Option[] => withRunOptions(new Command()).options;

type Leaf = { name: string; command: Command };

const leavesOf = (command: Command, before: readonly string[] = []): Leaf[] =>
  command.commands.length === 0
    ? [{ name: before.join(" "), command }]
    : command.commands.flatMap((sub) => leavesOf(sub, [...before, sub.name()]));

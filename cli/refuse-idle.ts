import { wrong } from "./command-fault.ts";

/**
 * Refuse options that would have no effect: who gave one expects something of it.
 *
 * In: the command, what makes them idle ("with --phase B"), the options by their name, as given. Out: nothing; a CommandFault (exit 2) names those that were given.
 */
export const refuseIdle = (command: string, why: string, options: Readonly<Record<string, unknown>>): void => {
  const idle = Object.entries(options).flatMap(([name, value]) => (value === undefined || value === false ? [] : [name]));
  if (idle.length > 0)
    throw wrong(
      `${command}: ${idle.join(" and ")} ${idle.length === 1 ? "has" : "have"} no effect ${why}; leave ${idle.length === 1 ? "it" : "them"} out.`,
    );
};

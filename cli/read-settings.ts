import type { z } from "zod";
import { ExtractiveSettings } from "../state/settings/extractive.ts";
import { ModelSettings } from "../state/settings/models.ts";
import { plainIssue } from "../text/plain-issue.ts";
import { wrong } from "./command-fault.ts";
import { nearest } from "./nearest.ts";

/** What settings of the embedded model and of chat models begin with in `--set`. */
export const EXTRACTIVE = "extractive.";
export const MODELS = "models.";

/** Names of a schema's settings, in its own order. In: a settings schema, every member of which has a default. */
export const settingsOf = (schema: z.ZodType<Record<string, unknown>>): string[] => Object.keys(schema.parse({}));

/**
 * Read `--profile` and `--set key=value` options against a graph's settings.
 *
 * In: schema, names of its settings, the options. Out: the whole settings. An unknown name, a value of the wrong kind or out of range
 * is a CommandFault (exit 2) that names the nearest valid setting, the value and what was expected.
 */
export const readSettings = <Settings extends Record<string, unknown>>(
  schema: z.ZodType<Settings>,
  names: readonly string[],
  options: { profile?: string | undefined; set?: readonly string[] | undefined },
  prefix = "",
): Settings => {
  const own = names.map((name) => `${prefix}${name}`);
  // A graph's settings and those of the models are given alike: a name without its prefix is told with it.
  const suggested =
    prefix === "" ? [...own, ...prefixed(MODELS, ModelSettings), ...prefixed(EXTRACTIVE, ExtractiveSettings)] : own;
  const given: Record<string, unknown> = options.profile === undefined ? {} : { profile: options.profile };
  for (const pair of options.set ?? []) {
    const at = pair.indexOf("=");
    if (at < 1) throw wrong(`--set ${prefix}${pair}: expected key=value, such as --set interpretMaxWords=15.`);
    const key = pair.slice(0, at);
    if (!names.includes(key))
      throw wrong(`--set ${prefix}${pair}: there is no setting ${prefix}${key}.${nearest(`${prefix}${key}`, suggested)}`);
    given[key] = settingValue(pair.slice(at + 1));
  }
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0] ?? { path: [], message: "not valid" };
  const key = path.join(".");
  throw wrong(`--set ${prefix}${key}=${String(given[key])}: ${plainIssue(message)}.`);
};

const prefixed = (prefix: string, schema: z.ZodType<Record<string, unknown>>): string[] =>
  settingsOf(schema).map((name) => `${prefix}${name}`);

/** true, false, numbers and null as themselves; anything else is text. */
const settingValue = (text: string): unknown => {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
};

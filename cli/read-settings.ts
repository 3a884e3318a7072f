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
  const typed = new Map<string, string>();
  for (const pair of options.set ?? []) {
    const at = pair.indexOf("=");
    if (at < 1) throw wrong(`--set ${prefix}${pair}: expected key=value, such as --set interpretMaxWords=15.`);
    const key = pair.slice(0, at);
    if (!names.includes(key))
      throw wrong(`--set ${prefix}${pair}: there is no setting ${prefix}${key}.${nearest(`${prefix}${key}`, suggested)}`);
    typed.set(key, pair.slice(at + 1));
    given[key] = settingValue(pair.slice(at + 1));
  }
  const read = schema.safeParse({ ...given, ...asText(schema, given, typed) });
  if (read.success) return read.data;
  const issue = read.error.issues[0] ?? { path: [], message: "not valid" };
  const key = issue.path.join(".");
  throw wrong(`--set ${prefix}${key}=${typed.get(key) ?? String(given[key])}: ${plainIssue(issue)}.`);
};

/** A setting that wants text gets what was typed, also where it looks like a number, such as a year. */
const asText = (
  schema: z.ZodType<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
  typed: ReadonlyMap<string, string>,
): Record<string, string> => {
  const issues = schema.safeParse(given).error?.issues ?? [];
  return Object.fromEntries(
    issues.flatMap((issue) => {
      const key = issue.path.join(".");
      const text = typed.get(key);
      return issue.code === "invalid_type" && issue.expected === "string" && text !== undefined ? [[key, text]] : [];
    }),
  );
};

const prefixed = (prefix: string, schema: z.ZodType<Record<string, unknown>>): string[] =>
  settingsOf(schema).map((name) => `${prefix}${name}`);

/** true, false, numbers and null as themselves; anything else is text. */
const settingValue = (text: string): unknown => {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
};

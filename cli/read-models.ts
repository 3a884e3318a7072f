import { PROVIDERS } from "../clients/models/provider-names.ts";
import type { RoleTable } from "../clients/models/role-table.ts";
import { ROLES, type Role } from "../state/roles.ts";
import { wrong } from "./command-fault.ts";
import { nearest } from "./nearest.ts";

/** What a preset stands for: a profile and one model for all roles. A profile alone never chooses models. */
export const PRESETS = {
  "archehr-paper": { graph: "archehr", profile: "paper", model: "gemini:gemini-2.5-pro" },
  "bioasq-paper": { graph: "bioasq", profile: "paper", model: "vllm:aaditya/Llama3-OpenBioLLM-70B" },
} as const;
export type Preset = keyof typeof PRESETS;

/**
 * Read `--preset` and `--model` options into the table of roles.
 *
 * In: the options; `--model NAME` is for all roles, `--model role=NAME` for one, a comma separates a role's next models.
 * Out: models of each role, the first one first; `extractive` where nothing was said. An unknown preset, role or provider is a
 * CommandFault (exit 2) that names the nearest valid one.
 */
export const readModels = (options: { preset?: string | undefined; model?: readonly string[] | undefined }): RoleTable => {
  const preset = readPreset(options.preset);
  const all = [preset?.model ?? "extractive"];
  const table = Object.fromEntries(ROLES.map((role) => [role, all]));
  for (const option of options.model ?? []) {
    const [, role, models] = /^(?:([A-Za-z]+)=)?(.+)$/.exec(option) ?? [];
    if (models === undefined) throw wrong(`--model ${option}: expected provider:name or role=provider:name.`);
    const names = models.split(",").map((name) => name.trim());
    for (const name of names) checkProvider(option, name);
    if (role === undefined) for (const known of ROLES) table[known] = names;
    else if (isRole(role)) table[role] = names;
    else throw wrong(`--model ${option}: there is no role ${role}.${nearest(role, ROLES)}`);
  }
  return { interpret: all, score: all, draft: all, align: all, expand: all, answer: all, verify: all, ...table };
};

/** Look a preset up. In: its name or undefined. Out: the preset; an unknown name is a CommandFault (exit 2). */
export const readPreset = (name: string | undefined): (typeof PRESETS)[Preset] | undefined => {
  if (name === undefined) return undefined;
  if (isPreset(name)) return PRESETS[name];
  throw wrong(`--preset ${name}: there is no such preset.${nearest(name, Object.keys(PRESETS))}`);
};

const isPreset = (name: string): name is Preset => Object.hasOwn(PRESETS, name);
const isRole = (name: string): name is Role => ROLES.some((role) => role === name);

const checkProvider = (option: string, model: string): void => {
  const provider = model.split(":")[0] ?? "";
  if (!PROVIDERS.some((known) => known === provider))
    throw wrong(`--model ${option}: there is no provider ${provider}.${nearest(provider, PROVIDERS)}`);
  if (provider !== "extractive" && !/^[^:]+:.+$/.test(model)) throw wrong(`--model ${option}: expected ${provider}:NAME.`);
};

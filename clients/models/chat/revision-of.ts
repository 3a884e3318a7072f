import type { ModelSettings } from "../../../state/settings/models.ts";

/**
 * Write down what changes a model's replies without changing its name: versions of ours, and settings by their names.
 *
 * Out: words name=value, so that a replay can name the setting that differs.
 */
export const revisionOf = (
  versions: Readonly<Record<string, number | string>>,
  settings: ModelSettings,
  names: readonly (keyof ModelSettings)[],
): string =>
  [
    ...Object.entries(versions).map(([name, value]) => `${name}=${value}`),
    ...names.map((name) => `models.${name}=${settings[name]}`),
  ].join(" ");

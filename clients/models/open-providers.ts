import type { ExtractiveSettings } from "../../state/settings/extractive.ts";
import type { Encoder } from "../encoder/encoder.ts";
import type { AskWith } from "./ask-with.ts";
import { extractiveProvider } from "./extractive/extractive-provider.ts";
import type { RoleTable } from "./role-table.ts";

/**
 * Open every model that the table of roles names.
 *
 * In: roles, encoder, settings of the extractive model. Out: providers by name; a name without a provider here ends its calls in `misconfigured`.
 */
export const openProviders = ({
  roles,
  encoder,
  extractive,
}: {
  roles: RoleTable;
  encoder: Encoder;
  extractive: ExtractiveSettings;
}): AskWith["providers"] => {
  const named = new Set(Object.values(roles).flat());
  return named.has("extractive") ? { extractive: extractiveProvider({ encoder, settings: extractive }) } : {};
};

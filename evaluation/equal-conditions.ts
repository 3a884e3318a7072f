import { canonicalJson } from "../clients/canonical-json.ts";
import type { ItemValues } from "./read-items.ts";

/**
 * Find conditions that no item tells apart.
 *
 * In: names of conditions, item values by condition. Out: groups of two or more whose items have the same values in every measure, in the order given. A condition without items is in none.
 */
export function equalConditions(names: readonly string[], items: ReadonlyMap<string, ItemValues>): string[][] {
  const alike = new Map<string, string[]>();
  for (const name of names) {
    const values = items.get(name);
    if (values === undefined || values.size === 0) continue;
    const print = canonicalJson(Object.fromEntries([...values].map(([id, measures]) => [id, Object.fromEntries(measures)])));
    alike.set(print, [...(alike.get(print) ?? []), name]);
  }
  return [...alike.values()].filter((group) => group.length > 1);
}

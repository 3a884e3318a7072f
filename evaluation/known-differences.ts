import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { canonicalJson } from "../clients/canonical-json.ts";
import { sha256 } from "../clients/text-store.ts";
import { type Comparison, compareConditions } from "./compare-conditions.ts";
import type { Condition } from "./condition.ts";
import type { ConditionResult } from "./condition-result.ts";
import type { ItemValues } from "./read-items.ts";

const Difference = z.object({
  condition: z.string(),
  against: z.string(),
  measure: z.string().describe("Measure of an item."),
  difference: z.number(),
  low: z.number(),
  high: z.number(),
  n: z.int(),
  of: z.tuple([z.string(), z.string()]).describe("Identities of the two results that it was computed from."),
});
/** A difference that was computed once, and the results that it holds for. */
export type Difference = z.infer<typeof Difference>;

/** File of a folder of results that holds differences, so that a page can be written where the items themselves are not (they are too large to be kept with the sources). */
export const DIFFERENCES = "differences.json";

/** Name what a result is: its measures, commit and start. */
export const identityOf = ({ measures, manifest: { commit, started } }: ConditionResult): string =>
  sha256(canonicalJson({ measures, commit, started })).slice(0, 16);

/** Read stored differences. In: folders of results, later ones winning. Out: differences; none where no file is. */
export const readDifferences = (folders: readonly string[]): Difference[] =>
  folders.flatMap((folder) => {
    const file = join(folder, DIFFERENCES);
    return existsSync(file) ? z.array(Difference).parse(JSON.parse(readFileSync(file, "utf8"))) : [];
  });

/**
 * Put together what is known of the differences between conditions.
 *
 * In: conditions, results, items by condition where they are there, stored differences. Out: in the order of the conditions: what the items give now, else what is stored of these very results; a pair of which neither is there is left out.
 */
export function knownDifferences(
  conditions: readonly Condition[],
  results: ReadonlyMap<string, ConditionResult>,
  items: ReadonlyMap<string, ItemValues>,
  stored: readonly Difference[],
): Difference[] {
  const key = ({ condition, against, measure }: Pick<Comparison, "condition" | "against" | "measure">) =>
    JSON.stringify([condition, against, measure]);
  const computed = new Map(compareConditions(conditions, results, items).map((one) => [key(one), one]));
  const kept = new Map(stored.map((one) => [key(one), one]));
  return conditions.flatMap(({ name, against = [] }) =>
    against.flatMap(({ condition, items: measures }) =>
      measures.flatMap((measure): Difference[] => {
        const [ours, theirs] = [results.get(name), results.get(condition)];
        if (ours === undefined || theirs === undefined) return [];
        const of: Difference["of"] = [identityOf(ours), identityOf(theirs)];
        const pair = key({ condition: name, against: condition, measure });
        const now = computed.get(pair);
        if (now !== undefined) return [{ ...now, of }];
        const before = kept.get(pair);
        return before !== undefined && canonicalJson(before.of) === canonicalJson(of) ? [before] : [];
      }),
    ),
  );
}

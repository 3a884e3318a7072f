import type { Condition } from "./condition.ts";
import type { ConditionResult } from "./condition-result.ts";
import type { ItemValues } from "./read-items.ts";
import { pairedBootstrap } from "./statistics/paired-bootstrap.ts";

/** The difference of two conditions on the same items. */
export type Comparison = {
  condition: string;
  against: string;
  measure: string;
  difference: number;
  low: number;
  high: number;
  n: number;
};

/**
 * Compare each condition with those that it names, item by item.
 *
 * Formula: mean(a - b) with its 95 % paired bootstrap interval. In: conditions; results and item values by condition. Out: one entry a pair and measure, in order; a pair of which one lacks its items is left out.
 * Where a missing item counts 0 (a query for which a ranker finds nothing), n is that of the complete measure (the smaller one where a condition takes the first queries only); else only items with both values count.
 * @cite koehn2004significance §3
 */
export function compareConditions(
  conditions: readonly Condition[],
  results: ReadonlyMap<string, ConditionResult>,
  items: ReadonlyMap<string, ItemValues>,
): Comparison[] {
  return conditions.flatMap(({ name, against = [] }) =>
    against.flatMap(({ condition, items: measures, missingIsZero }) => {
      const [ours, theirs] = [items.get(name), items.get(condition)];
      if (ours === undefined || theirs === undefined) return [];
      return measures.flatMap((measure) => {
        const asked = [completeItems(results.get(name)), completeItems(results.get(condition))];
        const pairs = pairsOf(ours, theirs, measure, missingIsZero === true ? asked : undefined);
        if (pairs.length === 0) return [];
        const { difference, low, high, n } = pairedBootstrap(
          pairs.map(([a]) => a),
          pairs.map(([, b]) => b),
        );
        return [{ condition: name, against: condition, measure, difference, low, high, n }];
      });
    }),
  );
}

/** Items (count) of the measures that count every judged query. */
const completeItems = (result: ConditionResult | undefined): number =>
  Math.max(0, ...Object.entries(result?.measures ?? {}).flatMap(([name, { n }]) => (name.endsWith("_complete") ? [n] : [])));

function pairsOf(a: ItemValues, b: ItemValues, measure: string, asked: readonly number[] | undefined): [number, number][] {
  const [ours = 0, theirs = 0] = asked ?? [];
  // A condition on the first queries only is compared on those: its own file names them.
  const ids = ours === theirs ? [...new Set([...a.keys(), ...b.keys()])] : [...(ours < theirs ? a : b).keys()];
  const pairs = ids.flatMap((id): [number, number][] => {
    const [x, y] = [a.get(id)?.get(measure), b.get(id)?.get(measure)];
    if (asked !== undefined) return [[x ?? 0, y ?? 0]];
    return x === undefined || y === undefined ? [] : [[x, y]];
  });
  // Queries that neither found anything for are in no file: both have 0.
  while (asked !== undefined && pairs.length < Math.min(ours, theirs)) pairs.push([0, 0]);
  return pairs;
}

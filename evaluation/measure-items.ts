import type { Measure, ScoreSheet } from "./score-sheet.ts";
import { type BootstrapOptions, bootstrapInterval, bootstrapMeanInterval } from "./statistics/bootstrap-interval.ts";
import { mean } from "./statistics/mean.ts";

/**
 * Measure items with an interval.
 *
 * In: items; a statistic of a list of them (a mean when the items are numbers). Out: value, n, and the 95 % percentile bootstrap interval over the items.
 * Empty: the statistic of nothing, n 0.
 */
export function measureItems<Item>(
  items: readonly Item[],
  statistic: (items: readonly Item[]) => number,
  options?: BootstrapOptions,
): Measure {
  return { mean: statistic(items), n: items.length, ...bootstrapInterval(items, statistic, options) };
}

/** The parts of a score sheet while it is being filled; one section of a scorer adds to it. */
export type OpenSheet = {
  measures: Map<string, Measure>;
  perItem: Map<string, Map<string, number>>;
  notComputed: Map<string, string>;
  notes: string[];
};

/**
 * Start an empty sheet.
 *
 * Out: no measures, no items.
 */
export function openSheet(): OpenSheet {
  return { measures: new Map(), perItem: new Map(), notComputed: new Map(), notes: [] };
}

/**
 * Note one item's value.
 *
 * In: a sheet, which is changed; the item's id; the measure; its value. A value that is no number is left out: JSON has none.
 */
export function setItem(sheet: OpenSheet, id: string, name: string, value: number): void {
  const values = sheet.perItem.get(id) ?? new Map<string, number>();
  sheet.perItem.set(id, values);
  if (Number.isFinite(value)) values.set(name, value);
}

/**
 * Note a measure of items; without items note why it has no value.
 *
 * In: a sheet, which is changed; the measure; items and their statistic (default: the mean of numbers); the reason to give when there are no items.
 */
export function setMeasure<Item>(
  sheet: OpenSheet,
  name: string,
  items: readonly Item[],
  statistic: (items: readonly Item[]) => number,
  reasonIfEmpty = "no item to measure",
): void {
  if (items.length === 0) sheet.notComputed.set(name, reasonIfEmpty);
  else sheet.measures.set(name, measureItems(items, statistic));
}

/**
 * Note the mean of a value that items already have in the sheet.
 *
 * In: a sheet, which is changed; the measure's name; the item value's name. Items without the value do not count.
 */
export function setMeanOf(sheet: OpenSheet, name: string, itemName: string): void {
  const values = [...sheet.perItem.values()].flatMap((item) => item.get(itemName) ?? []);
  if (values.length === 0) sheet.notComputed.set(name, "no item to measure");
  else sheet.measures.set(name, { mean: mean(values), n: values.length, ...bootstrapMeanInterval(values) });
}

/**
 * Close a sheet.
 *
 * In: a sheet and the ids of gold items that the scored file lacks. Out: a plain score sheet, ready for JSON.
 */
export function closeSheet(sheet: OpenSheet, missing: readonly string[]): ScoreSheet {
  return {
    measures: Object.fromEntries(sheet.measures),
    perItem: Object.fromEntries([...sheet.perItem].map(([id, values]) => [id, Object.fromEntries(values)])),
    missing: [...missing],
    notComputed: Object.fromEntries(sheet.notComputed),
    notes: sheet.notes,
  };
}

/**
 * Put several sheets into one, each measure under its sheet's prefix.
 *
 * In: sheets of the same items with their prefixes. Out: one sheet; `missing` of any of them once, notes with the prefix before them.
 */
export function joinSheets(sheets: readonly { prefix: string; sheet: ScoreSheet }[]): ScoreSheet {
  const joined = openSheet();
  for (const { prefix, sheet } of sheets) {
    for (const [name, measure] of Object.entries(sheet.measures)) joined.measures.set(`${prefix}${name}`, measure);
    for (const [name, reason] of Object.entries(sheet.notComputed)) joined.notComputed.set(`${prefix}${name}`, reason);
    for (const [id, values] of Object.entries(sheet.perItem))
      for (const [name, value] of Object.entries(values)) setItem(joined, id, `${prefix}${name}`, value);
    joined.notes.push(...sheet.notes.map((note) => (prefix === "" ? note : `${prefix}: ${note}`)));
  }
  return closeSheet(joined, [...new Set(sheets.flatMap(({ sheet }) => sheet.missing))]);
}

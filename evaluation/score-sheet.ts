import { z } from "zod";

/** One measure over all items: its value, how many items it is of, and a 95 % bootstrap interval over the items. */
export const Measure = z.object({
  mean: z.number().describe("Value over the items, in the measure's own range."),
  n: z
    .number()
    .int()
    .describe("Items it is of (count). 0: the mean is what the official tool prints for nothing, not a measurement."),
  low: z.number(),
  high: z.number(),
});
export type Measure = z.infer<typeof Measure>;

/** What scoring a file gives. */
export const ScoreSheet = z.object({
  measures: z.record(z.string(), Measure),
  perItem: z.record(z.string(), z.record(z.string(), z.number())).describe("Item id -> measure -> value."),
  missing: z.array(z.string()).describe("Ids of gold items that the scored file lacks, in gold order."),
  notComputed: z.record(z.string(), z.string()).describe("Measure -> why it has no value."),
  notes: z.array(z.string()).describe("What a reader of the numbers must know."),
});
export type ScoreSheet = z.infer<typeof ScoreSheet>;

/**
 * Write a score sheet as JSON.
 *
 * In: a sheet. Out: one JSON object with a final newline, two blanks of indent.
 */
export function sheetAsJson(sheet: ScoreSheet): string {
  return `${JSON.stringify(sheet, null, 2)}\n`;
}

/**
 * Write the measures of a score sheet as comma-separated values.
 *
 * In: a sheet. Out: a header line and one line a measure, full precision; measures without a value have the reason in the last column.
 */
export function sheetAsCsv({ measures, notComputed }: ScoreSheet): string {
  const rows = Object.entries(measures).map(([name, { mean, n, low, high }]) => [name, mean, n, low, high, ""]);
  const gaps = Object.entries(notComputed).map(([name, reason]) => [name, "", "", "", "", reason]);
  return csv([["measure", "mean", "n", "low", "high", "not computed"], ...rows, ...gaps]);
}

/**
 * Write the values of each item as comma-separated values.
 *
 * In: a sheet. Out: a header line and one line an item, a column a measure, empty where an item has no value. No items: the header `id` alone.
 */
export function itemsAsCsv({ perItem }: ScoreSheet): string {
  const names = [...new Set(Object.values(perItem).flatMap((values) => Object.keys(values)))];
  return csv([
    ["id", ...names],
    ...Object.entries(perItem).map(([id, values]) => [id, ...names.map((name) => values[name] ?? "")]),
  ]);
}

/**
 * Write the measures of a score sheet as a Markdown table.
 *
 * In: a sheet; digits after the point. Out: a table of measure, value, interval and n; then what was not computed, the notes and the missing items.
 */
export function sheetAsMarkdown({ measures, notComputed, notes, missing }: ScoreSheet, digits = 4): string {
  const rows = Object.entries(measures).map(([name, { mean, n, low, high }]) => [
    name,
    mean.toFixed(digits),
    `${low.toFixed(digits)} to ${high.toFixed(digits)}`,
    String(n),
  ]);
  const gaps = Object.entries(notComputed).map(([name, reason]) => [name, "not computed", reason, ""]);
  const table = markdownTable(["measure", "value", "95 % interval", "n"], [...rows, ...gaps]);
  const lost = missing.length === 0 ? [] : [`Missing from the file: ${missing.length} (${missing.join(", ")}).`];
  return `${[table, ...lost, ...notes].join("\n\n")}\n`;
}

/**
 * Write the values of each item as a Markdown table.
 *
 * In: a sheet; digits after the point. Out: a line an item, a column a measure, empty where an item has no value; a final newline.
 */
export function itemsAsMarkdown({ perItem }: ScoreSheet, digits = 4): string {
  const names = [...new Set(Object.values(perItem).flatMap((values) => Object.keys(values)))];
  const rows = Object.entries(perItem).map(([id, values]) => [id, ...names.map((name) => values[name]?.toFixed(digits) ?? "")]);
  return `${markdownTable(["id", ...names], rows)}\n`;
}

/**
 * Write a Markdown table.
 *
 * In: the header and rows of cells. Out: lines without a final newline; a bar or newline inside a cell is escaped.
 */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll(/\r?\n/g, " ")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

function csv(rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number) =>
    /[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  return rows.map((row) => `${row.map(cell).join(",")}\n`).join("");
}

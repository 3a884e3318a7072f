const LONGEST = 40;

/**
 * Show a value of an official file in a message.
 * In: any JSON value. Out: short values as JSON, long texts by their length, lists and objects by their size: a message is no place for a note.
 */
export function shownValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return `an object with ${Object.keys(value).length} keys`;
  if (typeof value === "string" && value.length > LONGEST) return `a text of ${value.length} characters`;
  return JSON.stringify(value);
}

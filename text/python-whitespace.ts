// Python's str.split() and str.strip() know U+001C–001F and U+0085, which JavaScript's \s lacks, and leave U+FEFF alone.
const RANGES: readonly (readonly [number, number])[] = [
  [0x09, 0x0d],
  [0x1c, 0x20],
  [0x85, 0x85],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
];
const inClass = (code: number) => `\\u${code.toString(16).padStart(4, "0")}`;

/** White space as the official scorers (Python) see it, as the inside of a regular expression's character class. */
export const PYTHON_WHITESPACE = RANGES.map(([first, last]) => `${inClass(first)}-${inClass(last)}`).join("");

const WORD = new RegExp(`[^${PYTHON_WHITESPACE}]+`, "gu");
const SPACE = new RegExp(`[${PYTHON_WHITESPACE}]`, "u");

/**
 * Split a text into words as Python's `str.split()` does.
 * In: any text. Out: its words in order; empty for an empty or blank text.
 */
export function pythonWords(text: string): string[] {
  return text.match(WORD) ?? [];
}

/**
 * Count words as the official scorers count them.
 * In: any text. Out: words (count).
 */
export function countWords(text: string): number {
  return pythonWords(text).length;
}

/**
 * Remove white space at both ends as Python's `str.strip()` does.
 * In: any text. Out: the text without Python's white space before and after.
 */
export function pythonTrim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isPythonSpace(text.charAt(start))) start += 1;
  while (end > start && isPythonSpace(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/**
 * Say whether one character is white space to Python.
 * In: a single UTF-16 unit. Out: true for white space; false for an empty string.
 */
export function isPythonSpace(character: string): boolean {
  return SPACE.test(character);
}

/**
 * Keep the first words of a text, exactly as the ArchEHR scorer cuts an over-long prediction.
 * In: any text, the number of words to keep. Out: the trimmed text when it has no more words than that, else the first words joined by one space.
 */
export function firstWords(text: string, words: number): string {
  const all = pythonWords(text);
  return all.length <= words ? pythonTrim(text) : all.slice(0, words).join(" ");
}

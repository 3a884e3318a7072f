/** A date as far as a text gives it: month 1-12, day 1-31, four-digit year. */
export type DateMention = { text: string; start: number; end: number; year?: number; month?: number; day?: number };

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)";
const DAY = "(?:3[01]|[12]\\d|0?[1-9])(?:st|nd|rd|th)?";
const YEAR = "(?:1[89]|2[01])\\d{2}";
const HERE = "(?<![\\p{L}\\p{N}/.-])";
const END = "(?![\\p{L}\\p{N}]|[/-]\\p{N})";
// Two-digit years: 70 and above belong to the last century, as in POSIX's strptime less one.
const LAST_CENTURY_FROM = 70;

// Tried in this order at one place; each names its parts. "May" and "March" alone are words, so a bare month needs a preposition.
const SHAPES = [
  `${HERE}(?<y>${YEAR})[-/.](?<m>1[0-2]|0?[1-9])[-/.](?<d>3[01]|[12]\\d|0?[1-9])${END}`,
  `${HERE}(?<a>\\d{1,2})/(?<b>\\d{1,2})/(?<y>\\d{4}|\\d{2})${END}`,
  `${HERE}(?<d>\\d{1,2})\\.(?<m>\\d{1,2})\\.(?<y>\\d{4})${END}`,
  `${HERE}(?<a>\\d{1,2})-(?<b>\\d{1,2})-(?<y>\\d{4})${END}`,
  `(?<=\\b(?:on|since|until|till|from|through|by|dated)\\s)(?<a>\\d{1,2})/(?<b>\\d{1,2})${END}`,
  `${HERE}(?<name>${MONTH})\\.?\\s+(?<d>${DAY})(?:,?\\s+(?<y>${YEAR}))?${END}`,
  `${HERE}(?<d>${DAY})\\s+(?:of\\s+)?(?<name>${MONTH})\\.?(?:,?\\s+(?<y>${YEAR}))?${END}`,
  `${HERE}(?<name>${MONTH})\\.?,?\\s+(?<y>${YEAR})${END}`,
  `(?<=\\b(?:in|since|until|till|from|of|last|by|through)\\s(?:early\\s|late\\s|mid-)?)(?<name>${MONTH})${END}`,
  `(?<![\\p{L}\\p{N}/.]|(?<!\\d{4})-)(?<y>${YEAR})(?![\\p{L}\\p{N}]|[/-]\\d{1,2}(?!\\d))`,
].map((shape) => new RegExp(shape, "giu"));

/**
 * Find the dates of a text, in the orders of American notes (3/5/2021 is March 5 unless that cannot be), ISO and running text.
 * In: any text. Out: mentions in order, without overlap; a bare year from 1800 to 2199 counts as a date.
 */
export function findDates(text: string): DateMention[] {
  const found: DateMention[] = [];
  for (const shape of SHAPES) {
    for (const match of text.matchAll(shape)) {
      const span = { text: match[0], start: match.index, end: match.index + match[0].length };
      const parts = partsOf(match.groups ?? {});
      // The verb is not the month: you may 5 minutes later.
      if (match.groups?.name === "may") continue;
      if (parts && !found.some((other) => other.start < span.end && span.start < other.end)) found.push({ ...span, ...parts });
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

function partsOf({
  y,
  m,
  d,
  a,
  b,
  name,
}: Record<string, string | undefined>): Omit<DateMention, "text" | "start" | "end"> | undefined {
  const swapped = Number(a) > MONTHS.length;
  const month = name ? MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1 : Number(m ?? (swapped ? b : a));
  const day = Number.parseInt(d ?? (swapped ? a : b) ?? "", 10);
  if (month > MONTHS.length || day > 31 || month === 0 || day === 0) return undefined;
  return {
    ...(y ? { year: fullYear(y) } : {}),
    ...(Number.isNaN(month) ? {} : { month }),
    ...(Number.isNaN(day) ? {} : { day }),
  };
}

function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < LAST_CENTURY_FROM ? 2000 + year : 1900 + year;
}

import type { DateMention } from "./dates.ts";
import type { Quantity } from "./quantities.ts";

/**
 * Tell whether a date of a claim is in its evidence.
 * In: the date; the evidence's dates and numbers. Out: true when one evidence date agrees in every part both have, and the parts it lacks stand in another
 * (March 5 … 2021); a bare year may be written as a number, March 5 as 3/5.
 */
export function dateIsIn(claimed: DateMention, held: readonly DateMention[], numbers: readonly Quantity[]): boolean {
  const years = new Set([
    ...held.flatMap(({ year }) => year ?? []),
    ...numbers.filter(({ unit }) => !unit).flatMap(({ values }) => values),
  ]);
  if (claimed.month === undefined) return claimed.year !== undefined && years.has(claimed.year);
  const yearKnown = claimed.year === undefined || years.has(claimed.year);
  const asRatio = numbers.some(
    ({ joint, values }) => joint === "ratio" && values[0] === claimed.month && values[1] === claimed.day,
  );
  return held.some((date) => agrees(claimed, date) && (date.year !== undefined || yearKnown)) || (asRatio && yearKnown);
}

/** Month and day as claimed; a year that both have must be the same. */
function agrees(claimed: DateMention, date: DateMention): boolean {
  const dayFits = claimed.day === undefined || claimed.day === date.day;
  const yearFits = claimed.year === undefined || date.year === undefined || claimed.year === date.year;
  return claimed.month === date.month && dayFits && yearFits;
}

import { failure, type Outcome, ok } from "../state/outcome.ts";

/** The last day, month or year that a search may find. */
export type Cutoff = { year: number; month?: number | undefined; day?: number | undefined };

const DATE = /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?$/;

/**
 * Read a cutoff date: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, also with slashes.
 *
 * Out: undefined for an absent or blank one, misconfigured for anything that is no such date.
 */
export const readCutoff = (dateTo: string | undefined): Outcome<Cutoff | undefined> => {
  const text = dateTo?.trim() ?? "";
  if (text === "") return ok(undefined);
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined || !isDate(text)) {
    return failure("misconfigured", `"${text}" is no date; expected YYYY, YYYY-MM or YYYY-MM-DD, such as 2022-12-31.`);
  }
  return ok({ year: Number(year), month: numberOf(month), day: numberOf(day) });
};

const numberOf = (digits: string | undefined): number | undefined => (digits === undefined ? undefined : Number(digits));

const isDate = (text: string): boolean => {
  const [year = 0, month = 1, day = 1] = text.split(/[-/]/).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

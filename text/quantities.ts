import { createRequire } from "node:module";
import { z } from "zod";
import { literalPattern } from "./literal-pattern.ts";

/** One or two numbers with the unit that follows them; a ratio is read as a pair (120/80), a range as two values (5-10 mg). */
export type Quantity = {
  text: string;
  start: number;
  end: number;
  values: number[];
  joint: "single" | "range" | "ratio";
  unit?: string;
};

const Unit = z.object({
  unit: z.string(),
  forms: z.array(z.string()),
  base: z.string().optional(),
  factor: z.number().positive().optional(),
});
const { units } = z.object({ source: z.string(), units: z.array(Unit) }).parse(createRequire(import.meta.url)("./units.json"));

const unitOf = new Map(units.flatMap(({ unit, forms }) => forms.map((form) => [form, unit] as const)));
// Notes shout: 75 MG. Single letters keep their case, since L, C and F mean something else in small.
const unitOfAnyCase = new Map(
  units
    .flatMap(({ unit, forms }) => forms.filter((form) => form.length > 1).map((form) => [form.toLowerCase(), unit] as const))
    .reverse(),
);
const factorOf = new Map(
  units.map(({ unit, base, factor }) => [unit, base && factor ? { base, factor } : { base: unit, factor: 1 }]),
);

// A bare C or F after a smaller number (°C) names something else than a temperature of a living body.
const COLDEST_BODY = 25;

const NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const DIGITS = "(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?|\\.\\d+";
const NUMBER = `(?:${DIGITS}|\\b(?:${NUMBER_WORDS.join("|")})\\b)`;
const FORM = [...unitOf.keys()]
  .sort((one, other) => other.length - one.length)
  .map((form) => literalPattern(form).replaceAll(" ", "[\\s-]"))
  .join("|");
const LETTER_AFTER = "(?![\\p{L}\\p{N}])";
const UNITS = `(?:[\\s-]?(?<unit>${FORM})${LETTER_AFTER})?(?<per>(?:(?:\\s?/\\s?|\\s(?:per|a|an|each|every)\\s)(?:${FORM})${LETTER_AFTER})*)`;
// Not inside a word (B12, IL-6, COVID-19) and not a part of a longer number.
const BEFORE = "(?<![\\p{L}\\p{N}_]|[\\p{L}\\p{N}][.:-]|\\d[,/])";
const QUANTITY = new RegExp(
  `${BEFORE}(?<first>${NUMBER})(?:(?<joint>\\s?[-–]\\s?|\\s(?:to|and|or)\\s|/)(?<second>${NUMBER}))?${UNITS}(?![\\p{N}]|[.,:]\\d)`,
  "giu",
);

/**
 * Find the numbers of a text with their units.
 * In: any text. Out: quantities in order, values as numbers (two weeks is 2), units in one spelling (micrograms per hour is mcg/hour).
 */
export function findQuantities(text: string): Quantity[] {
  return [...text.matchAll(QUANTITY)].flatMap((match) => {
    const quantity = read(match);
    // "3rd", "5HT", "2D" and "5-FU" are no numbers; "one" alone is a pronoun.
    const glued = /^(?:[\p{L}_]|-\p{Lu})/u.test(text.slice(quantity.end));
    return glued || /^(?:one|zero)$/i.test(quantity.text) ? [] : [quantity];
  });
}

/**
 * Convert a value to the base unit of its dimension, so that 0.5 g and 500 mg, or 2 weeks and 14 days, compare equal.
 * In: a value and a unit as findQuantities writes it. Out: value, base unit, and what it is counted by ("" when nothing).
 */
export function inBaseUnit(value: number, unit: string): { value: number; base: string; per: string } {
  const [head = "", ...per] = factorOf.has(unit) ? [unit] : unit.split("/");
  const { base, factor } = factorOf.get(head) ?? { base: head, factor: 1 };
  return { value: value * factor, base, per: per.join("/") };
}

function read(match: RegExpExecArray): Quantity {
  const { first = "", joint = "", second, unit: form, per = "" } = match.groups ?? {};
  const values = second ? [numberIn(first), numberIn(second)] : [numberIn(first)];
  const kind = second ? (joint === "/" ? "ratio" : "range") : "single";
  const unit = form ? nameOfUnit(form, Math.max(...values)) : "";
  const by = per.split(/\s?\/\s?|\s(?:per|a|an|each|every)\s/i).slice(1);
  const names = [unit, ...by.map((each) => nameOfUnit(each))];
  const known = !names.includes(undefined);
  const text = known ? match[0] : `${first}${second ? joint + second : ""}`;
  const name = known ? names.join("/") : "";
  return { text, start: match.index, end: match.index + text.length, values, joint: kind, ...(name ? { unit: name } : {}) };
}

function nameOfUnit(form: string, value = Number.POSITIVE_INFINITY): string | undefined {
  // 98.6F and 37 C are temperatures, 6C is a label.
  if (/^[CF]$/.test(form) && value < COLDEST_BODY) return undefined;
  const spaced = form.replace(/[\s-]/g, " ");
  return (
    unitOf.get(form) ?? unitOf.get(spaced) ?? unitOfAnyCase.get(form.toLowerCase()) ?? unitOfAnyCase.get(spaced.toLowerCase())
  );
}

function numberIn(text: string): number {
  const word = NUMBER_WORDS.indexOf(text.toLowerCase());
  return word >= 0 ? word : Number(text.replaceAll(",", ""));
}

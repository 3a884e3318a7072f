import type { DateMention } from "./dates.ts";
import type { FactDifference } from "./fact-difference.ts";
import { inBaseUnit, type Quantity } from "./quantities.ts";

/** A quantity, and whether it counts a thing named after it (87 patients). */
export type NumberFact = Quantity & { counts: boolean };

// Values that came through a unit's factor differ in their last bits.
const ROUNDING = 1e-9;

/**
 * Compare a number of a claim with the numbers of its evidence.
 * In: the number; the evidence's numbers and dates (a claimed year may be written as a number, 3/5 as March 5). Out: no difference, or one of kind number or unit.
 */
export function numberDiffers(claimed: NumberFact, held: readonly NumberFact[], dates: readonly DateMention[]): FactDifference[] {
  if (claimed.joint === "ratio") return pairIsIn(claimed, held, dates) ? unitDiffers(claimed, held) : [absent(claimed)];
  const found = claimed.values.every((value) =>
    held.some((other) => other.values.some((has) => sameAmount(value, claimed, has, other))),
  );
  if (found) return unitDiffers(claimed, held);
  const isYear = !claimed.unit && claimed.values.every((value) => dates.some(({ year }) => year === value));
  return isYear ? [] : [absent(claimed)];
}

const absent = ({ text }: NumberFact): FactDifference => ({
  kind: "number",
  value: text,
  detail: `the evidence does not hold the number "${text}"`,
});

function unitDiffers(claimed: NumberFact, held: readonly NumberFact[]): FactDifference[] {
  const mismatch = claimed.values
    .map((value) => held.filter((other) => other.values.some((has) => sameAmount(value, claimed, has, other))))
    .find((others) => !others.some((other) => unitsAgree(claimed, other)));
  if (!mismatch) return [];
  const units = [...new Set(mismatch.map(({ text }) => `"${text}"`))].join(", ");
  return [{ kind: "unit", value: claimed.text, detail: `the claim says "${claimed.text}", the evidence ${units}` }];
}

/** Equal as written, or equal after conversion within one dimension. */
function sameAmount(value: number, claimed: NumberFact, has: number, other: NumberFact): boolean {
  if (value === has) return true;
  if (!claimed.unit || !other.unit) return false;
  const one = inBaseUnit(value, claimed.unit);
  const two = inBaseUnit(has, other.unit);
  return one.base === two.base && one.per === two.per && close(one.value, two.value);
}

function unitsAgree(claimed: NumberFact, other: NumberFact): boolean {
  const { unit } = claimed;
  if (!unit) return !(claimed.counts && other.unit === "%");
  if (!other.unit) return !other.counts;
  const otherUnit = other.unit;
  return claimed.values.some((wanted) =>
    other.values.some((has) => sameWithUnit(inBaseUnit(wanted, unit), inBaseUnit(has, otherUnit))),
  );
}

/** The same amount; "per day" may be left out on one side. */
function sameWithUnit(one: ReturnType<typeof inBaseUnit>, two: ReturnType<typeof inBaseUnit>): boolean {
  const perFits = one.per === "" || two.per === "" || one.per === two.per;
  return perFits && one.base === two.base && close(one.value, two.value);
}

const close = (one: number, two: number): boolean => Math.abs(one - two) <= ROUNDING * Math.max(Math.abs(one), Math.abs(two));

function pairIsIn({ values: [first, second] }: NumberFact, held: readonly NumberFact[], dates: readonly DateMention[]): boolean {
  return (
    held.some(({ joint, values }) => joint === "ratio" && values[0] === first && values[1] === second) ||
    dates.some(({ month, day }) => month === first && day === second)
  );
}

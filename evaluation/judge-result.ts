import type { Condition } from "./condition.ts";
import type { ConditionResult } from "./condition-result.ts";
import { EXPECTED_SCORES } from "./conditions.ts";

export type Verdict = "OK" | "OKish" | "FAIL" | "NEW" | "OTHER DATA";
export type Judged = { verdict: Verdict; measures: { name: string; value: number | undefined; expected: number | undefined }[] };

/**
 * Judge a run against the expected scores.
 *
 * In: a condition, its result, expected scores by measure (the stored ones unless given). Out: OK where every shown measure is within the tolerance, OKish within three times it, FAIL beyond
 * it or where a measure has no value that was expected, or the reverse; NEW where nothing is expected yet; OTHER DATA where a file is another one than that of the expected scores.
 */
export function judgeResult(
  { name, measures, tolerance }: Condition,
  result: ConditionResult,
  expected: Readonly<Record<string, number>> | undefined = EXPECTED_SCORES[name],
): Judged {
  const shown = measures.map((measure) => ({
    name: measure,
    value: result.measures[measure]?.mean,
    expected: expected?.[measure],
  }));
  if (result.manifest.otherData.length > 0) return { verdict: "OTHER DATA", measures: shown };
  if (expected === undefined) return { verdict: "NEW", measures: shown };
  const worst = Math.max(
    ...shown.map(({ value, expected: known }) => {
      if (value === undefined && known === undefined) return 0; // none of its items: no list question among the first five
      return value === undefined || known === undefined ? Number.POSITIVE_INFINITY : Math.abs(value - known);
    }),
  );
  // A difference of exactly the tolerance is within it, whatever the last bits say.
  const within = (most: number) => worst <= most + most * 1e-9;
  return { verdict: within(tolerance) ? "OK" : within(OKISH * tolerance) ? "OKish" : "FAIL", measures: shown };
}

/** Tolerances (count) within which a score is still near. */
const OKISH = 3;

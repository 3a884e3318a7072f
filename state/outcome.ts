/** What a call to something outside can end in, besides `ok`. A server's doing is data; a bug throws. */
export const TROUBLES = [
  "refused",
  "blocked",
  "truncated",
  "empty",
  "unparseable",
  "overContext",
  "overBudget",
  "rateLimited",
  "timeout",
  "cancelled",
  "unavailable",
  "misconfigured",
  "denied",
  "replayMiss",
] as const;
export type Trouble = (typeof TROUBLES)[number];

const OUTAGES = ["unavailable", "rateLimited", "timeout"] as const;

/** Tell whether a call ended so because the service was down or busy: the same call may succeed later. In: an outcome's or a fallback's code. */
export const isOutage = (code: string): code is (typeof OUTAGES)[number] => OUTAGES.some((outage) => outage === code);

/** A call that did not end in `ok`; `detail` names the thing, the value and the way out in one sentence, and quotes no prompt and no reply. */
export type Failure = {
  is: Trouble;
  detail: string;
  /** What a truncated reply held; kept in recordings, and in no fallback or log, since it may tell of a patient. */
  text?: string;
  /** overContext: the share of the prompt that would leave the reply its room (0-1), where the lengths are known. */
  fits?: number;
};

/** The end of a call to something outside: a value, or what went wrong. */
export type Outcome<Value> = { is: "ok"; value: Value } | Failure;

export const ok = <Value>(value: Value): { is: "ok"; value: Value } => ({ is: "ok", value });
export const failure = (is: Trouble, detail: string, more: Pick<Failure, "text" | "fits"> = {}): Failure => ({
  is,
  detail,
  ...more,
});

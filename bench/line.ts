/** One measurement beside what the project promises. */
export type Line = { what: string; measured: string; promised: string; holds: boolean };

/** In: numbers, at least one. Out: the one in the middle, the higher of two. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

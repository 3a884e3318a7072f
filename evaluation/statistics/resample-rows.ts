import { drand48 } from "./drand48.ts";

/**
 * Draw the index rows of a bootstrap: each row picks n of n items with replacement.
 *
 * In: n items; how many resamples; a seed. Out: rows of n indices from 0, from one stream of the generator, so the same seed gives the same rows.
 * A row holds until the next is asked for and is not to be written to: copy it to keep it.
 * Empty: rows without indices.
 * @cite efron1993bootstrap §6
 */
export function* resampleRows(n: number, resamples: number, seed: number): Generator<Uint32Array> {
  const key = `${n} ${resamples} ${seed}`;
  const known = drawn.get(key);
  if (known !== undefined) {
    for (let resample = 0; resample < resamples; resample += 1) yield known.subarray(resample * n, (resample + 1) * n);
    return;
  }
  const random = drand48(seed);
  const all = n * resamples <= MOST_KEPT ? new Uint32Array(n * resamples) : undefined;
  const row = new Uint32Array(n);
  for (let resample = 0; resample < resamples; resample += 1) {
    for (let place = 0; place < n; place += 1) row[place] = Math.floor(random() * n);
    all?.set(row, resample * n);
    yield row;
  }
  if (all !== undefined) remember(key, all);
}

/** A sheet has dozens of measures of the same items: their rows are drawn once. */
const drawn = new Map<string, Uint32Array>();
/** Indices (count) of one drawing that are kept, and drawings that are: 32 MB at most. */
const MOST_KEPT = 2_000_000;
const MOST_DRAWINGS = 4;

function remember(key: string, rows: Uint32Array): void {
  drawn.set(key, rows);
  const [oldest] = drawn.keys();
  if (drawn.size > MOST_DRAWINGS && oldest !== undefined) drawn.delete(oldest);
}

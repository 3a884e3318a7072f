import { drand48 } from "./drand48.ts";

/**
 * Draw the index rows of a bootstrap: each row picks n of n items with replacement.
 *
 * In: n items; how many resamples; a seed. Out: rows of n indices from 0, from one stream of the generator, so the same seed gives the same rows.
 * The row is one array, filled anew for each resample: copy it to keep it.
 * Empty: rows without indices.
 * @cite efron1993bootstrap §6
 */
export function* resampleRows(n: number, resamples: number, seed: number): Generator<Uint32Array> {
  const random = drand48(seed);
  const row = new Uint32Array(n);
  for (let resample = 0; resample < resamples; resample += 1) {
    for (let place = 0; place < n; place += 1) row[place] = Math.floor(random() * n);
    yield row;
  }
}

/**
 * Start a seeded generator: POSIX drand48, as Perl's `srand`/`rand` use it.
 *
 * In: a whole seed, 0 or more. Out: a function that gives the next number in [0, 1), the same sequence for the same seed on every machine.
 * @cite ieee2018posix drand48
 */
export function drand48(seed: number): () => number {
  // The 48-bit state is kept as two 24-bit halves, so that every product stays below 2^53.
  const start = (seed % 2 ** 32) * 65536 + 0x330e;
  let high = Math.floor(start / HALF);
  let low = start % HALF;
  return () => {
    const lowProduct = low * MULTIPLIER_LOW + INCREMENT;
    const carry = Math.floor(lowProduct / HALF);
    const highProduct = high * MULTIPLIER_LOW + low * MULTIPLIER_HIGH + carry;
    low = lowProduct - carry * HALF;
    high = highProduct - Math.floor(highProduct / HALF) * HALF; // faster than %, and exact below 2^53
    return (high * HALF + low) / 2 ** 48;
  };
}

const HALF = 2 ** 24;
const MULTIPLIER_HIGH = 0x5de;
const MULTIPLIER_LOW = 0xece66d;
const INCREMENT = 11;

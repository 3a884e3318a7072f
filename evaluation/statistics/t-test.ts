import { mean } from "./mean.ts";

/**
 * Test whether the mean of paired differences is zero (Student).
 *
 * Formula: t = mean / (s / √n) with n - 1 degrees of freedom; p from the incomplete beta function.
 * In: differences, one an item. Out: t, degreesOfFreedom, pTwoSided in 0-1. Fewer than two items, or no spread: t 0 and p 1 when the mean is 0,
 * else infinite t and p 0.
 * @cite student1908probable, dror2018hitchhiker §3
 */
export function tTest(differences: readonly number[]): { t: number; degreesOfFreedom: number; pTwoSided: number } {
  const centre = mean(differences);
  const degreesOfFreedom = Math.max(0, differences.length - 1);
  const variance = differences.reduce((sum, difference) => sum + (difference - centre) ** 2, 0) / Math.max(1, degreesOfFreedom);
  const error = Math.sqrt(variance / Math.max(1, differences.length));
  if (error === 0 || degreesOfFreedom === 0) {
    return centre === 0 || degreesOfFreedom === 0
      ? { t: 0, degreesOfFreedom, pTwoSided: 1 }
      : { t: Math.sign(centre) * Number.POSITIVE_INFINITY, degreesOfFreedom, pTwoSided: 0 };
  }
  const t = centre / error;
  return {
    t,
    degreesOfFreedom,
    pTwoSided: incompleteBeta(degreesOfFreedom / (degreesOfFreedom + t * t), degreesOfFreedom / 2, 1 / 2),
  };
}

/** The regularised incomplete beta function, by its continued fraction. @cite press2007numerical §6.4 */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logGamma(a) - logGamma(b) + logGamma(a + b)) / a;
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m < MAXIMUM_TERMS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    fraction *= d * c;
    if (Math.abs(d * c - 1) < Number.EPSILON) break;
  }
  return x <= 0 ? 0 : front * fraction;
}

/** log Γ(x): the recurrence lifts x to where Stirling's series is exact to the last bits. */
function logGamma(x: number): number {
  if (x < STIRLING_FROM) return logGamma(x + 1) - Math.log(x);
  const series = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5) - 1 / (1680 * x ** 7) + 1 / (1188 * x ** 9);
  return (x - 1 / 2) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series;
}

const STIRLING_FROM = 16;
const MAXIMUM_TERMS = 1000;

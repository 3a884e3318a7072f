/**
 * Test whether two systems differ in right and wrong answers on the same items (McNemar, exact).
 *
 * Formula: p = min(1, 2 P(X <= min(b, c))) with X binomial(b + c, 1/2), b and c the items that only one system got right.
 * In: the two counts. Out: p in (0, 1]. Empty (both 0): 1.
 * @cite mcnemar1947sampling §2
 */
export function mcnemarTest(onlyFirstRight: number, onlySecondRight: number): number {
  const n = onlyFirstRight + onlySecondRight;
  const fewer = Math.min(onlyFirstRight, onlySecondRight);
  let logChoose = 0;
  let tail = 0;
  for (let k = 0; k <= fewer; k += 1) {
    tail += Math.exp(logChoose - n * Math.LN2);
    logChoose += Math.log(n - k) - Math.log(k + 1);
  }
  return Math.min(1, 2 * tail);
}

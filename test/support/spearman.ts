/** Ranks from 1; equal values share the mean of their ranks. */
const ranks = (values: readonly number[]) =>
  values.map(
    (value) => values.filter((other) => other < value).length + (values.filter((other) => other === value).length + 1) / 2,
  );

/** Correlate the ranks of two lists of one length. Out: -1 to 1. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranks(a), ranks(b)];
  const middle = (a.length + 1) / 2;
  const sum = (f: (at: number) => number) => x.reduce((total, _, at) => total + f(at), 0);
  const spread = (of: number[]) => Math.sqrt(of.reduce((total, rank) => total + (rank - middle) ** 2, 0));
  return sum((at) => (x[at]! - middle) * (y[at]! - middle)) / (spread(x) * spread(y));
}

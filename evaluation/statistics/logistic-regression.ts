/**
 * Fit log odds that are a weighted sum of features (logistic regression), by Newton steps.
 *
 * Formula: min Σ log(1 + exp(-(2y - 1) w·x)) + ridge/2 |w|², the bias left out of the ridge.
 * In: rows of features, all of one length; labels (0 or 1), one order; ridge > 0, which keeps separable data finite. Out: weights, the bias first. Empty: no weights.
 * @cite hastie2009elements §4.4
 */
export function logisticRegression(rows: readonly (readonly number[])[], labels: readonly number[], ridge = 1e-3): number[] {
  const points = rows.map((row) => [1, ...row]);
  const size = points[0]?.length ?? 0;
  let weights = new Array<number>(size).fill(0);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const slope = weights.map((weight, at) => (at === 0 ? 0 : -ridge * weight));
    const curve = weights.map((_, row) => weights.map((__, at) => (row === at ? (at === 0 ? TINY : ridge) : 0)));
    points.forEach((point, index) => {
      const chance = 1 / (1 + Math.exp(-weighted(weights, point)));
      for (let row = 0; row < size; row += 1) {
        slope[row]! += ((labels[index] ?? Number.NaN) - chance) * point[row]!; // both have this size
        for (let at = 0; at < size; at += 1) curve[row]![at]! += chance * (1 - chance) * point[row]! * point[at]!; // square of this size
      }
    });
    const move = solve(curve, slope);
    weights = weights.map((weight, at) => weight + (move[at] ?? 0));
    if (move.every((value) => Math.abs(value) < CONVERGED)) break;
  }
  return weights;
}

const weighted = (weights: readonly number[], point: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * (point[at] ?? 0), 0);

/** Gaussian elimination with the largest pivot; the matrix is positive definite by its ridge. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (let column = 0; column < rows.length; column += 1) {
    const below = rows.slice(column).map((row) => Math.abs(row[column] ?? 0));
    const pivot = column + below.indexOf(Math.max(...below));
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]; // both lie within
    const lead = rows[column]!;
    for (const row of rows) {
      if (row === lead) continue;
      const factor = (row[column] ?? 0) / (lead[column] ?? Number.NaN);
      for (let at = column; at < row.length; at += 1) row[at]! -= factor * lead[at]!; // rows of one length
    }
  }
  return rows.map((row, at) => row[rows.length]! / row[at]!); // diagonal by now
}

const MOST_STEPS = 100;
const CONVERGED = 1e-12;
const TINY = 1e-12;

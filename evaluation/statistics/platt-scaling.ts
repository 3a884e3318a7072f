export type PlattFit = { a: number; b: number };

/**
 * Fit a logistic curve from scores to probabilities (Platt), by Newton steps to convergence.
 *
 * Formula: p = 1 / (1 + exp(a s + b)), maximum likelihood against targets (N1+1)/(N1+2) and 1/(N0+2); `smooth: false` uses 1 and 0.
 * In: scores and labels (0 or 1), one order. Out: a (negative when high scores mean 1) and b. Empty: a 0, b 0, that is p = 1/2 everywhere.
 * Scores that separate the classes have no maximum without smoothing: the steps end after `maximumSteps` with a steep curve.
 * @cite platt1999probabilistic §2, lin2007note §3
 */
export function plattScaling(
  scores: readonly number[],
  labels: readonly number[],
  { smooth = true, maximumSteps = 100 }: { smooth?: boolean; maximumSteps?: number } = {},
): PlattFit {
  const positives = labels.filter((label) => label === 1).length;
  const negatives = labels.length - positives;
  const high = smooth ? (positives + 1) / (positives + 2) : 1;
  const low = smooth ? 1 / (negatives + 2) : 0;
  const points = scores.map((score, index) => ({ score, target: labels[index] === 1 ? high : low }));
  let fit: PlattFit = { a: 0, b: Math.log((negatives + 1) / (positives + 1)) };
  for (let step = 0; step < maximumSteps; step += 1) {
    const next = newtonStep(points, fit);
    const moved = Math.abs(next.a - fit.a) + Math.abs(next.b - fit.b);
    fit = next;
    if (moved < CONVERGED) break;
  }
  return fit;
}

/**
 * Read a Platt curve at a score.
 *
 * Formula: 1 / (1 + exp(a s + b)). Out: probability, 0-1.
 */
export function plattValue({ a, b }: PlattFit, score: number): number {
  return 1 / (1 + Math.exp(a * score + b));
}

type Point = { score: number; target: number };

function newtonStep(points: readonly Point[], fit: PlattFit): PlattFit {
  const curve = { aa: RIDGE, ab: 0, bb: RIDGE };
  const slope = { a: 0, b: 0 };
  for (const { score, target } of points) {
    const p = plattValue(fit, score);
    const weight = p * (1 - p);
    curve.aa += weight * score * score;
    curve.ab += weight * score;
    curve.bb += weight;
    slope.a += (target - p) * score;
    slope.b += target - p;
  }
  const determinant = curve.aa * curve.bb - curve.ab * curve.ab;
  const step = {
    a: -(curve.bb * slope.a - curve.ab * slope.b) / determinant,
    b: -(curve.aa * slope.b - curve.ab * slope.a) / determinant,
  };
  return halveUntilBetter(points, fit, step);
}

/** A full Newton step can overshoot on steep data: halve it until the loss does not rise. */
function halveUntilBetter(points: readonly Point[], fit: PlattFit, step: PlattFit): PlattFit {
  const before = loss(points, fit);
  for (let share = 1; share > RIDGE; share /= 2) {
    const next = { a: fit.a + share * step.a, b: fit.b + share * step.b };
    if (loss(points, next) <= before + CONVERGED) return next;
  }
  return fit;
}

function loss(points: readonly Point[], { a, b }: PlattFit): number {
  return points.reduce((sum, { score, target }) => {
    const f = a * score + b;
    // log(1 + e^f) without overflow. @cite lin2007note §3
    return sum + (f >= 0 ? target * f + Math.log1p(Math.exp(-f)) : (target - 1) * f + Math.log1p(Math.exp(f)));
  }, 0);
}

const RIDGE = 1e-12;
const CONVERGED = 1e-13;

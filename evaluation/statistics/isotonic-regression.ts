import type { IsotonicBlock } from "../../retrieval/isotonic-value.ts";

/**
 * Fit the non-decreasing step function of scores that is closest to the labels (pool adjacent violators).
 *
 * Formula: min Σ (f(s) - y)² over non-decreasing f; points of equal score are averaged first.
 * In: scores and labels (0 or 1), one order. Out: blocks by score, values strictly rising, 0-1. Empty: no blocks.
 * @cite zadrozny2002transforming §3.2
 */
export function isotonicRegression(scores: readonly number[], labels: readonly number[]): IsotonicBlock[] {
  const blocks: IsotonicBlock[] = [];
  for (const point of averageTies(scores, labels)) {
    let block = point;
    for (let last = blocks.at(-1); last && last.value >= block.value; last = blocks.at(-1)) {
      blocks.pop();
      block = pool(last, block);
    }
    blocks.push(block);
  }
  return blocks;
}

function averageTies(scores: readonly number[], labels: readonly number[]): IsotonicBlock[] {
  const points = scores.map((score, index) => ({ from: score, to: score, value: labels[index] ?? Number.NaN, n: 1 }));
  const merged: IsotonicBlock[] = [];
  for (const point of points.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last?.from === point.from) merged[merged.length - 1] = pool(last, point);
    else merged.push(point);
  }
  return merged;
}

function pool(a: IsotonicBlock, b: IsotonicBlock): IsotonicBlock {
  const n = a.n + b.n;
  return { from: a.from, to: b.to, value: (a.value * a.n + b.value * b.n) / n, n };
}

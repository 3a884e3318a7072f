import { z } from "zod";

/** A step of a non-decreasing function. */
export const IsotonicBlock = z.object({
  from: z.number().describe("Lowest score of the block."),
  to: z.number().describe("Highest score of the block."),
  value: z.number().describe("Mean label of the block (0-1)."),
  n: z.int().describe("Points in the block (count)."),
});
export type IsotonicBlock = z.infer<typeof IsotonicBlock>;

/**
 * Read a fitted isotonic function at a score.
 *
 * In: blocks of `isotonicRegression`; a score. Out: probability, 0-1; linear between blocks, the end values outside them. Empty (no blocks): NaN.
 */
export function isotonicValue(blocks: readonly IsotonicBlock[], score: number): number {
  const after = blocks.findIndex((block) => score < block.from);
  const below = after < 0 ? blocks.at(-1) : blocks[after - 1];
  const above = blocks[after];
  if (!below) return above?.value ?? Number.NaN;
  if (!above || score <= below.to) return below.value;
  return below.value + ((above.value - below.value) * (score - below.to)) / (above.from - below.to);
}

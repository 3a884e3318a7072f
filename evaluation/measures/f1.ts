/**
 * Join precision and recall.
 *
 * Formula: 2 P R / (P + R). In and out: 0-1. Empty (both 0): 0.
 * @cite vanrijsbergen1979information §7
 */
export function f1(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

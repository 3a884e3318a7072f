import { f1 } from "./f1.ts";
import type { Overlap } from "./set-overlap.ts";

/**
 * Compare a submitted list with the gold list: each submitted entry uses up one gold entry (BioASQ list questions).
 *
 * Formula: P = matched / submitted, R = matched / (matched + gold entries that no submitted entry names), F1 = 2PR / (P + R).
 * In: entries, each a list of names for one thing, lower-cased; equal strings match. Out: 0-1. Nothing submitted: 0.
 * @cite krithara2023bioasq
 */
export function listOverlap(submitted: readonly (readonly string[])[], gold: readonly (readonly string[])[]): Overlap {
  const goldLeft = [...gold];
  const matched = submitted.filter((entry) => takeMatch(goldLeft, entry)).length;
  // The official script asks again whether the rest of gold is named: an entry of two names can cover two gold entries.
  const submittedLeft = [...submitted];
  const missed = goldLeft.filter((entry) => !takeMatch(submittedLeft, entry)).length;
  const precision = submitted.length === 0 ? 0 : matched / submitted.length;
  const recall = matched + missed === 0 ? 0 : matched / (matched + missed);
  return submitted.length === 0 ? { precision: 0, recall: 0, f1: 0 } : { precision, recall, f1: f1(precision, recall) };
}

/**
 * Find whether an entry names something of a list.
 *
 * In: a list of entries; one entry. Out: the place of the first entry that shares a name, or -1.
 */
export function findMatch(entries: readonly (readonly string[])[], entry: readonly string[]): number {
  return entries.findIndex((names) => names.some((name) => entry.includes(name)));
}

function takeMatch(entries: (readonly string[])[], entry: readonly string[]): boolean {
  const place = findMatch(entries, entry);
  if (place >= 0) entries.splice(place, 1);
  return place >= 0;
}

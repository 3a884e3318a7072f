import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Read a copied vector file as text. */
export function vectorText(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../fixtures/vectors/${name}`, import.meta.url)), "utf8");
}

/** Read a copied vector file as JSON; the test that reads it knows its shape. */
export function vector<Shape>(name: string): Shape {
  return JSON.parse(vectorText(name)) as Shape;
}

/** Decimal places for `toBeCloseTo` that mean "equal to 1e-9". */
export const NINE = 9;

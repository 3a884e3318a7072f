/** A fact of a claim that its evidence does not hold; `value` as the claim writes it, `detail` a sentence for a person or a model. */
export type FactDifference = { kind: "number" | "unit" | "date" | "drug" | "negation"; value: string; detail: string };

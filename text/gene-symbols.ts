import { createRequire } from "node:module";
import { z } from "zod";

const data = z
  .object({ source: z.string(), not: z.array(z.string()), contexts: z.array(z.string()) })
  .parse(createRequire(import.meta.url)("./gene-symbols.json"));
const notGenes = data.not.map((pattern) => new RegExp(pattern));

// TP53, BRCA1, IL-6, CXCR4, p53: capitals with a digit; or a micro-RNA.
const WITH_DIGIT =
  /(?<![\p{L}\p{N}-])(?:[A-Z]{2,6}-?\d{1,3}[A-Z]{0,2}\d{0,2}|[A-Z]\d{1,2}[A-Z]{2,4}\d{0,2}|[A-Z]{1,4}\d{1,2}[A-Z]{1,3}\d{1,2}|p(?:16|21|27|38|53|63|73)|mi[Rr]-\d+[a-z]?)(?![\p{L}\p{N}]|-\d)/gu;
// Capitals alone are an abbreviation of anything, unless the next word speaks of genes: PARK gene, SHANK mutations.
const BEFORE_GENE_WORD = new RegExp(
  `(?<![\\p{L}\\p{N}-])[A-Z][A-Z0-9]{2,6}(?=[\\s-](?:${data.contexts.join("|")})(?!\\p{L}))`,
  "gu",
);

/**
 * Find gene and protein symbols by their shape.
 * In: any text. Out: spans in order; dosing intervals (Q8H), vertebrae (L4), leads (V1), stages and formulas are left out.
 */
export function findGeneSymbols(text: string): { text: string; start: number; end: number }[] {
  return [WITH_DIGIT, BEFORE_GENE_WORD]
    .flatMap((shape) => [...text.matchAll(shape)])
    .map((match) => ({ text: match[0], start: match.index, end: match.index + match[0].length }))
    .filter((span) => !notGenes.some((pattern) => pattern.test(span.text.replace("-", "").toUpperCase())))
    .sort((one, other) => one.start - other.start)
    .filter((span, index, all) => index === 0 || span.start >= (all[index - 1]?.end ?? 0));
}

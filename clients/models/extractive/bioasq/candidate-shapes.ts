import { findEntities } from "../../../../text/entities.ts";

const SHAPES: readonly (readonly [string, RegExp])[] = [
  ["percent", /^[\d.,–-]+\s?%$|\d%$/u],
  ["year", /^(?:19|20)\d\d$/u],
  ["number", /^[\d.,–-]+$/u],
  ["amount", /^[\d.,–-]+\s?\S+/u],
  ["band", /^(?:chromosome )?(?:\d{1,2}|[XY])[pq][\d.-]*$/u],
  ["capitals", /^[A-Z]{2,}s?$/u],
  ["symbol", /^(?=.*\p{Lu})(?=.*\d)[\p{L}\d().+-]+$/u],
  ["mixed", /^\p{L}*\p{Ll}\p{Lu}[\p{L}\d]*$|^\p{Lu}{2,}[\p{L}-]*\p{Ll}\p{L}*$/u],
  ["names", /^\p{Lu}[\p{Ll}'’-]+(?: \p{Lu}[\p{Ll}'’-]+)+$/u],
  ["binomial", /^\p{Lu}[\p{Ll}.]+ \p{Ll}{4,}$/u],
  ["capital", /^\p{Lu}\p{Ll}+$/u],
  ["greek", /\p{Script=Greek}/u],
  ["small", /^[\p{Ll}\s'’-]+$/u],
];

/** Name the shape of a text by its letters and digits. In: a candidate's text. Out: one shape, "other" for none. */
export const shapeOf = (text: string): string => SHAPES.find(([, shape]) => shape.test(text))?.[0] ?? "other";

const ENDINGS: readonly (readonly [string, RegExp])[] = [
  ["ase", /ases?$/u],
  ["mab", /(?:mab|nib|cept|ciclib|parib|mycin|cillin|vir|statin|pril|sartan|gliptin|gliflozin|tide|afil|azole)$/u],
  ["syndrome", /(?:syndromes?|diseases?|disorders?)$/u],
  ["oma", /(?:omas?|itis|osis|emia|aemia|opathy|opathies|trophy|plegia|cancers?|leukemia)$/u],
  ["cells", /(?:cells?|cytes?|neurons?|blasts?)$/u],
  ["genes", /(?:genes?|mutations?)$/u],
  ["receptor", /(?:receptors?|channels?|pathways?|signaling|complex|transporters?)$/u],
  ["protein", /(?:proteins?|factors?|globulin|ferrin|antigens?|antibod(?:y|ies)|collagen|kinases?|(?:[^aeiou]in))$/u],
  ["virus", /(?:virus|viruses|bacter\w*|coccus|cocci)$/u],
  ["acid", /(?:acids?|hormones?|vitamins?|rnas?)$/u],
  ["tion", /(?:tion|ment|sion|ance|ence|ity|ness|ing|sis)s?$/u],
  ["ed", /(?:ed|ly|ive|ous|ic|al)$/u],
];

/** Name what the ending of a text says. In: a candidate's text in lower case. Out: one ending, "none" for none. */
export const endingOf = (lower: string): string => ENDINGS.find(([, ending]) => ending.test(lower))?.[0] ?? "none";

/** Name the kind of entity that a text is as a whole. In: a candidate's text. Out: drug, diagnosis, gene …, "part" where it only holds one, "none". */
export function kindOf(text: string): string {
  const found = findEntities(text);
  const whole = found.find(({ start, end }) => start === 0 && end === text.length);
  return whole?.kind ?? (found.length > 0 ? "part" : "none");
}

const NUMBERS = new Set(["percent", "year", "number"]);
const ASKING_NUMBERS = new Set(["count", "share", "time", "chromosome", "definition", "name", "other"]);

/** Tell whether a text is a bare number where the question asks for a thing. In: a candidate's text, the category of the question. Out: true to leave it out. */
export const isStrayNumber = (text: string, category: string): boolean =>
  NUMBERS.has(shapeOf(text)) && !ASKING_NUMBERS.has(category);

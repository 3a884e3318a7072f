/**
 * Reduce an English word to its stem as NLTK's Porter stemmer does: what rouge_score uses when stemming is on.
 *
 * In: a lower-case word. Out: its stem; irregular words by table, words of one or two letters as they are. It differs from `porterStem` of text/,
 * which retrieval uses, on about one word in twenty.
 * @cite porter1980, bird2009nltk
 */
export function nltkPorterStem(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length <= 2) return word;
  return step5b(step5a(step4(step3(step2(step1c(step1b(step1a(word))))))));
}

type Rule = readonly [suffix: string, replacement: string, condition: (stem: string) => boolean];

const always = () => true;
const isPositive = (stem: string) => measure(stem) > 0;
const isAboveOne = (stem: string) => measure(stem) > 1;

function step1a(word: string): string {
  if (word.endsWith("ies") && word.length === 4) return word.slice(0, -1);
  return applyFirst(word, STEP_1A);
}

function step1b(word: string): string {
  if (word.endsWith("ied")) return word.slice(0, word.length === 4 ? -1 : -2);
  if (word.endsWith("eed")) return isPositive(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const stem = ["ed", "ing"]
    .filter((suffix) => word.endsWith(suffix))
    .map((suffix) => word.slice(0, -suffix.length))
    .find(hasVowel);
  if (stem === undefined) return word;
  const lengthened = STEP_1B.find((suffix) => stem.endsWith(suffix));
  if (lengthened !== undefined) return `${stem}e`;
  if (endsInDouble(stem)) return /[lsz]$/.test(stem) ? stem : stem.slice(0, -1);
  return measure(stem) === 1 && endsInCvc(stem) ? `${stem}e` : stem;
}

function step1c(word: string): string {
  return applyFirst(word, [["y", "i", (stem) => stem.length > 1 && isConsonant(stem, stem.length - 1)]]);
}

function step2(word: string): string {
  // NLTK tries "alli" first and then goes on: "radically" loses "ally" and then "ic".
  if (word.endsWith("alli") && isPositive(word.slice(0, -4))) return step2(word.slice(0, -2));
  if (word.endsWith("logi")) return isPositive(word.slice(0, -3)) ? word.slice(0, -1) : word;
  return applyFirst(word, STEP_2);
}

function step3(word: string): string {
  return applyFirst(word, STEP_3);
}

function step4(word: string): string {
  return applyFirst(word, STEP_4);
}

function step5a(word: string): string {
  if (!word.endsWith("e")) return word;
  const stem = word.slice(0, -1);
  return isAboveOne(stem) || (measure(stem) === 1 && !endsInCvc(stem)) ? stem : word;
}

function step5b(word: string): string {
  return word.endsWith("ll") && isAboveOne(word.slice(0, -1)) ? word.slice(0, -1) : word;
}

/** The first suffix that fits decides, whether or not its condition holds. */
function applyFirst(word: string, rules: readonly Rule[]): string {
  const rule = rules.find(([suffix]) => word.endsWith(suffix));
  if (!rule) return word;
  const [suffix, replacement, condition] = rule;
  const stem = word.slice(0, word.length - suffix.length);
  return condition(stem) ? stem + replacement : word;
}

function isConsonant(word: string, place: number): boolean {
  const letter = word.charAt(place);
  if (letter === "y") return place === 0 || !isConsonant(word, place - 1);
  return !"aeiou".includes(letter);
}

/** Vowel-consonant groups: m of Porter's [C](VC)^m[V]. */
function measure(stem: string): number {
  return Array.from(stem).filter((_, place) => place > 0 && isConsonant(stem, place) && !isConsonant(stem, place - 1)).length;
}

function hasVowel(stem: string): boolean {
  return Array.from(stem).some((_, place) => !isConsonant(stem, place));
}

function endsInDouble(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && isConsonant(word, last);
}

function endsInCvc(word: string): boolean {
  const last = word.length - 1;
  if (word.length === 2) return !isConsonant(word, 0) && isConsonant(word, 1);
  return (
    last > 1 && isConsonant(word, last - 2) && !isConsonant(word, last - 1) && isConsonant(word, last) && !/[wxy]$/.test(word)
  );
}

function rules(list: string, condition: (stem: string) => boolean): Rule[] {
  return list.split(" ").map((rule) => {
    const [suffix = "", replacement = ""] = rule.split(">");
    return [suffix, replacement, condition];
  });
}

const STEP_1A = rules("sses>ss ies>i ss>ss s>", always);
const STEP_1B = ["at", "bl", "iz"];
const STEP_2 = rules(
  "ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble fulli>ful",
  isPositive,
);
const STEP_3 = rules("icate>ic ative> alize>al iciti>ic ical>ic ful> ness>", isPositive);
const STEP_4: readonly Rule[] = [
  ...rules("al ance ence er ic able ible ant ement ment ent", isAboveOne),
  ["ion", "", (stem) => isAboveOne(stem) && /[st]$/.test(stem)],
  ...rules("ou ism ate iti ous ive ize", isAboveOne),
];
const IRREGULAR = new Map([
  ["skies", "sky"],
  ["dying", "die"],
  ["lying", "lie"],
  ["tying", "tie"],
  ["innings", "inning"],
  ["outings", "outing"],
  ["cannings", "canning"],
  ...["sky", "news", "inning", "outing", "canning", "howe", "proceed", "exceed", "succeed"].map((word): [string, string] => [
    word,
    word,
  ]),
]);

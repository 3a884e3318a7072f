type Rule = readonly [suffix: string, replacement: string];

// Longest suffix first within a step: the first that fits decides, whether or not its condition holds.
const STEP_2: readonly Rule[] = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["entli", "ent"],
  ["ousli", "ous"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["alli", "al"],
  ["ator", "ate"],
  ["logi", "log"],
  ["bli", "ble"],
  ["eli", "e"],
];
const STEP_3: readonly Rule[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];
const STEP_4 = "ement ance ence able ible ment ant ent ion ism ate iti ous ive ize al er ic ou".split(" ");

/**
 * Reduce an English word to its stem, as Martin Porter's own program and Lucene do (`bli` and `logi` are his additions to the paper).
 *
 * In: a lower-case word. Out: its stem; words of one or two letters as they are.
 * @cite porter1980
 */
export const porterStem = (word: string): string => {
  if (word.length <= 2) return word;
  const singular = withoutPlural(word);
  const present = withoutParticiple(singular);
  const vowelEnd = present.endsWith("y") && hasVowel(present.slice(0, -1)) ? `${present.slice(0, -1)}i` : present;
  return tidyEnd(withoutSuffix(replaced(replaced(vowelEnd, STEP_2), STEP_3)));
};

const withoutPlural = (word: string): string => {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
};

const withoutParticiple = (word: string): string => {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = ["ed", "ing"].find((suffix) => word.endsWith(suffix));
  if (ending === undefined || !hasVowel(word.slice(0, -ending.length))) return word;
  const stem = word.slice(0, -ending.length);
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (endsInDouble(stem)) return /[lsz]$/.test(stem) ? stem : stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
};

const replaced = (word: string, rules: readonly Rule[]): string => {
  const rule = rules.find(([suffix]) => word.endsWith(suffix));
  if (rule === undefined) return word;
  const stem = word.slice(0, -rule[0].length);
  return measure(stem) > 0 ? stem + rule[1] : word;
};

const withoutSuffix = (word: string): string => {
  const suffix = STEP_4.find((ending) => word.endsWith(ending) && (ending !== "ion" || /[st]ion$/.test(word)));
  if (suffix === undefined) return word;
  const stem = word.slice(0, -suffix.length);
  return measure(stem) > 1 ? stem : word;
};

const tidyEnd = (word: string): string => {
  const stem = word.slice(0, -1);
  const silent = word.endsWith("e") && (measure(stem) > 1 || (measure(stem) === 1 && !endsShort(stem)));
  const bare = silent ? stem : word;
  return bare.endsWith("ll") && measure(bare) > 1 ? bare.slice(0, -1) : bare;
};

// y is a consonant at the start and after a vowel.
const isConsonant = (word: string, at: number): boolean => {
  const letter = word.charAt(at);
  if (letter === "y") return at === 0 || !isConsonant(word, at - 1);
  return !"aeiou".includes(letter);
};

/** Count the turns from vowels to consonants: m in [C](VC)^m[V]. */
const measure = (stem: string): number => {
  let turns = 0;
  for (let at = 1; at < stem.length; at++) if (isConsonant(stem, at) && !isConsonant(stem, at - 1)) turns += 1;
  return turns;
};

const hasVowel = (stem: string): boolean => [...stem].some((_, at) => !isConsonant(stem, at));

const endsInDouble = (stem: string): boolean => {
  const last = stem.length - 1;
  return last > 0 && stem.charAt(last) === stem.charAt(last - 1) && isConsonant(stem, last);
};

// Consonant, vowel, consonant other than w, x, y: hop, fil.
const endsShort = (stem: string): boolean => {
  const last = stem.length - 1;
  if (last < 2 || "wxy".includes(stem.charAt(last))) return false;
  return isConsonant(stem, last) && !isConsonant(stem, last - 1) && isConsonant(stem, last - 2);
};

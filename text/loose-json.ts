export type LooseRead =
  /** Where the value ends, the value as proper JSON, and whether the original quoted any string or key. */
  | { is: "closed"; end: number; json: string; quoted: boolean }
  /** The text ended inside the value. */
  | { is: "unclosed" }
  /** More than one reading, such as an unescaped quotation mark; nothing may be guessed. */
  | { is: "ambiguous" };

const DEEPEST = 100;
const CLOSING_QUOTES = new Map([
  ['"', '"'],
  ["'", "'"],
  ["“", "”"],
  ["”", "”"],
  ["‘", "’"],
  ["’", "’"],
]);
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u;
const LITERALS = new Map([
  ["true", "true"],
  ["false", "false"],
  ["null", "null"],
  ["True", "true"],
  ["False", "false"],
  ["None", "null"],
]);
const NOT_VALUES = new Set(["NaN", "Infinity", "undefined", "nan", "inf"]);
const ESCAPE = /\\(?:["\\/bfnrt']|u[\da-fA-F]{4})/uy;
const BARE = /[\w+.-]+/uy;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//uy;

/**
 * Read one JSON object or array with the damage that has a single reading: trailing commas, comments, single or typographic quotes as delimiters,
 * Python's literals, bare keys and words, raw line ends in strings, a comma left out at a line end. Anything else is ambiguous.
 * In: a text, the offset of "{" or "[". Out: where the value ends, and its proper JSON. Numbers that a float cannot hold, and ids such as 57e12, become strings.
 */
export function readLoosely(text: string, start: number): LooseRead {
  const json: string[] = [];
  let at = start;
  let quoted = false;
  let problem: LooseRead = { is: "ambiguous" };

  const fail = () => {
    problem = { is: at >= text.length ? "unclosed" : "ambiguous" };
    return false;
  };
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? "";
    at += found.length;
    return found;
  };
  /** Skips white space and comments; undefined for a comment that may be a string without its quotation mark. */
  const skip = (): { newLine: boolean } | undefined => {
    const from = at;
    for (;;) {
      while (at < text.length && /\s/u.test(text.charAt(at))) at += 1;
      const comment = take(COMMENT);
      if (/["“”{}[\]]/u.test(comment)) return undefined;
      if (comment === "") return { newLine: /[\n\r]/u.test(text.slice(from, at)) };
    }
  };
  const string = () => {
    const from = at + 1;
    const close = CLOSING_QUOTES.get(text.charAt(at));
    quoted = true;
    at += 1;
    while (at < text.length) {
      if (text.charAt(at) === close) {
        json.push(properString(text.slice(from, at)));
        at += 1;
        return true;
      }
      if (text.charAt(at) !== "\\") at += 1;
      else if (take(ESCAPE) === "") return fail();
    }
    return fail();
  };
  const bare = (isKey: boolean) => {
    const token = take(BARE);
    if (token === "" || (at < text.length && !/[\s,:}\]/]/u.test(text.charAt(at)))) return fail();
    const proper = isKey ? undefined : NUMBER.test(token) && isExact(token) ? token : LITERALS.get(token);
    if (proper === undefined && (NOT_VALUES.has(token) || !/^(?:\w|-\d)/u.test(token))) return fail();
    json.push(proper ?? JSON.stringify(token));
    return true;
  };
  const quotedOrBare = (isKey: boolean) => (CLOSING_QUOTES.has(text.charAt(at)) ? string() : bare(isKey));
  const value = (depth: number): boolean => {
    const character = text.charAt(at);
    if (depth > DEEPEST) return fail();
    return character === "{" || character === "[" ? members(depth, character === "{") : quotedOrBare(false);
  };
  const key = (known: Set<string>) => {
    if (!quotedOrBare(true)) return false;
    const name = json.at(-1) ?? "";
    if (known.has(name)) return fail();
    known.add(name);
    if (!skip() || text.charAt(at) !== ":") return fail();
    at += 1;
    json.push(":");
    return skip() !== undefined || fail();
  };
  const members = (depth: number, keyed: boolean): boolean => {
    const [open, close] = keyed ? ["{", "}"] : ["[", "]"];
    const keys = new Set<string>();
    json.push(open);
    at += 1;
    for (let count = 0; ; count += 1) {
      if (!skip()) return fail();
      if (text.charAt(at) === close) break;
      if (count > 0) json.push(",");
      if (keyed && !key(keys)) return false;
      if (!value(depth + 1)) return false;
      const space = skip();
      if (!space) return fail();
      if (text.charAt(at) === ",") at += 1;
      else if (text.charAt(at) !== close && !(space.newLine && /["'“‘{[]/u.test(text.charAt(at)))) return fail();
    }
    json.push(close);
    at += 1;
    return true;
  };
  return value(0) ? { is: "closed", end: at, json: json.join(""), quoted } : problem;
}

function properString(content: string): string {
  const escaped = content
    .replace(/\\'/gu, "'")
    .replace(/\\[\s\S]|["\p{Cc}]/gu, (mark) => (mark.length > 1 ? mark : JSON.stringify(mark).slice(1, -1)));
  return `"${escaped}"`;
}

// 57e12 is an id with an e in it; 12345678901234567890 would lose its last digits as a number.
function isExact(number: string): boolean {
  if (/^\d+[eE]\d+$/u.test(number)) return false;
  return !/^-?\d+$/u.test(number) || Number.isSafeInteger(Number(number));
}

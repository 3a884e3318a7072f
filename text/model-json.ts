import { readLoosely } from "./loose-json.ts";
import { pythonTrim } from "./python-whitespace.ts";
import { stripThinking } from "./strip-thinking.ts";

/** What a model's text is as data. `detail` names places, never text: it may be a patient's. */
export type ModelJson =
  | { is: "ok"; value: unknown; repaired: boolean }
  | { is: "unparseable" | "truncated" | "empty"; detail: string };

export interface ModelJsonOptions {
  /** The provider's finish reason; "length" or MAX_TOKENS is a truncated reply, which is never repaired. */
  finish?: string | undefined;
  /** Says whether a value has the shape asked for; values that do not are passed over. */
  fits?: ((value: unknown) => boolean) | undefined;
}

// A value in the text, or the place of one that cannot be read; rank 0: tagged json, 1: no or a plain fence, 2: a fence of another language.
type Found = { rank: number; at: number } & ({ value: unknown; repaired: boolean } | { broken: "ambiguous" | "unclosed" });

const OBJECT_START = /\{\s*(?:["'“”‘’}]|[\w-]+\s*:)/uy;
const ARRAY_START = /\[\s*(?:["'“”‘’{[\]]|-?\w[\w.+-]*\s*[,\]])/uy;

/**
 * Find the JSON object or array in a model's text: after its reasoning, in fences or prose, in front of or behind other brackets.
 * In: the reply's text, its finish reason, the shape asked for. Out: the first value (json-tagged blocks first) that fits; `repaired` when damage with one reading
 * was mended, so that ids and numbers must be checked again. Numbers in prose, such as a citation [1], are never a value.
 */
export function readModelJson(reply: string | null | undefined, { finish, fits }: ModelJsonOptions = {}): ModelJson {
  if (finish !== undefined && /length|max_?tokens/iu.test(finish)) return { is: "truncated", detail: `finish reason ${finish}` };
  const { text, unclosed } = stripThinking((reply ?? "").replace(/^\ufeff/u, ""));
  if (pythonTrim(text) === "") return { is: "empty", detail: unclosed ? "reasoning without an answer" : "no text" };
  const found = valuesIn(text).sort((one, other) => one.rank - other.rank);
  const chosen = fits ? found.find((one) => "value" in one && fits(one.value)) : found[0];
  if (chosen && "value" in chosen) return { is: "ok", value: chosen.value, repaired: chosen.repaired };
  if (found.length === 0) {
    return unclosed
      ? { is: "empty", detail: "reasoning without an answer" }
      : { is: "unparseable", detail: `no JSON value in ${text.length} characters` };
  }
  const broken = found.find((one) => "broken" in one);
  if (!broken || !("broken" in broken))
    return { is: "unparseable", detail: `none of ${found.length} JSON values has the shape asked for` };
  // A reply that ends in its closing bracket was not cut: an unescaped quotation mark hides that bracket.
  const cutOff = broken.broken === "unclosed" && !/[}\]]\s*(?:```\s*)?$/u.test(text.slice(-20));
  return cutOff
    ? { is: "truncated", detail: `the value at character ${broken.at} has no end` }
    : { is: "unparseable", detail: `the value at character ${broken.at} has no single reading` };
}

function valuesIn(text: string): Found[] {
  const found: Found[] = [];
  const stop = /[{[]|```[ \t]*([\w+-]*)/gu;
  let fence: string | undefined;
  for (let match = stop.exec(text); match; match = stop.exec(text)) {
    const at = match.index;
    if (match[1] !== undefined) {
      fence = fence === undefined || match[1] !== "" ? match[1].toLowerCase() : undefined;
      continue;
    }
    if (!looksLikeJson(text, at)) continue;
    const rank = fence?.startsWith("json") ? 0 : fence ? 2 : 1;
    const read = readLoosely(text, at);
    if (read.is === "unclosed") return [...found, { rank, at, broken: "unclosed" }];
    const end = read.is === "closed" ? read.end : bracketEnd(text, at);
    stop.lastIndex = end;
    if (read.is === "closed" && !read.quoted && !standsAlone(text, at, end)) continue;
    const value = read.is === "closed" && !isFragment(text, at, end) ? parse(text.slice(at, end), read.json) : undefined;
    found.push({ rank, at, ...(value ?? { broken: "ambiguous" }) });
  }
  return found;
}

// Proper JSON is taken as it stands, so that what is "repaired" was damaged.
function parse(original: string, proper: string): { value: unknown; repaired: boolean } {
  try {
    if (JSON.stringify(JSON.parse(original)) === JSON.stringify(JSON.parse(proper)))
      return { value: JSON.parse(original), repaired: false };
  } catch {
    // Not proper JSON: the single reading is used.
  }
  return { value: JSON.parse(proper), repaired: true };
}

function looksLikeJson(text: string, at: number): boolean {
  const pattern = text.charAt(at) === "{" ? OBJECT_START : ARRAY_START;
  pattern.lastIndex = at;
  return pattern.test(text);
}

// [1] and [3, 4] in prose are citations; the same on a line of its own, or after a colon, is an answer.
function standsAlone(text: string, start: number, end: number): boolean {
  const before = /[^\n]*$/u.exec(text.slice(Math.max(0, start - 200), start))?.[0] ?? "";
  return /(?:^|:\**|`)\s*$/u.test(before) && /^[^\S\n]*\.?[^\S\n]*(?:\n|`|\*|$)/u.test(text.slice(end, end + 80));
}

// A value followed by a comma and more, or by a bracket that it did not open, was part of a larger one.
function isFragment(text: string, start: number, end: number): boolean {
  return (
    /^\s*(?:[\]}:]|,\s*["{[\d])/u.test(text.slice(end, end + 80)) ||
    /["'”’]\s*:\s*$/u.test(text.slice(Math.max(0, start - 20), start))
  );
}

function bracketEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "{" || character === "[") depth += 1;
    if (character === "}" || character === "]") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

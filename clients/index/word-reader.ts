import { indexWords } from "./index-words.ts";

/** Pieces kept with their words: beyond that the table is emptied and filled anew (count). */
const MOST_PIECES = 500_000;
/** A longer piece is no word that comes again: a sequence, a line of another script. */
const LONGEST_PIECE = 64;

/**
 * Read texts into numbers of words: what `indexWords` gives, many times as fast.
 *
 * In: any text. Out of `read`: one number a word, in order, repeats kept, valid until the next call; `words` names the numbers.
 * A text is cut at characters that part words in every text; each piece between them is looked up as it stands, and given to
 * `indexWords` where it is new. Numbers begin at 0 with each reader, so that a reader lives as long as one segment.
 */
export const startWordReader = () => {
  const words: string[] = [];
  const numbers = new Map<string, number>();
  const pieces = pieceTable();
  let found = new Int32Array(4096);
  let size = 0;

  const keep = (number: number): void => {
    if (size === found.length) found = twice(found);
    found[size++] = number;
  };
  const numberOf = (word: string): number => {
    let number = numbers.get(word);
    if (number === undefined) {
      number = words.length;
      numbers.set(word, number);
      words.push(word);
    }
    return number;
  };
  const take = (text: string, from: number, to: number, hash: number): void => {
    if (to - from > LONGEST_PIECE) {
      for (const word of indexWords(text.slice(from, to))) keep(numberOf(word));
      return;
    }
    const known = pieces.find(text, from, to, hash);
    if (known !== undefined) {
      if (known >= 0) keep(known);
      else for (const number of pieces.several(known)) keep(number);
      return;
    }
    const own = indexWords(text.slice(from, to)).map(numberOf);
    pieces.put(text, from, to, hash, own);
    for (const number of own) keep(number);
  };

  const read = (text: string): Int32Array => {
    size = 0;
    let [from, hash] = [-1, 0];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code < 128 ? PARTS[code] === 1 : code === 0xa0 || (code >= 0x2000 && code <= 0x2027 && code !== 0x2019)) {
        if (from >= 0) take(text, from, at, hash);
        from = -1;
        continue;
      }
      if (from < 0) [from, hash] = [at, SEED];
      hash = Math.imul(hash ^ code, PRIME);
    }
    if (from >= 0) take(text, from, text.length, hash);
    return found.subarray(0, size);
  };
  return { read, words };
};

// FNV-1a over character codes.
const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

/** Characters of ASCII that part words: all but letters, digits and the apostrophe. Beyond ASCII: spaces, dashes and quotes, not ’. */
const PARTS = Uint8Array.from({ length: 128 }, (_, code) => (/[A-Za-z0-9']/.test(String.fromCharCode(code)) ? 0 : 1));

/** Where a piece's facts stand in `facts`, side by side since they are read together: its first code, its length, its hash, its value. */
const [START, LENGTH, HASH, VALUE, FACTS] = [0, 1, 2, 3, 4];

/** Pieces of text with the numbers of their words: one number as it is, none or several as a negative place in a list. */
const pieceTable = () => {
  let slots = new Int32Array(1 << 17); // 0 is free, else the piece's place + 1
  let facts = new Int32Array(FACTS << 16);
  let codes = new Uint16Array(1 << 20);
  let [count, end] = [0, 0];
  let lists: (readonly number[])[] = [];

  const empty = (): void => {
    slots.fill(0);
    [count, end, lists] = [0, 0, []];
  };
  const isAt = (start: number, text: string, from: number, to: number): boolean => {
    for (let at = from; at < to; at++) if (codes[start + at - from] !== text.charCodeAt(at)) return false;
    return true;
  };
  const enter = (piece: number): void => {
    let slot = spread(facts[piece * FACTS + HASH]!) & (slots.length - 1); // below count
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = piece + 1;
  };
  const find = (text: string, from: number, to: number, hash: number): number | undefined => {
    const mask = slots.length - 1;
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const piece = slots[slot]! - 1; // masked
      if (piece < 0) return undefined;
      const at = piece * FACTS;
      if (facts[at + HASH] !== hash || facts[at + LENGTH] !== to - from) continue;
      if (isAt(facts[at + START]!, text, from, to)) return facts[at + VALUE]; // a slot holds pieces below count
    }
  };
  const put = (text: string, from: number, to: number, hash: number, own: readonly number[]): void => {
    if (count === MOST_PIECES) empty();
    if ((count + 1) * FACTS > facts.length) facts = twice(facts);
    if (end + LONGEST_PIECE > codes.length) codes = Uint16Array.from({ length: codes.length * 2 }, (_, at) => codes[at] ?? 0);
    if (own.length !== 1) lists.push(own);
    const value = own.length === 1 ? own[0]! : -lists.length; // of length 1
    facts.set([end, to - from, hash, value], count * FACTS);
    for (let at = from; at < to; at++) codes[end++] = text.charCodeAt(at);
    count += 1;
    if (count * 2 > slots.length) {
      slots = new Int32Array(slots.length * 2);
      for (let piece = 0; piece < count; piece++) enter(piece);
    } else enter(count - 1);
  };
  return { find, put, several: (value: number): readonly number[] => lists[-value - 1]! }; // put made it
};

const spread = (hash: number): number => hash ^ (hash >>> 15);

const twice = (from: Int32Array): Int32Array<ArrayBuffer> => {
  const to = new Int32Array(from.length * 2);
  to.set(from);
  return to;
};

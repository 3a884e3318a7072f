import { DamagedIndex } from "./damaged-index.ts";

/** A word's articles within one segment: doc numbers (0-65535, rising) and how often each holds the word (1-255). */
export type Postings = { docs: Uint16Array; counts: Uint8Array };

const BYTES_EACH = 3;
const MOST = 255;

/**
 * Gather the words of a segment's articles and hand them back sorted, each with its postings.
 *
 * In: `add(doc, numbers)` for each article, doc numbers within the segment, rising; a number stands for a word.
 * Out: `lists(words)`, given what each number stands for, yields words in code-unit order; memory is about 7 bytes a posting.
 */
export const startInversion = () => {
  let lastDoc = new Int32Array(1 << 16).fill(-1);
  let lastEntry = new Int32Array(1 << 16);
  let numbers = new Uint32Array(1 << 16);
  let docs = new Uint16Array(1 << 16);
  let counts = new Uint8Array(1 << 16);
  let size = 0;

  const grow = (): void => {
    numbers = enlarged(numbers, new Uint32Array(size * 2));
    docs = enlarged(docs, new Uint16Array(size * 2));
    counts = enlarged(counts, new Uint8Array(size * 2));
  };
  const makeRoomFor = (number: number): void => {
    const length = Math.max(number + 1, lastDoc.length * 2);
    lastDoc = enlarged(lastDoc, new Int32Array(length).fill(-1));
    lastEntry = enlarged(lastEntry, new Int32Array(length));
  };

  const add = (doc: number, numbersOfDoc: ArrayLike<number>): void => {
    for (let at = 0; at < numbersOfDoc.length; at++) {
      const number = numbersOfDoc[at]!; // at < length
      if (number >= lastDoc.length) makeRoomFor(number);
      if (lastDoc[number] === doc) {
        const entry = lastEntry[number]!; // set together with lastDoc
        if (counts[entry]! < MOST) counts[entry]! += 1;
        continue;
      }
      if (size === numbers.length) grow();
      numbers[size] = number;
      docs[size] = doc;
      counts[size] = 1;
      lastDoc[number] = doc;
      lastEntry[number] = size++;
    }
  };

  function* lists(words: readonly string[]): Generator<{ word: string; postings: Postings }> {
    const starts = new Uint32Array(words.length + 1);
    for (let entry = 0; entry < size; entry++) starts[numbers[entry]! + 1]! += 1;
    for (let number = 0; number < words.length; number++) starts[number + 1]! += starts[number]!;
    const next = starts.slice();
    const sortedDocs = new Uint16Array(size);
    const sortedCounts = new Uint8Array(size);
    for (let entry = 0; entry < size; entry++) {
      const at = next[numbers[entry]!]!++;
      sortedDocs[at] = docs[entry]!;
      sortedCounts[at] = counts[entry]!;
    }
    const numberOf = new Map(words.map((word, number) => [word, number]));
    for (const word of [...words].sort()) {
      const number = numberOf.get(word)!; // a key of the map
      const [from, to] = [starts[number]!, starts[number + 1]!];
      yield { word, postings: { docs: sortedDocs.subarray(from, to), counts: sortedCounts.subarray(from, to) } };
    }
  }

  return { add, lists };
};

const enlarged = <Numbers extends { set(from: Numbers): void }>(from: Numbers, to: Numbers): Numbers => {
  to.set(from);
  return to;
};

/** Write postings as bytes: all docs (uint16, little-endian), then all counts (uint8). */
export const encodePostings = ({ docs, counts }: Postings): Buffer => {
  const bytes = Buffer.allocUnsafe(docs.length * BYTES_EACH);
  bytes.set(new Uint8Array(docs.buffer, docs.byteOffset, docs.byteLength), 0);
  bytes.set(counts, docs.byteLength);
  return bytes;
};

/** Read postings without copying where the bytes are aligned. Throws DamagedIndex for a number of bytes that no postings have. */
export const decodePostings = (bytes: Buffer): Postings => {
  const size = bytes.byteLength / BYTES_EACH;
  if (!Number.isInteger(size))
    throw new DamagedIndex(`postings of ${bytes.byteLength} bytes are not a multiple of ${BYTES_EACH}`);
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : new Uint8Array(bytes);
  return {
    docs: new Uint16Array(aligned.buffer, aligned.byteOffset, size),
    counts: new Uint8Array(aligned.buffer, aligned.byteOffset + size * 2, size),
  };
};

/** Join the postings of one word in one segment from several indexes that share no article. Out: doc numbers rising. */
export const joinPostings = (lists: readonly Postings[]): Postings => {
  const size = lists.reduce((sum, { docs }) => sum + docs.length, 0);
  const joined = { docs: new Uint16Array(size), counts: new Uint8Array(size) };
  const at = lists.map(() => 0);
  for (let place = 0; place < size; place++) {
    let least = -1;
    for (const [list, { docs }] of lists.entries()) {
      const doc = docs[at[list]!]; // one place a list
      if (doc !== undefined && (least === -1 || doc < lists[least]!.docs[at[least]!]!)) least = list;
    }
    const from = at[least]!++; // some list has postings left
    joined.docs[place] = lists[least]!.docs[from]!;
    joined.counts[place] = lists[least]!.counts[from]!;
  }
  return joined;
};

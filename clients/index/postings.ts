/** A word's articles within one segment: doc numbers (0-65535, rising) and how often each holds the word (1-255). */
export type Postings = { docs: Uint16Array; counts: Uint8Array };

const BYTES_EACH = 3;
const MOST = 255;

/**
 * Gather the words of a segment's articles and hand them back sorted, each with its postings.
 *
 * In: `add(doc, words)` for each article, doc numbers within the segment, rising.
 * Out: `lists()` yields words in code-unit order; memory is about 7 bytes a posting and the distinct words.
 */
export const startInversion = () => {
  const numbers = new Map<string, number>();
  const lastDoc: number[] = [];
  const lastEntry: number[] = [];
  let words = new Uint32Array(1 << 16);
  let docs = new Uint16Array(1 << 16);
  let counts = new Uint8Array(1 << 16);
  let size = 0;

  const grow = (): void => {
    words = enlarged(words, new Uint32Array(size * 2));
    docs = enlarged(docs, new Uint16Array(size * 2));
    counts = enlarged(counts, new Uint8Array(size * 2));
  };

  const add = (doc: number, wordsOfDoc: readonly string[]): void => {
    for (const word of wordsOfDoc) {
      let number = numbers.get(word);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(word, number);
        lastDoc.push(-1);
        lastEntry.push(-1);
      }
      const entry = lastEntry[number]!; // every number was pushed above
      if (lastDoc[number] === doc) {
        if (counts[entry]! < MOST) counts[entry]! += 1;
        continue;
      }
      if (size === words.length) grow();
      words[size] = number;
      docs[size] = doc;
      counts[size] = 1;
      lastDoc[number] = doc;
      lastEntry[number] = size++;
    }
  };

  function* lists(): Generator<{ word: string; postings: Postings }> {
    const starts = new Uint32Array(numbers.size + 1);
    for (let entry = 0; entry < size; entry++) starts[words[entry]! + 1]! += 1;
    for (let number = 0; number < numbers.size; number++) starts[number + 1]! += starts[number]!;
    const next = starts.slice();
    const sortedDocs = new Uint16Array(size);
    const sortedCounts = new Uint8Array(size);
    for (let entry = 0; entry < size; entry++) {
      const at = next[words[entry]!]!++;
      sortedDocs[at] = docs[entry]!;
      sortedCounts[at] = counts[entry]!;
    }
    for (const word of [...numbers.keys()].sort()) {
      const number = numbers.get(word)!; // a key of the map
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

/** Read postings without copying where the bytes are aligned. */
export const decodePostings = (bytes: Buffer): Postings => {
  const size = bytes.byteLength / BYTES_EACH;
  if (!Number.isInteger(size)) throw new RangeError(`postings of ${bytes.byteLength} bytes are not a multiple of ${BYTES_EACH}`);
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : new Uint8Array(bytes);
  return {
    docs: new Uint16Array(aligned.buffer, aligned.byteOffset, size),
    counts: new Uint8Array(aligned.buffer, aligned.byteOffset + size * 2, size),
  };
};

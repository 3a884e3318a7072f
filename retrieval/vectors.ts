/** Multiply two vectors of one length. For vectors of unit length this is their cosine. Out: sum of a_i b_i. */
export function dot(a: Float32Array, b: Float32Array): number {
  sameLength(a.length, b.length);
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!; // both have this length
  return sum;
}

/** Compare the directions of two vectors. Out: cosine, -1 to 1; 0 where one of them is all zeros and so has no direction. */
export function cosine(a: Float32Array, b: Float32Array): number {
  return overLengths(dot(a, b), dot(a, a), dot(b, b));
}

/**
 * Store a vector in a quarter of the space: each number times 127 over the largest, rounded.
 *
 * The scale is the vector's own and is not kept, since a cosine does not depend on it.
 * In: finite numbers. Out: integers, -127 to 127; all zeros for a vector of zeros.
 */
export function quantizeInt8(vector: Float32Array): Int8Array {
  let largest = 0;
  for (const value of vector) {
    if (!Number.isFinite(value))
      throw new RangeError(`A vector to be stored holds ${value}; only finite numbers can be quantized.`);
    largest = Math.max(largest, Math.abs(value));
  }
  const scale = largest === 0 ? 0 : 127 / largest;
  return Int8Array.from(vector, (value) => Math.round(value * scale));
}

/** Compare two vectors stored by `quantizeInt8`. Out: cosine, -1 to 1; 0 where one of them is all zeros. */
export function cosineInt8(a: Int8Array, b: Int8Array): number {
  sameLength(a.length, b.length);
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i]!; // both have this length
    const y = b[i]!;
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return overLengths(ab, aa, bb);
}

function overLengths(ab: number, aa: number, bb: number): number {
  const lengths = Math.sqrt(aa) * Math.sqrt(bb);
  return lengths === 0 ? 0 : Math.min(1, Math.max(-1, ab / lengths));
}

function sameLength(a: number, b: number): void {
  if (a !== b) throw new RangeError(`Vectors of ${a} and ${b} numbers cannot be compared: they come from different encoders.`);
}

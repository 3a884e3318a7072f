import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cosine, cosineInt8, dot, quantizeInt8 } from "../../retrieval/vectors.ts";

const vector = (length: number) =>
  fc
    .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: length, maxLength: length })
    .map((list) => Float32Array.from(list));

describe("comparing vectors", () => {
  it("a small case worked by hand", () => {
    const a = Float32Array.of(3, 4);
    const b = Float32Array.of(4, 3);
    expect(dot(a, b)).toBe(24); // 3*4 + 4*3
    expect(cosine(a, b)).toBeCloseTo(0.96, 12); // 24 / (5 * 5)
    expect([...quantizeInt8(a)]).toEqual([95, 127]); // 3*127/4 = 95.25
  });

  it("a vector of zeros has no direction: 0, never NaN", () => {
    const zero = new Float32Array(2);
    expect(cosine(zero, Float32Array.of(1, 0))).toBe(0);
    expect([...quantizeInt8(zero)]).toEqual([0, 0]);
    expect(cosineInt8(quantizeInt8(zero), quantizeInt8(zero))).toBe(0);
  });

  it("vectors of two encoders are refused, and so is a number that is not finite", () => {
    expect(() => dot(new Float32Array(384), new Float32Array(768))).toThrow(RangeError);
    expect(() => cosineInt8(new Int8Array(1), new Int8Array(2))).toThrow(RangeError);
    expect(() => quantizeInt8(Float32Array.of(Number.NaN))).toThrow(RangeError);
  });

  it("quantizing keeps a cosine to within its rounding and does not depend on the vector's length", () => {
    fc.assert(
      fc.property(vector(64), vector(64), (a, b) => {
        fc.pre(dot(a, a) > 1e-6 && dot(b, b) > 1e-6);
        const exact = cosine(a, b);
        // Each number is off by at most 1/254 of the largest, so the vector by at most 8/254 of its length.
        expect(Math.abs(cosineInt8(quantizeInt8(a), quantizeInt8(b)) - exact)).toBeLessThan(2 * (8 / 254) + 0.01);
        expect([...quantizeInt8(a.map((value) => value / 4))]).toEqual([...quantizeInt8(a)]);
      }),
    );
  });

  it("a vector is most like itself", () => {
    fc.assert(
      fc.property(vector(8), vector(8), (a, b) => {
        fc.pre(dot(a, a) > 1e-6);
        expect(cosine(a, a)).toBeCloseTo(1, 6);
        expect(cosine(a, b)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

/** Something in an index file is not what was written there; the file is to be named by who opened it. */
export class DamagedIndex extends Error {
  constructor(what: string) {
    super(what.replace(/\p{C}/gu, "?")); // what is named may be what is damaged
    this.name = "DamagedIndex";
  }
}

/** Take a column as bytes. In: value as read, what it is, its length where it is known (bytes). Throws DamagedIndex for anything else. */
export const bytesOf = (value: unknown, what: string, length?: number): Buffer => {
  if (Buffer.isBuffer(value) && (length === undefined || value.length === length)) return value;
  throw new DamagedIndex(`${what} ${Buffer.isBuffer(value) ? `have ${value.length} bytes, not ${length}` : "are no bytes"}`);
};

/** Take a column as a count. In: value as read, what it is, the most it can be. Throws DamagedIndex for anything else. */
export const countOf = (value: unknown, what: string, most = Number.MAX_SAFE_INTEGER): number => {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new DamagedIndex(`${what}: no count stands there`);
};

/** Take a column as text. In: value as read, what it is. Throws DamagedIndex for anything else. */
export const textOf = (value: unknown, what: string): string => {
  if (typeof value === "string") return value;
  throw new DamagedIndex(`${what}: no text stands there`);
};

import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Texts by their hash, kept outside the graph's state so that checkpoints stay small and notes lie in one place. */
export type TextStore = {
  /** Store a text and return its sha256 (64 hex digits). */
  put(text: string): string;
  /** The text of a hash, or undefined when it was never stored here. */
  get(sha256: string): string | undefined;
};

export const sha256 = (text: string): string => createHash("sha256").update(text.toWellFormed(), "utf8").digest("hex");

/** Keep texts in memory only; they are gone with the process. */
export const memoryTexts = (): TextStore => {
  const texts = new Map<string, string>();
  return {
    put: (text) => {
      const key = sha256(text);
      texts.set(key, text);
      return key;
    },
    get: (key) => texts.get(key),
  };
};

/**
 * Keep texts in a folder, one file a text, readable by its owner only (mode 0600, folder 0700).
 *
 * In: folder (made when absent). A text is written to a temporary file and renamed, so a killed run leaves no half text.
 */
export const folderTexts = (folder: string): TextStore => {
  const known = memoryTexts();
  return {
    put: (text) => {
      const key = known.put(text);
      const file = join(folder, key);
      if (existsSync(file)) return key;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const half = `${file}.${process.pid}.tmp`;
      writeFileSync(half, text.toWellFormed(), { mode: 0o600 });
      chmodSync(half, 0o600);
      renameSync(half, file);
      return key;
    },
    get: (key) => {
      const seen = known.get(key);
      if (seen !== undefined || !/^[0-9a-f]{64}$/.test(key)) return seen;
      const file = join(folder, key);
      if (!existsSync(file)) return undefined;
      const text = readFileSync(file, "utf8");
      if (sha256(text) === key) return text;
      rmSync(file);
      return undefined;
    },
  };
};

import { createRequire } from "node:module";
import { z } from "zod";
import { contentWords } from "../../../../text/content-words.ts";
import { porterStem } from "../../../../text/porter-stem.ts";

const { tiers } = z
  .object({ source: z.string(), tiers: z.array(z.string()) })
  .parse(createRequire(import.meta.url)("./common-words.json"));
const tierOf = new Map(tiers.flatMap((line, tier) => line.split(" ").map((word) => [word, tiers.length - tier] as const)));

/** A run of characters between white space, without the punctuation around it. */
export type Piece = {
  text: string;
  lower: string;
  stem: string;
  start: number;
  end: number;
  /** Punctuation between the piece before and this one, such as "," or "(" or ") ,"; "" for white space alone. */
  gap: string;
  /** A function word. */
  stop: boolean;
  /** How common the word is in abstracts: 0 rare, to 4 in one of ten questions' snippets. */
  tier: number;
};

const OPENING = /^[([{"'“‘«<*–—]+/u;
const CLOSING = /[)\]}"'”’».,;:!?…*–—-]+$/u;
const BRACKETS = [
  ["(", ")"],
  ["[", "]"],
] as const;

/**
 * Cut a sentence into pieces; brackets that belong to a name, CD8(+), stay with it.
 * In: a sentence. Out: its pieces in order.
 */
export function piecesOf(sentence: string): Piece[] {
  const pieces: Piece[] = [];
  let closed = "";
  for (const match of sentence.matchAll(/\S+/gu)) {
    const { opening, text, closing } = strippedOf(match[0]);
    if (!/[\p{L}\p{N}]/u.test(text)) {
      closed += match[0];
      continue;
    }
    const start = match.index + opening.length;
    const lower = text.toLowerCase();
    const stop = contentWords(text).length === 0;
    pieces.push({
      text,
      lower,
      stem: porterStem(lower),
      start,
      end: start + text.length,
      gap: closed + opening,
      stop,
      tier: tierOf.get(lower) ?? 0,
    });
    closed = closing;
  }
  return pieces;
}

function strippedOf(run: string): { opening: string; text: string; closing: string } {
  let opening = OPENING.exec(run)?.[0] ?? "";
  let closing = CLOSING.exec(run.slice(opening.length))?.[0] ?? "";
  const inner = run.slice(opening.length, run.length - closing.length);
  for (const [open, close] of BRACKETS) {
    // [18F]florbetapir and CD8(+): a bracket whose other half stands inside the name is part of it.
    if (opening.endsWith(open) && lacks(inner, close, open)) opening = opening.slice(0, -1);
    if (closing.startsWith(close) && lacks(inner, open, close)) closing = closing.slice(1);
  }
  return { opening, text: run.slice(opening.length, run.length - closing.length), closing };
}

/** Whether a text holds more of one bracket than of its other half. */
const lacks = (text: string, held: string, missing: string): boolean => text.split(held).length > text.split(missing).length;

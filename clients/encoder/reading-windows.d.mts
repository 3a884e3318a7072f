/** One input of the reader: word pieces, token types, the question's pieces (count), its sentences. */
export type ReadingWindow = {
  ids: number[];
  types: number[];
  asked: number;
  sentences: { at: number; from: number; to: number; judged: boolean }[];
};

export function readingWindows(
  question: readonly number[],
  sentences: readonly (readonly number[])[],
  special: { cls: number; sep: number },
  most: number,
): { windows: ReadingWindow[]; cut: boolean };

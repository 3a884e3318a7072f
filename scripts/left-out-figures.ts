/** A sentence of a note whose writer was left out: its probability by the trees alone and with the reader, and whether it is essential. */
export type Told = { trees: number; chance: number; essential: boolean };
export type By = "trees" | "chance";
/** Choose sentences of one note. */
export type Choose = (rows: readonly Told[], by: By) => readonly Told[];

const BEST = 3;

/** The best share of a note's sentences. */
export const bestShare =
  (share: number): Choose =>
  (rows, by) =>
    rows.toSorted((a, b) => b[by] - a[by]).slice(0, Math.round(share * rows.length));

/** All that are at least so probable. */
export const above =
  (from: number): Choose =>
  (rows, by) =>
    rows.filter((row) => row[by] >= from);

/** Measure what is chosen over all notes. Out: micro F1, precision and recall (0-1), NaN where nothing is to be found or chosen; how many notes with essential sentences had none of them chosen. */
export function found(notes: readonly (readonly Told[])[], choose: Choose, by: By) {
  let [hits, chosen, wanted, missed] = [0, 0, 0, 0];
  for (const rows of notes) {
    const best = choose(rows, by);
    const right = best.filter(({ essential }) => essential).length;
    const own = rows.filter(({ essential }) => essential).length;
    hits += right;
    chosen += best.length;
    wanted += own;
    missed += own > 0 && right === 0 ? 1 : 0;
  }
  return { f1: (2 * hits) / (chosen + wanted), precision: hits / chosen, recall: hits / wanted, missed };
}

/** Measure how well the mean of a note's best three probabilities tells notes that answer from those that do not. Out: area under the curve (0-1), .5 by chance; NaN where there is but one kind. */
export function answerArea(notes: readonly (readonly Told[])[], by: By): number {
  const best = (rows: readonly Told[]): number => {
    const top = bestShare(1)(rows, by).slice(0, BEST);
    return top.reduce((sum, row) => sum + row[by], 0) / Math.max(1, top.length);
  };
  const answers = (rows: readonly Told[]): boolean => rows.some(({ essential }) => essential);
  const silent = notes.filter((rows) => !answers(rows)).map(best);
  const wins = notes
    .filter(answers)
    .flatMap((rows) => silent.map((other) => (best(rows) === other ? 0.5 : Number(best(rows) > other))));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}

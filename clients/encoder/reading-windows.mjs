// Plain .mjs, as the worker thread that imports it.

const MOST_QUESTION = 160;
const MOST_SENTENCE = 64;
const MOST_BEFORE = 8;

/**
 * Lay a question and a note's sentences out as inputs of limited length: [CLS] question [SEP] sentence [SEP] sentence [SEP] …
 *
 * In: word pieces of the question and of each sentence, the closing ids, the longest input (word pieces). Out: windows, each with ids, token types (0 and 1), how many pieces the question has, and its sentences: index,
 * first piece, piece after the last, and whether the window judges it; each sentence is judged in one window, and what room is left holds sentences before as context. `cut` tells whether anything was too long.
 */
export function readingWindows(question, sentences, { cls, sep }, most) {
  const asked = question.slice(0, MOST_QUESTION);
  const pieces = sentences.map((ids) => ids.slice(0, MOST_SENTENCE));
  const room = most - asked.length - 2;
  const windows = [];
  let start = 0;
  while (start < pieces.length) {
    let used = 0;
    let end = start;
    while (end < pieces.length && used + pieces[end].length + 1 <= room) used += pieces[end++].length + 1;
    end = Math.max(end, start + 1);
    let begin = start;
    while (begin > 0 && start - begin < MOST_BEFORE && used + pieces[begin - 1].length + 1 <= room)
      used += pieces[--begin].length + 1;
    windows.push(windowOf(asked, pieces, { begin, start, end, cls, sep }));
    start = end;
  }
  const cut = asked.length < question.length || pieces.some((ids, at) => ids.length < sentences[at].length);
  return { windows, cut };
}

function windowOf(asked, pieces, { begin, start, end, cls, sep }) {
  const ids = [cls, ...asked, sep];
  const types = ids.map(() => 0);
  const sentences = [];
  for (let at = begin; at < end; at++) {
    sentences.push({ at, from: ids.length, to: ids.length + pieces[at].length, judged: at >= start });
    ids.push(...pieces[at], sep);
  }
  while (types.length < ids.length) types.push(1);
  return { ids, types, asked: asked.length, sentences };
}

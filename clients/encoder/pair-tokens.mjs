// Plain .mjs, as the worker thread that imports it.

/**
 * Turn a question and a text into the word pieces of one input, with the tokenizer's own special tokens and token types.
 *
 * In: a tokenizer of transformers.js, two texts, the longest input (word pieces). Out: ids, types (0 and 1), and whether anything was cut.
 * What is too long is cut as the reference does, the longer side first (transformers.js would cut the end off, closing token and all).
 */
export function pairTokens(read, first, second, most) {
  const options = { return_tensor: false };
  const { input_ids: ids, token_type_ids: types } = read(first, { ...options, text_pair: second || " " }); // an empty one would count as none
  if (ids.length <= most) return { ids, types, cut: false };
  const own = (text) => read(text, { ...options, add_special_tokens: false }).input_ids.length;
  const [one, other] = [own(first), own(second)];
  const special = ids.length - one - other;
  const [keptOne, keptOther] = longestFirst(one, other, most - special);
  // [CLS] first [SEP] second [SEP]: one special token before the first text, one after the second, the rest between them.
  const starts = [1, ids.length - 1 - other];
  const kept = (_, at) =>
    (at < starts[0] + keptOne || at >= starts[0] + one) && (at < starts[1] + keptOther || at >= starts[1] + other);
  return { ids: ids.filter(kept), types: types?.filter(kept), cut: true };
}

/**
 * Share a number of places between two texts as the tokenizers library does in "longest_first": the shorter one stays whole where it fits.
 * In: their lengths, the places (counts), fewer than both need. Out: how many of each are kept.
 */
export function longestFirst(one, other, places) {
  const short = Math.min(one, other);
  const long = short > places ? short : Math.max(short, places - short);
  const [keptShort, keptLong] =
    short + long > places ? [Math.floor(places / 2), Math.floor(places / 2) + (places % 2)] : [short, long];
  return one > other ? [keptLong, keptShort] : [keptShort, keptLong];
}

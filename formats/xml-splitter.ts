const LONGEST_TAG = 64;

/**
 * Cut a stream of XML into the texts of its records.
 *
 * In: names of the elements that are records, and of those that hold a whole set; to `push`, pieces of the file in order, cut anywhere. Out: the texts of the
 * elements that became whole with the piece. `isClosed` tells whether the set's closing tag has come: without it the file is cut short.
 */
export const xmlSplitter = (records: readonly string[], sets: readonly string[]) => {
  const opens = new RegExp(`<(${records.join("|")})(?=[\\s>/])`, "g");
  const closes = new RegExp(`</(?:${sets.join("|")})\\s*>|<(?:${sets.join("|")})\\s*/>`);
  let rest = "";
  let closed = false;

  const push = (piece: string): string[] => {
    rest += piece;
    const found: string[] = [];
    let from = 0;
    for (;;) {
      opens.lastIndex = from;
      const opening = opens.exec(rest);
      if (opening === null) break;
      const end = rest.indexOf(`</${opening[1]}>`, opening.index);
      if (end === -1) {
        rest = rest.slice(opening.index);
        return found;
      }
      from = end + `</${opening[1]}>`.length;
      found.push(rest.slice(opening.index, from));
    }
    closed ||= closes.test(rest.slice(from));
    rest = rest.slice(Math.max(from, rest.length - LONGEST_TAG)); // a tag may be cut in two
    return found;
  };

  return { push, isClosed: (): boolean => closed };
};

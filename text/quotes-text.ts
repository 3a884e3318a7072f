/** Characters in a row that make a quotation: fewer are a word or two that any sentence may have. */
const RUN = 24;

const plain = (text: string): string => text.toLowerCase().replace(/[\s\\"'“”‘’`]+/gu, " ");

/**
 * Tell whether a message repeats a piece of a text, such as a server's error that holds a part of the prompt.
 *
 * In: message, texts. Out: true where 24 characters in a row of the message stand in a text; case, white space, quotation marks and escapes do not count.
 */
export const quotesText = (message: string, texts: readonly string[]): boolean => {
  const said = plain(message);
  const held = texts.map(plain);
  for (let at = 0; at + RUN <= said.length; at++) {
    const piece = said.slice(at, at + RUN);
    if (held.some((text) => text.includes(piece))) return true;
  }
  return false;
};

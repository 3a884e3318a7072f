// Control characters but tab and line end, and the marks that turn the direction of what follows.
const UNSEEN = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Make control characters of a text visible, so that a terminal shows what a note, a name or a file holds and obeys none of it.
 *
 * In: text for people (never JSON or a file). Out: the same with \uXXXX for each of them; line ends of Windows become plain ones.
 */
export const visibleText = (text: string): string =>
  text.replaceAll("\r\n", "\n").replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Write lines for people on stdout, with nothing in them that a terminal obeys. */
export const say = (...lines: readonly string[]): void => void process.stdout.write(`${visibleText(lines.join("\n"))}\n`);

/** Write a line for people on stderr, with nothing in it that a terminal obeys. */
export const tell = (line: string): void => void process.stderr.write(`${visibleText(line)}\n`);

/** What is wrong with an input file, in the words that its user needs. */
export interface Fault {
  /** Name of the file as the user gave it. */
  file: string;
  /** Line, case, question or snippet: "line 7", 'case "3"'. */
  where: string;
  /** Element or key. */
  field: string;
  /** What would have been right. */
  expected: string;
  /** What stood there, without the text of a note. */
  found?: string;
}

/** An input file that cannot be used. The command line prints its message and ends with exit code 2. */
export class InputFault extends Error {
  readonly file: string;
  readonly where: string;
  readonly field: string;
  readonly expected: string;

  constructor({ file, where, field, expected, found }: Fault) {
    super(`${file}, ${where}, ${field}: expected ${expected}${found === undefined ? "" : `, found ${found}`}`);
    this.name = "InputFault";
    this.file = file;
    this.where = where;
    this.field = field;
    this.expected = expected;
  }
}

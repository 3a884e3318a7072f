/**
 * A rule of an official format that a file breaks. "fatal": the official scorer refuses or crashes on the whole file; "rule": it is scored, but wrong by the rules.
 */
export interface Problem {
  /** Id of the case or question; empty for the file itself. */
  item: string;
  field: string;
  is: "fatal" | "rule";
  expected: string;
  found: string;
}

/** An item that holds the padding of an unfinished item, or lacks a part: valid, but no answer. */
export interface Incomplete {
  item: string;
  field: string;
  why: string;
}

/** What a validator found; a file without problems is accepted by the official scorer. */
export interface Validation {
  problems: Problem[];
  incomplete: Incomplete[];
}

/** Something that a writer or a repair did to a value, so that nothing changes in silence. */
export interface Change {
  item: string;
  field: string;
  was: string;
  is: string;
}

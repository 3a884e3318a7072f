import { z } from "zod";
import { InputFault } from "../formats/input-fault.ts";
import { parseJsonText } from "../formats/json-text.ts";
import { shownValue } from "../formats/shown-value.ts";

const Submission = z.array(z.object({ case_id: z.unknown(), prediction: z.unknown() }));

/** A submission before it is checked: the official rules say what is wrong with it in their own words. */
export type ArchehrSubmission = z.infer<typeof Submission>;

/**
 * Read a `submission.json` of ArchEHR-QA as far as the official script does before its own checks.
 *
 * In: the file's text, its name. Out: its entries, in order, ids and predictions of any kind. Throws InputFault: not JSON, no list, an empty one, or an entry that is no object with `case_id` and `prediction`.
 */
export function readArchehrSubmission(text: string, file: string): ArchehrSubmission {
  const raw = parseJsonText(text, file);
  const expected = "a list of { case_id, prediction }";
  const refuse = (where: string, field: string, found: string): never => {
    throw new InputFault({ file, where, field, expected, found });
  };
  if (!Array.isArray(raw)) return refuse("line 1", "file", shownValue(raw));
  if (raw.length === 0) return refuse("line 1", "file", "an empty list");
  for (const [index, entry] of raw.entries()) {
    const where = `entry ${index + 1}`;
    if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return refuse(where, "entry", shownValue(entry));
    for (const field of ["case_id", "prediction"]) if (!Object.hasOwn(entry, field)) return refuse(where, field, "nothing");
  }
  return Submission.parse(raw);
}

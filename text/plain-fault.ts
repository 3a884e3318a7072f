import { type Issue, plainIssue } from "./plain-issue.ts";

/**
 * Say in plain words what is wrong with a field of a line or file.
 * In: field, zod's issue. Out: "FIELD is missing", with what belongs there; else "FIELD: expected ..., found ...".
 */
export const plainFault = (field: string, issue: Issue): string => {
  const said = plainIssue(issue);
  const wanted = /^expected (.+), found nothing$/.exec(said)?.[1];
  return wanted === undefined ? `${field}: ${said}` : `${field} is missing (expected ${wanted})`;
};

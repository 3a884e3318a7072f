/**
 * Say in plain words what a schema found wrong.
 * In: zod's message. Out: what was expected, and the kind of what stood there; a message of our own stays as it is.
 */
export const plainIssue = (message: string): string => {
  const [, wanted = "", found] = /^Invalid input: expected (.+?)(?:, received (.+))?$/.exec(message) ?? [];
  if (wanted !== "") return `expected ${kind(wanted)}${found === undefined ? "" : `, found ${kind(found)}`}`;
  if (message === "Invalid input") return "expected a value of another kind, or found nothing";
  return message
    .replace(/^(?:Too small|Too big|Invalid option): /, "")
    .replace(/^expected number to be >=(.+)$/, "expected a number of at least $1")
    .replace(/^expected number to be <=(.+)$/, "expected a number of at most $1")
    .replace(/^expected number to be >(.+)$/, "expected a number above $1")
    .replace(/^expected number to be <(.+)$/, "expected a number below $1")
    .replace(/^expected (?:string|array) to have >=1 (?:characters|items)$/, "expected at least one")
    .replace(/(?<=")\|(?=")/g, " or ");
};

const KINDS: Record<string, string> = {
  undefined: "nothing",
  int: "a whole number",
  number: "a number",
  string: "text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

const kind = (name: string): string => KINDS[name] ?? name;

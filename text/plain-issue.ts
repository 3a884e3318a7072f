/** What is read of an issue of zod's: its message, and where several kinds fit, the issues of each. */
export type Issue = { message: string; errors?: readonly (readonly { message: string }[])[] };

/**
 * Say in plain words what a schema found wrong.
 * In: zod's issue. Out: what was expected, and the kind of what stood there; a message of our own stays as it is.
 */
export const plainIssue = ({ message, errors = [] }: Issue): string => {
  const { wanted, found } = kindsOf(message);
  if (wanted !== undefined) return `expected ${kind(wanted)}${found === undefined ? "" : `, found ${kind(found)}`}`;
  if (message === "Invalid input") {
    const kinds = errors.flatMap((branch) => branch.slice(0, 1).map((issue) => kindsOf(issue.message)));
    const wantedOnes = [...new Set(kinds.flatMap((one) => (one.wanted === undefined ? [] : [kind(one.wanted)])))];
    const foundOne = kinds.find((one) => one.found !== undefined)?.found;
    if (wantedOnes.length === 0) return "expected a value of another kind";
    return `expected ${wantedOnes.join(" or ")}${foundOne === undefined ? "" : `, found ${kind(foundOne)}`}`;
  }
  return message
    .replace(/^(?:Too small|Too big|Invalid option): /, "")
    .replace(/^expected number to be >=(.+)$/, "expected a number of at least $1")
    .replace(/^expected number to be <=(.+)$/, "expected a number of at most $1")
    .replace(/^expected number to be >(.+)$/, "expected a number above $1")
    .replace(/^expected number to be <(.+)$/, "expected a number below $1")
    .replace(/^expected (?:string|array) to have >=1 (?:characters|items)$/, "expected at least one")
    .replace(/(?<=")\|(?=")/g, " or ");
};

const kindsOf = (message: string): { wanted?: string | undefined; found?: string | undefined } => {
  const [, wanted, found] = /^Invalid input: expected (.+?)(?:, received (.+))?$/.exec(message) ?? [];
  return { wanted, found };
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

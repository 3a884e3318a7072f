/** What an answer of the E-utilities is worth. */
export type Judged =
  | { is: "good" }
  /** Worth another try: the service's fault. `cut` means a body without its end, which a smaller request may avoid. */
  | { is: "fault"; what: string; cut?: boolean }
  | { is: "tooMany" }
  /** Another try would end the same. */
  | { is: "refused"; what: string };

/** The root element that a good answer has. */
export const ROOTS = { esearch: "eSearchResult", efetch: "PubmedArticleSet" } as const;
export type Endpoint = keyof typeof ROOTS;

const SHOWN = 160;

/**
 * Judge an answer before anything reads it: NCBI sends errors, web pages and stack traces with status 200 too.
 *
 * In: status, body, which utility was asked. Out: see Judged; a message is cut to 160 characters.
 */
export const judgeReply = (status: number, body: string, endpoint: Endpoint): Judged => {
  if (status === 429 || /^\s*\{\s*"error"\s*:\s*"API rate limit exceeded/i.test(body)) return { is: "tooMany" };
  if (status >= 500) return { is: "fault", what: `HTTP ${status}` };
  if (status !== 200) return { is: "refused", what: `HTTP ${status}, ${beginning(body)}` };
  return judgeBody(body, ROOTS[endpoint]);
};

const judgeBody = (body: string, root: string): Judged => {
  const error = /<ERROR>([\s\S]*?)<\/ERROR>/.exec(body)?.[1]?.trim();
  if (error !== undefined && !NO_SUCH_IDS.test(error)) return { is: "fault", what: `the error "${error.slice(0, SHOWN)}"` };
  if (error !== undefined) return { is: "good" };
  if (body.trim() === "") return { is: "fault", what: "an empty body" };
  if (!new RegExp(`<${root}[\\s>/]`).test(body)) return { is: "fault", what: nameOf(body) };
  if (new RegExp(`</${root}\\s*>\\s*$|<${root}\\s*/>\\s*$`).test(body)) return { is: "good" };
  return { is: "fault", what: `XML without its end (${body.length} characters)`, cut: true };
};

// What efetch says where none of the ids exists: an answer, not a fault.
const NO_SUCH_IDS = /ID list is empty/i;

const nameOf = (body: string): string => {
  if (/<html[\s>]|<!doctype html/i.test(body)) return "a web page";
  if (/^\s*<\?xml[^>]*>\s*(<!DOCTYPE[^>]*>)?\s*$/.test(body)) return "XML without content";
  return beginning(body);
};

const beginning = (body: string): string => {
  const text = body.replace(/\s+/g, " ").trim().slice(0, SHOWN);
  return text === "" ? "an empty body" : `a body that begins with "${text}"`;
};

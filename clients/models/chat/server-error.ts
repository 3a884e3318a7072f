import { z } from "zod";

/** An error that a server sent, whatever wrapping its body had. */
export type ServerError = {
  /** HTTP status, or the code of an error event inside a 200 stream. */
  status: number;
  /** The parameter that the server blames. */
  param: string | undefined;
  /** The server's word for the kind; it varies between versions, so only codes that are stable are matched. */
  code: string | undefined;
  /** Beginning of the message, for people. */
  message: string;
  /** What the server asks for before the next request (milliseconds). */
  waitMs: number | undefined;
};

const LONGEST_MESSAGE = 300;

const Word = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined);
const Wrapped = z.object({
  message: z.string().optional().catch(undefined),
  param: Word,
  code: Word,
  type: Word,
  status: Word,
  details: z
    .array(z.looseObject({ reason: Word, retryDelay: Word }))
    .optional()
    .catch(undefined),
});
const Body = z.union([
  z.object({ error: z.union([z.string().transform((message) => ({ message })), Wrapped]) }).transform(({ error }) => error),
  z
    .object({ detail: z.union([z.string(), z.array(z.unknown()).transform((items) => JSON.stringify(items))]) })
    .transform(({ detail }) => ({ message: detail })),
  Wrapped,
]);

/**
 * Read an error's body: `{error:{…}}`, `{error:"text"}`, `{detail}`, one in a list, none at all, or a web page.
 *
 * In: status, headers, body. Out: status, param and code to match on; message cut to 300 characters.
 */
export const readServerError = (status: number, headers: Headers | undefined, body: string): ServerError => {
  const parsed = Body.safeParse(firstOf(asJson(body)));
  const error: z.infer<typeof Wrapped> = parsed.success ? { ...NOTHING, ...parsed.data } : NOTHING;
  const word = [error.code, error.type, error.status, ...(error.details ?? []).map(({ reason }) => reason)].find(
    (name) => name !== undefined && KNOWN_CODES.has(name),
  );
  return {
    status,
    param: error.param,
    code: word,
    message: oneLine(error.message ?? (parsed.success ? "" : body)) || "no message",
    waitMs:
      retryAfter(headers?.get("retry-after")) ?? seconds((error.details ?? []).find(({ retryDelay }) => retryDelay)?.retryDelay),
  };
};

/** Kinds whose name is part of a server's contract. */
const KNOWN_CODES: ReadonlySet<string> = new Set([
  "context_length_exceeded", // OpenAI
  "exceed_context_size_error", // llama.cpp
  "unsupported_parameter", // OpenAI
  "insufficient_quota", // OpenAI
  "API_KEY_INVALID", // Gemini
  "FAILED_PRECONDITION", // Gemini: no billing, or not offered where the caller is
]);

const NOTHING: z.infer<typeof Wrapped> = {
  message: undefined,
  param: undefined,
  code: undefined,
  type: undefined,
  status: undefined,
  details: undefined,
};

const asJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

// Gemini's stream wraps its error in a list.
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

const oneLine = (text: string): string =>
  text
    .replace(/<[^>]*>/gu, " ")
    .replace(/\s+/gu, " ")
    .trim()
    .slice(0, LONGEST_MESSAGE);

const seconds = (duration: string | undefined): number | undefined => {
  const read = /^(\d+(?:\.\d+)?)s$/u.exec(duration ?? "")?.[1];
  return read === undefined ? undefined : Number(read) * 1000;
};

const retryAfter = (header: string | null | undefined): number | undefined => {
  const written = header?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/u.test(written)) return Number(written) * 1000;
  const date = Date.parse(written);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
};

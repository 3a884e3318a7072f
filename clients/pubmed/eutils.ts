import { setMaxListeners } from "node:events";
import { z } from "zod";
import { type Failure, failure, type Outcome, ok, TROUBLES } from "../../state/outcome.ts";
import type { DataClass, Egress } from "../egress.ts";
import { noStore, type Store } from "../store.ts";
import { type EutilsRequest, writeRequest } from "./eutils-request.ts";
import { type Endpoint, type Judged, judgeReply } from "./judge-reply.ts";
import { type Pacer, sharedPacer, waitFor } from "./pacer.ts";

export type EutilsOptions = {
  /** The way out, `openEgress(…).fetch`. */
  fetch: Egress["fetch"];
  /** Class of the questions that become searches; public unless given. */
  dataClass?: DataClass | undefined;
  /** NCBI asks every client for an address; without one no request is made. */
  email?: string | undefined;
  apiKey?: string | undefined;
  /** NCBI's own unless given, without a slash at its end. */
  baseUrl?: string | undefined;
  /** Records or replays the requests; neither unless given. */
  store?: Store | undefined;
  /** Longest time of one request with its waits and tries (milliseconds). */
  deadlineMs?: number | undefined;
  /** Most tries of one request (count). */
  tries?: number | undefined;
  /** Wait before the second try, doubled before each further one, and drawn between half and one and a half of that (milliseconds). */
  backoffMs?: number | undefined;
  /** The pacer that all clients of this process share, unless given. */
  pacer?: Pacer | undefined;
};

/** Ask one utility. Out: the body of a good answer. */
export type AskEutils = (
  endpoint: Endpoint,
  parameters: Record<string, string>,
  signal: AbortSignal | undefined,
) => Promise<Outcome<string>>;

// 3 and 10 a second are NCBI's limits; a little less, since its clock is not ours. [NBK25497]
const PER_SECOND = { withoutKey: 2.9, withKey: 9.5 };

const Reply: z.ZodType<Outcome<string>> = z.union([
  z.object({ is: z.literal("ok"), value: z.string() }),
  z.object({ is: z.enum(TROUBLES), detail: z.string() }),
]);

/**
 * Open the E-utilities: paced, judged and tried again within a deadline.
 *
 * Out: ok with a body that has its root and its end; rateLimited, unavailable, or truncated (a body that stayed cut) after all tries;
 * timeout and cancelled; denied by egress; misconfigured for a missing address, a wrong key or path; replayMiss.
 * Waiting for a turn counts towards the deadline.
 */
export const openEutils = (options: EutilsOptions): AskEutils => {
  const store = options.store ?? noStore;
  return async (endpoint, parameters, signal) => {
    // Neither key nor address decides the answer, and neither belongs in a recording.
    const exchange = {
      kind: "http" as const,
      name: `ncbi ${endpoint}`,
      request: { ...parameters },
      reply: Reply,
      keep: isAnswer,
    };
    const ended = await store.exchange(exchange, () => askWithin(options, endpoint, parameters, signal));
    return ended.is === "ok" ? ended.value : ended;
  };
};

const isAnswer = (reply: Outcome<string>): boolean => reply.is === "ok";

const askWithin = async (
  options: EutilsOptions,
  endpoint: Endpoint,
  parameters: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Outcome<string>> => {
  const { email, deadlineMs = 60_000 } = options;
  if (email === undefined || email.trim() === "") {
    return failure("misconfigured", "NCBI_EMAIL is not set; NCBI asks for it. See .env.example.");
  }
  if (options.baseUrl !== undefined && !URL.canParse(options.baseUrl)) {
    return failure("misconfigured", `NCBI_BASE_URL is "${options.baseUrl}"; expected https://HOST/PATH.`);
  }
  if (signal?.aborted) return outOfTime(endpoint, signal);
  const ending = new AbortController();
  const stop = () => ending.abort();
  const timer = setTimeout(stop, deadlineMs);
  if (signal !== undefined) setMaxListeners(0, signal); // one listener a request, and a run shares its signal
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const request = writeRequest({ ...options, email }, endpoint, parameters);
    return await tryUntil(options, endpoint, request, {
      signal: ending.signal,
      latest: performance.now() + deadlineMs,
      user: signal,
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
};

/** An answer worth another try. */
type Spoiled = Extract<Judged, { is: "fault" | "tooMany" }>;

type Limits = { signal: AbortSignal; latest: number; user: AbortSignal | undefined };

const tryUntil = async (
  options: EutilsOptions,
  endpoint: Endpoint,
  request: EutilsRequest,
  limits: Limits,
): Promise<Outcome<string>> => {
  const { tries = 4, backoffMs = 1000 } = options;
  const pacer =
    options.pacer ?? sharedPacer(new URL(request.url).origin, options.apiKey ? PER_SECOND.withKey : PER_SECOND.withoutKey);
  const began = performance.now();
  let last: Spoiled | undefined;
  for (let tried = 1; ; tried++) {
    const hasTurn = await pacer.turn(limits.latest, limits.signal);
    if (!hasTurn) return outOfTime(endpoint, limits.user, last);
    const reply = await send(options, endpoint, request, limits);
    if (reply.is !== "judged") return reply;
    if (reply.judged.is === "good") return ok(reply.body);
    if (reply.judged.is === "refused") return refused(endpoint, reply.judged.what);
    last = reply.judged;
    const pause = Math.max(reply.retryAfterMs, backoffMs * 2 ** (tried - 1) * (0.5 + Math.random()));
    if (last.is === "tooMany") pacer.holdOff(pause);
    if (tried >= tries || performance.now() + pause > limits.latest) return exhausted(endpoint, last, tried, began);
    await waitFor(pause, limits.signal);
  }
};

type Sent = Failure | { is: "judged"; judged: Judged; body: string; retryAfterMs: number };

const send = async (
  egress: Pick<EutilsOptions, "fetch" | "dataClass">,
  endpoint: Endpoint,
  { url, init }: EutilsRequest,
  limits: Limits,
): Promise<Sent> => {
  const reply = await egress.fetch(url, { ...init, signal: limits.signal }, { dataClass: egress.dataClass ?? "public" });
  if (limits.signal.aborted) return outOfTime(endpoint, limits.user);
  if (reply.is === "unavailable") return lost({ is: "fault", what: reply.detail.replace(/\.$/, "") });
  if (reply.is !== "ok") return reply;
  const { status, headers } = reply.value;
  try {
    const body = await reply.value.text();
    return {
      is: "judged",
      judged: judgeReply(status, body, endpoint),
      body,
      retryAfterMs: secondsOf(headers.get("retry-after")) * 1000,
    };
  } catch (error) {
    if (limits.signal.aborted) return outOfTime(endpoint, limits.user);
    if (!(error instanceof TypeError)) throw error; // undici throws "terminated" where the connection is cut inside the body
    return lost({ is: "fault", what: "a connection cut in the middle", cut: true });
  }
};

const lost = (judged: Spoiled): Sent => ({ is: "judged", judged, body: "", retryAfterMs: 0 });

// A date is taken as no number: the backoff decides then.
const secondsOf = (header: string | null): number => {
  const seconds = Number(header ?? 0);
  return Number.isFinite(seconds) ? seconds : 0;
};

const outOfTime = (endpoint: Endpoint, user: AbortSignal | undefined, last?: Spoiled): Failure => {
  const late = user?.reason instanceof Error && user.reason.name === "TimeoutError";
  if (user?.aborted && !late) return failure("cancelled", `ncbi ${endpoint} was cancelled.`);
  const saw = last === undefined ? "" : ` after ${last.is === "tooMany" ? "429" : last.what}`;
  return failure("timeout", `ncbi ${endpoint} did not answer within the deadline${saw}, waiting for its turn included.`);
};

const exhausted = (endpoint: Endpoint, last: Spoiled, tries: number, began: number): Failure => {
  const effort = `after ${tries} tries over ${((performance.now() - began) / 1000).toFixed(1)} s`;
  if (last.is === "tooMany")
    return failure("rateLimited", `ncbi ${endpoint}: 429 ${effort}; an NCBI_API_KEY allows 10 requests a second.`);
  return failure(last.cut ? "truncated" : "unavailable", `ncbi ${endpoint}: ${last.what} ${effort}.`);
};

const refused = (endpoint: Endpoint, what: string): Failure =>
  /api[ _-]?key/i.test(what)
    ? failure("misconfigured", `NCBI does not accept NCBI_API_KEY (${what}). Correct it or leave it out.`)
    : failure("misconfigured", `ncbi ${endpoint} refused the request: ${what}. Check NCBI_BASE_URL.`);

import type { Client } from "@opensearch-project/opensearch";
import { z } from "zod";
import { type Failure, failure, type Outcome, ok, TROUBLES } from "../../state/outcome.ts";
import type { DataClass, Egress } from "../egress.ts";
import { setProcessEnv } from "../env.ts";
import { noStore, type Store } from "../store.ts";
import { askOnce, type Read, type ServerRequest, strangeAnswer } from "./ask-once.ts";
import { backoff, withinDeadline } from "./within-deadline.ts";

export type ServerOptions = {
  /** `http(s)://[USER:PASSWORD@]HOST[:PORT][/PATH]` */
  url: string;
  egress: Pick<Egress, "fetch">;
  /** Class of the questions and articles that are sent; public unless given. */
  dataClass?: DataClass | undefined;
  /** Records or replays what is read; neither unless given. */
  store?: Store | undefined;
  /** Longest time of one call with its waits and tries (milliseconds). */
  deadlineMs?: number | undefined;
  /** Most tries of one call (count). */
  tries?: number | undefined;
};

/** How one call is made. */
export type Asked<Value> = Read<Value> & {
  signal?: AbortSignal | undefined;
  deadlineMs?: number | undefined;
  tries?: number | undefined;
  /** Answered from recordings in a replay, and kept in a recording. */
  recorded?: boolean | undefined;
};

export type Server = {
  host: string;
  ask<Value>(request: ServerRequest, asked: Asked<Value>): Promise<Outcome<Value>>;
  close(): Promise<void>;
};

/** Wait before the second try, doubled before each further one (milliseconds). */
const BACKOFF_MS = 200;

const Recorded: z.ZodType<Outcome<unknown>> = z.union([
  z.object({ is: z.literal("ok"), value: z.unknown() }),
  z.object({ is: z.enum(TROUBLES), detail: z.string() }),
]);

/**
 * Open an OpenSearch server through the official client, whose every request passes the egress.
 *
 * In: see ServerOptions; nothing is loaded or asked before the first call. Out of `ask`: the parsed answer; rateLimited (429 in all its shapes) or unavailable (refused, cut, 502-504,
 * shards not up) after all tries; timeout and cancelled; denied; misconfigured for a wrong address, user or index; unparseable; replayMiss.
 * The client's own retries are off: it repeats at once, and never a 429. A request that the server cannot understand throws: a bug.
 */
export const openServer = (options: ServerOptions): Outcome<Server> => {
  const { url, egress, dataClass = "public", store = noStore } = options;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return failure("misconfigured", "OPENSEARCH_URL is no http address; expected http://HOST:9200.");
  const { host } = new URL(url);
  let loading: Promise<Client> | undefined;
  const client = (): Promise<Client> => {
    loading ??= loadClient(url, egress, dataClass);
    return loading;
  };

  const ask = async <Value>(request: ServerRequest, asked: Asked<Value>): Promise<Outcome<Value>> => {
    const { signal, deadlineMs = options.deadlineMs ?? 30_000, tries = options.tries ?? 5 } = asked;
    return withinDeadline({ signal, deadlineMs, host }, async (ending, latest) => {
      let last: Failure | undefined;
      for (let tried = 1; ; tried++) {
        const answer = await askOnce(await client(), request, asked, { host, signal: ending.signal });
        if (answer.is === "ok") return answer;
        if (answer.judged.next === "ours")
          throw new Error(`OpenSearch does not understand a request of ours: ${answer.judged.failure.detail}`);
        last = answer.judged.failure;
        const pause = backoff(tried, BACKOFF_MS);
        if (answer.judged.next === "stop") return last;
        if (tried >= tries || performance.now() + pause > latest)
          return { ...last, detail: `${last.detail}${tried === 1 ? "" : ` Tried ${tried} times.`}` };
        await ending.pause(pause);
        if (ending.signal.aborted) return last;
      }
    });
  };

  return ok({
    host,
    ask: async (request, asked) => {
      if (asked.recorded !== true || store.mode === "off") return ask(request, asked);
      const exchange = {
        kind: "http" as const,
        name: `opensearch ${request.name}`,
        request: { ...request },
        reply: Recorded,
        keep: ({ is }: Outcome<unknown>) => is === "ok",
      };
      const kept = await store.exchange(exchange, () => ask(request, asRaw(asked, host)));
      const outcome = kept.is === "ok" ? kept.value : kept;
      return outcome.is === "ok" ? ok(asked.reply.parse(outcome.value)) : outcome;
    },
    close: async () => {
      const open = loading;
      loading = undefined; // closed twice, the client would wait for ever
      await (await open)?.close();
    },
  });
};

/** Keep the answer as it came, judged as it would be. */
const asRaw = <Value>({ reply, refused, ...asked }: Asked<Value>, host: string): Asked<unknown> => ({
  ...asked,
  reply: z.unknown(),
  refused: (raw) => {
    const parsed = reply.safeParse(raw);
    return parsed.success ? refused?.(parsed.data) : strangeAnswer(host);
  },
});

const loadClient = async (url: string, egress: Pick<Egress, "fetch">, dataClass: DataClass): Promise<Client> => {
  const before = setProcessEnv({ DEBUG: undefined }); // the client's debug lines print whole requests
  const { Client } = await import("@opensearch-project/opensearch");
  const { guardedConnection } = await import("./guarded-connection.ts");
  setProcessEnv(before);
  return new Client({ node: url, maxRetries: 0, agent: false, Connection: guardedConnection(egress, dataClass) });
};

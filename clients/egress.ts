import { failure, type Outcome, ok } from "../state/outcome.ts";
import type { AuditLog } from "./audit-log.ts";
import { auditFailure, auditReply, auditRequest } from "./audited-fetch.ts";
import { type Env, usesProxy } from "./env.ts";
import { type Host, isLoopback, isNamed, parseHost } from "./hosts.ts";
import { afterRedirect, isRedirect } from "./redirects.ts";

/** `phi`: text about a patient. `public`: questions and articles that anyone may read. */
export type DataClass = "public" | "phi";

export type EgressOptions = {
  /** No request at all, loopback included. */
  offline?: boolean;
  /** What the user named by --allow-host or EVIGRAPH_PHI_HOSTS: open to both classes. */
  allowHosts?: readonly string[];
  /** Base URLs from the environment or from settings: open to public text only; a base URL is no consent for phi. */
  configured?: readonly string[];
  /** Class of a request that does not say; phi unless given. */
  dataClass?: DataClass;
  /** True when Node sends requests through a proxy; read from the environment unless given. */
  proxied?: boolean;
  /** Where every request is written down, denied ones too. */
  log?: AuditLog | undefined;
};

export type HostCount = { host: string; dataClass: DataClass; permitted: boolean; requests: number };

export type Egress = {
  /** Send a request if its host is open to its class; each redirect is judged anew. */
  fetch: (url: string | URL, init?: RequestInit, about?: { dataClass?: DataClass }) => Promise<Outcome<Response>>;
  /** Tell whether a URL is open to a class, without sending anything. */
  permits: (url: string | URL, dataClass?: DataClass) => Outcome<true>;
  /** Requests so far by host, class and verdict; never a path, a query or a body. */
  audit: () => HostCount[];
  /** The same gate as a function that libraries take in place of fetch; throws EgressDenied. */
  guarded: (dataClass: DataClass) => typeof fetch;
};

/** Thrown only inside libraries that want a fetch of their own; clients turn it back into the outcome `denied`. */
export class EgressDenied extends Error {
  override name = "EgressDenied";
}

/** Hosts that Evigraph's own clients use for public text. No model hub, no telemetry. */
const KNOWN_HOSTS = ["eutils.ncbi.nlm.nih.gov", "generativelanguage.googleapis.com", "api.openai.com"];
const MOST_REDIRECTS = 5;

/**
 * Open the one way out of the process.
 *
 * Class `phi` reaches loopback and the hosts that the user has named; `public` also reaches the known and the configured hosts;
 * `offline` reaches nothing, not even loopback. Proxies from the environment are not used; where Node was told to use one, phi is denied.
 * Out of `fetch`: ok with the response of whatever status, denied, timeout, cancelled, or unavailable (refused, cut, no such host).
 * Throws for a named host that cannot be read, since leaving it out would be silent; a base URL that cannot be read ends misconfigured when used.
 */
export function openEgress(options: EgressOptions = {}): Egress {
  const named = (options.allowHosts ?? []).map(readHost);
  const open = [...named, ...KNOWN_HOSTS.map(readHost), ...(options.configured ?? []).flatMap((base) => parseHost(base) ?? [])];
  const defaultClass = options.dataClass ?? "phi";
  const proxied = options.proxied ?? usesProxy();
  const seen = new Map<string, HostCount>();

  const permits = (address: string | URL, dataClass: DataClass = defaultClass): Outcome<true> => {
    if (!URL.canParse(String(address))) return failure("misconfigured", `"${address}" is not a URL; expected https://HOST/….`);
    const url = new URL(address);
    if (url.protocol !== "http:" && url.protocol !== "https:") {
      return failure("misconfigured", `${url.protocol} is not http or https; expected http://HOST:PORT/….`);
    }
    if (options.offline) {
      return failure(
        "denied",
        `${url.host} was not reached: --offline allows no network. Leave it out, or answer from --replay DIR.`,
      );
    }
    if (dataClass === "phi" && proxied) {
      return failure("denied", "Text of class phi would pass a proxy: start without NODE_USE_ENV_PROXY and --use-env-proxy.");
    }
    if (isLoopback(url.hostname) || isNamed(url, dataClass === "phi" ? named : open)) return ok(true);
    const flag = `add --allow-host ${url.hostname}`;
    if (dataClass === "public") return failure("denied", `${url.hostname} is not a configured host: ${flag}.`);
    return failure("denied", `Text of class phi may not go to ${url.hostname}: ${flag}, or name it in EVIGRAPH_PHI_HOSTS.`);
  };

  const { log } = options;
  const record = (url: URL, init: RequestInit, dataClass: DataClass, permitted: boolean): number => {
    const key = `${url.host} ${dataClass} ${permitted}`;
    const entry = seen.get(key) ?? { host: url.host, dataClass, permitted, requests: 0 };
    seen.set(key, { ...entry, requests: entry.requests + 1 });
    return log === undefined ? 0 : auditRequest(log, { url, init, dataClass, permitted });
  };

  const answerTo = async (number: number, target: string | URL, init: RequestInit): Promise<Response> => {
    try {
      const response = await fetch(target, { ...init, redirect: "manual" });
      return log === undefined ? response : auditReply(log, number, response);
    } catch (error) {
      if (log !== undefined) auditFailure(log, number, error);
      throw error;
    }
  };

  const send = async (address: string | URL, init: RequestInit, dataClass: DataClass): Promise<Outcome<Response>> => {
    let target = address;
    let request = init;
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const permitted = permits(target, dataClass);
      const known = URL.canParse(String(target));
      const number = known ? record(new URL(target), request, dataClass, permitted.is === "ok") : 0;
      if (permitted.is !== "ok") return permitted;
      const response = await answerTo(number, target, request);
      const location = response.headers.get("location");
      if (!isRedirect(response.status) || location === null || init.redirect === "manual") return ok(response);
      await response.body?.cancel();
      const from = new URL(target);
      if (!URL.canParse(location, from.href))
        return failure("unavailable", `${from.host} redirects to something that is no URL.`);
      const next = new URL(location, from);
      const following = afterRedirect(request, response.status, from, next);
      if (following === undefined) return failure("unavailable", `${from.host} redirects a streamed request to ${next.host}.`);
      target = next;
      request = following;
    }
    return failure("unavailable", `${new URL(address).host} redirects more than ${MOST_REDIRECTS} times.`);
  };

  return {
    permits,
    audit: () => [...seen.values()],
    fetch: (url, init = {}, about = {}) =>
      send(url, init, about.dataClass ?? defaultClass).catch((error: unknown) => lost(error, url, init.signal)),
    guarded: (dataClass) => async (input, init) => {
      const [url, whole] = input instanceof Request ? await unpacked(new Request(input, init)) : [input, init ?? {}];
      const sent = await send(url, whole, dataClass);
      if (sent.is === "ok") return sent.value;
      if (sent.is === "denied") throw new EgressDenied(sent.detail);
      throw new TypeError(`fetch failed: ${sent.detail}`);
    },
  };
}

/** Give a library that takes its own fetch (`configuration.fetch` of @langchain/openai) one that passes the gate. Throws EgressDenied. */
export function guardedFetch(egress: Egress, dataClass: DataClass): typeof fetch {
  return egress.guarded(dataClass);
}

/** Find a denial in an error that a library wrapped. Out: its sentence, or undefined where the error is something else. */
export function denialIn(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof EgressDenied) return cause.message;
  return undefined;
}

/** List what the environment opens: EVIGRAPH_PHI_HOSTS to both classes, base URLs to public text. */
export function egressFrom(env: Env): { allowHosts: string[]; configured: string[] } {
  const bases = [env.VLLM_BASE_URL, env.OPENAI_BASE_URL, env.GEMINI_BASE_URL, env.NCBI_BASE_URL, env.OPENSEARCH_URL];
  return { allowHosts: env.EVIGRAPH_PHI_HOSTS, configured: bases.filter((base) => base !== undefined) };
}

function readHost(written: string): Host {
  const host = parseHost(written);
  if (host === undefined)
    throw new RangeError(`"${written}" names no host; expected HOST, HOST:PORT or a URL, without wildcards.`);
  return host;
}

async function unpacked(request: Request): Promise<[string, RequestInit]> {
  const { method, headers, signal } = request;
  const body = request.body === null ? null : await request.arrayBuffer();
  return [request.url, { method, headers, signal, body }];
}

// Undici reports every failed connection as a TypeError with a cause; a TypeError without one is a wrong call of ours.
function lost(error: unknown, url: string | URL, signal: AbortSignal | null | undefined): Outcome<Response> {
  const host = new URL(url).host;
  if (signal?.aborted) {
    const late = signal.reason instanceof Error && signal.reason.name === "TimeoutError";
    return late
      ? failure("timeout", `${host} did not answer within the deadline.`)
      : failure("cancelled", `The request to ${host} was cancelled.`);
  }
  if (!(error instanceof TypeError) || error.cause === undefined) throw error;
  const cause = error.cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  return failure("unavailable", `${host} could not be reached: ${code}.`);
}

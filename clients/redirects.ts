/** Headers that must not follow a request to another origin: whoever redirects would otherwise collect keys. */
const SECRET_HEADERS = ["authorization", "cookie", "proxy-authorization", "api-key", "x-api-key", "x-goog-api-key"];

/** Tell whether a status asks the client to go elsewhere. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/**
 * Build the request that follows a redirect, by the fetch standard's rules.
 *
 * 303 becomes a GET, and so does a POST after 301 or 302; keys stay behind when the origin changes.
 * Out: the next request, or undefined where the body was a stream that is already spent.
 */
export function afterRedirect(init: RequestInit, status: number, from: URL, next: URL): RequestInit | undefined {
  const method = (init.method ?? "GET").toUpperCase();
  const headers = new Headers(init.headers);
  if (from.origin !== next.origin) for (const name of SECRET_HEADERS) headers.delete(name);
  const becomesGet = (status === 303 && method !== "HEAD") || (status <= 302 && method === "POST");
  if (!becomesGet) return init.body instanceof ReadableStream ? undefined : { ...init, headers };
  for (const name of ["content-type", "content-length", "content-encoding", "content-language"]) headers.delete(name);
  return { ...init, method: "GET", headers, body: null };
}

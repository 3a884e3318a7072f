import type { Endpoint } from "./judge-reply.ts";

const NCBI = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils";
const TOOL = "evigraph";
const LONGEST_URL = 2000;

/** Who asks, and where. */
export type Caller = { email: string; apiKey?: string | undefined; baseUrl?: string | undefined };

/** What `fetch` takes. */
export type EutilsRequest = { url: string; init: RequestInit };

/**
 * Write a request to a utility, with the caller's name in it.
 *
 * Out: a GET, or a POST where the URL would pass 2,000 characters. Empty parameters are left out: an empty date empties the result.
 */
export const writeRequest = (
  { email, apiKey = "", baseUrl = NCBI }: Caller,
  endpoint: Endpoint,
  parameters: Record<string, string>,
): EutilsRequest => {
  const given = Object.entries({ ...parameters, tool: TOOL, email, api_key: apiKey }).filter(([, value]) => value !== "");
  const query = new URLSearchParams(given.map(([key, value]): [string, string] => [key, value.toWellFormed()])).toString();
  const url = `${baseUrl.replace(/\/+$/, "")}/${endpoint}.fcgi`;
  if (url.length + 1 + query.length <= LONGEST_URL) return { url: `${url}?${query}`, init: { method: "GET" } };
  return { url, init: { method: "POST", body: query, headers: { "content-type": "application/x-www-form-urlencoded" } } };
};

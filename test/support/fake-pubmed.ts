import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the E-utilities were seen to do instead of answering; the bodies are of the shape that NCBI sends. */
export type PubmedFault =
  | "tooMany" // 429 without Retry-After
  | "tooManyIn200"
  | "retryAfter" // 429 with Retry-After: 1
  | "http500"
  | "webPage"
  | "error"
  | "stackTrace"
  | "prologOnly"
  | "emptyBody"
  | "cutXml"
  | "cutConnection"
  | "silent" // never answers
  | "badKey"
  | "notFound";

export type FakeArticle = { pmid: string; title: string; abstract?: string; year?: number; retracted?: boolean };

export type SeenRequest = { endpoint: string; method: string; parameters: URLSearchParams; at: number };

export type FakePubmed = {
  baseUrl: string;
  requests: SeenRequest[];
  /** Spoil the next answers with these, one each. */
  spoil: (...faults: PubmedFault[]) => void;
  /** Spoil every answer for which this gives a fault. */
  spoilWhere: (rule: (request: SeenRequest) => PubmedFault | undefined) => void;
  close: () => Promise<void>;
};

const ERROR_429 = '{"error":"API rate limit exceeded","api-key":"127.0.0.1","count":"4","limit":"3"}';
const PROLOG =
  '<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2024//EN" "https://dtd.nlm.nih.gov/x.dtd">\n';

/**
 * Start a server on loopback that answers esearch and efetch as NCBI does.
 *
 * A search finds the articles that hold every known word of the term; unknown words are dropped and named, as PubMed drops them.
 * In: the articles; `counted`, the number of hits that it claims where that is more than it has.
 */
export const fakePubmed = async (articles: readonly FakeArticle[], counted?: number): Promise<FakePubmed> => {
  const requests: SeenRequest[] = [];
  const queue: PubmedFault[] = [];
  let rule: (request: SeenRequest) => PubmedFault | undefined = () => undefined;

  const server = createServer(async (incoming, response) => {
    const request = await read(incoming);
    requests.push(request);
    const fault = queue.shift() ?? rule(request);
    const body =
      request.endpoint === "esearch" ? searched(articles, request.parameters, counted) : fetched(articles, request.parameters);
    if (fault === undefined) send(response, 200, body);
    else spoiled(fault, body, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/entrez/eutils`,
    requests,
    spoil: (...faults) => void queue.push(...faults),
    spoilWhere: (next) => {
      rule = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

const read = async (incoming: IncomingMessage): Promise<SeenRequest> => {
  let body = "";
  for await (const piece of incoming) body += piece;
  const url = new URL(incoming.url ?? "", "http://127.0.0.1");
  const endpoint = /(\w+)\.fcgi$/.exec(url.pathname)?.[1] ?? "";
  const parameters = new URLSearchParams(incoming.method === "POST" ? body : url.search);
  return { endpoint, method: incoming.method ?? "", parameters, at: performance.now() };
};

const send = (response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { "content-type": "text/xml; charset=UTF-8", ...headers }).end(body);
};

type Spoiled = { status?: number; body?: string | ((body: string) => string); headers?: Record<string, string> };
const JSON_TYPE = { "content-type": "application/json" };

const SPOILED: Record<Exclude<PubmedFault, "cutConnection" | "silent">, Spoiled> = {
  tooMany: { status: 429, body: ERROR_429, headers: JSON_TYPE },
  tooManyIn200: { body: ERROR_429 },
  retryAfter: { status: 429, body: ERROR_429, headers: { ...JSON_TYPE, "retry-after": "1" } },
  http500: { status: 500, body: "Internal Server Error" },
  webPage: {
    body: '<!DOCTYPE html>\n<html lang="en"><head><title>NCBI - Down for maintenance</title></head><body></body></html>',
  },
  error: {
    body: '<?xml version="1.0" ?>\n<eSearchResult><ERROR>Search Backend failed: Database is not supported: pubmed</ERROR></eSearchResult>',
  },
  stackTrace: {
    body: 'Error: NCBI C++ Exception:\n  T0 "/build/TXCLIENT.cpp", line 999: Error: (CTxRawClient::EOF) ncbi::CTxRawClient::readAll() - read EOF\n',
  },
  prologOnly: { body: PROLOG },
  emptyBody: { body: "" },
  cutXml: { body: (whole) => whole.slice(0, Math.floor(whole.length * 0.7)) },
  badKey: {
    status: 400,
    body: '{"error":"API key invalid","api-key":"x","type":"malformed","status":"unknown"}',
    headers: JSON_TYPE,
  },
  notFound: { status: 404, body: "<html><body>Not found</body></html>" },
};

const spoiled = (fault: PubmedFault, whole: string, response: ServerResponse): void => {
  if (fault === "silent") return;
  if (fault === "cutConnection") {
    response.writeHead(200, { "content-type": "text/xml", "content-length": String(whole.length + 100) });
    response.write(whole.slice(0, 40), () => response.destroy());
    return;
  }
  const { status = 200, body = "", headers } = SPOILED[fault];
  send(response, status, typeof body === "string" ? body : body(whole), headers);
};

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const searched = (articles: readonly FakeArticle[], parameters: URLSearchParams, counted: number | undefined): string => {
  const term = parameters.get("term") ?? "";
  const sound = /^\((.*)\) NOT "retracted publication"\[pt\]$/s.exec(term)?.[1];
  const words = (sound ?? term).split(/\s+/).filter((word) => word !== "");
  const holds = (article: FakeArticle, word: string) =>
    `${article.title} ${article.abstract ?? ""}`.toLowerCase().includes(word.toLowerCase());
  const known = words.filter((word) => articles.some((article) => holds(article, word)));
  const unknown = words.filter((word) => !known.includes(word));
  const lastYear = Number((parameters.get("maxdate") ?? "9999").slice(0, 4));
  const found =
    known.length === 0
      ? []
      : articles.filter(
          (article) =>
            (article.year ?? 0) <= lastYear &&
            !(sound !== undefined && article.retracted) &&
            known.every((word) => holds(article, word)),
        );
  const ids = found.slice(0, Number(parameters.get("retmax") ?? 20)).map(({ pmid }) => `<Id>${pmid}</Id>`);
  const errors = unknown.map((word) => `<PhraseNotFound>${escaped(word)}</PhraseNotFound>`).join("");
  const none = found.length === 0 ? "<WarningList><OutputMessage>No items found.</OutputMessage></WarningList>" : "";
  return `<?xml version="1.0" encoding="UTF-8" ?>
<!DOCTYPE eSearchResult PUBLIC "-//NLM//DTD esearch 20060628//EN" "https://eutils.ncbi.nlm.nih.gov/eutils/dtd/20060628/esearch.dtd">
<eSearchResult><Count>${counted ?? found.length}</Count><RetMax>${ids.length}</RetMax><RetStart>0</RetStart><IdList>
${ids.join("\n")}
</IdList><TranslationSet/><QueryTranslation>${known.map((word) => `"${escaped(word)}"[All Fields]`).join(" AND ")}</QueryTranslation>${
    errors === "" ? "" : `<ErrorList>${errors}</ErrorList>`
  }${none}</eSearchResult>
`;
};

const fetched = (articles: readonly FakeArticle[], parameters: URLSearchParams): string => {
  const ids = (parameters.get("id") ?? "").split(",");
  // Not in the order asked for: neither is NCBI's answer, always.
  const records = articles.filter(({ pmid }) => ids.includes(pmid)).map(recordOf);
  return `${PROLOG}<PubmedArticleSet>\n${records.join("\n")}\n</PubmedArticleSet>\n`;
};

const recordOf = ({ pmid, title, abstract, year, retracted }: FakeArticle): string =>
  `<PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">${pmid}</PMID><Article PubModel="Print"><Journal><JournalIssue><PubDate>${
    year === undefined ? "" : `<Year>${year}</Year>`
  }</PubDate></JournalIssue><Title>Made-up Journal</Title></Journal><ArticleTitle>${escaped(title)}</ArticleTitle>${
    abstract === undefined ? "" : `<Abstract><AbstractText>${escaped(abstract)}</AbstractText></Abstract>`
  }<PublicationTypeList><PublicationType UI="D016441">${retracted ? "Retracted Publication" : "Journal Article"}</PublicationType></PublicationTypeList></Article></MedlineCitation></PubmedArticle>`;

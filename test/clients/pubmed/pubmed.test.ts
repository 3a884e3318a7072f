import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEgress } from "../../../clients/egress.ts";
import type { EutilsOptions } from "../../../clients/pubmed/eutils.ts";
import { startPacer } from "../../../clients/pubmed/pacer.ts";
import { openPubmed } from "../../../clients/pubmed/pubmed.ts";
import { recordingStore, replayingStore } from "../../../clients/store.ts";
import { type FakePubmed, fakePubmed, type PubmedFault } from "../../support/fake-pubmed.ts";

const articles = [
  { pmid: "3", title: "Losartan and the brain", abstract: "Text of three: p < 0.05.", year: 2021 },
  { pmid: "1", title: "Losartan in Alzheimer disease", year: 2019 },
  { pmid: "2", title: "Losartan withdrawn", year: 2020, retracted: true },
];

let server: FakePubmed;
beforeEach(async () => {
  server = await fakePubmed(articles);
});
afterEach(() => server.close());

/** A client that need not wait: a thousand requests a second, tries a millisecond apart. */
const open = (changed: Partial<EutilsOptions> = {}) =>
  openPubmed({
    fetch: openEgress().fetch,
    email: "someone@example.org",
    baseUrl: server.baseUrl,
    pacer: startPacer(1000),
    backoffMs: 1,
    ...changed,
  });
const search = (text: string, changed: Partial<EutilsOptions> = {}) => open(changed).searchWords({ text }, { limit: 10 });

describe("searching PubMed", () => {
  it("gives PubMed's order, count and own translation", async () => {
    expect(await search("What is Losartan?")).toEqual({
      is: "ok",
      value: {
        hits: [
          { pmid: "3", score: 1 },
          { pmid: "1", score: 1 / 2 },
        ],
        executed: '"losartan"[All Fields]',
        total: 2,
        warnings: [],
      },
    });
    const { parameters, method } = server.requests[0]!;
    expect(method).toBe("GET");
    expect(Object.fromEntries(parameters)).toEqual({
      db: "pubmed",
      term: '(losartan) NOT "retracted publication"[pt]',
      retmax: "10",
      sort: "relevance",
      tool: "evigraph",
      email: "someone@example.org",
    });
  });

  it("leaves retracted articles out by its query, and keeps them where asked", async () => {
    const kept = await open().searchWords({ text: "losartan" }, { limit: 10, retracted: "keep" });
    expect(kept).toMatchObject({ value: { total: 3, hits: [{ pmid: "3" }, { pmid: "1" }, { pmid: "2" }] } });
    expect(server.requests[0]!.parameters.get("term")).toBe("losartan");
  });

  it("names every word that PubMed dropped, for the hits are those of another query", async () => {
    const reply = await search("losartan zebrafishes");
    expect(reply).toMatchObject({ is: "ok", value: { total: 2, warnings: ["PubMed does not know: zebrafishes."] } });
  });

  it("tells no hits by PubMed's own word", async () => {
    expect(await search("zebrafishes")).toMatchObject({
      is: "ok",
      value: { hits: [], total: 0, warnings: ["PubMed does not know: zebrafishes.", "PubMed says: No items found."] },
    });
  });

  it.each(["", "   ", "?!", "What is the"])("asks nothing for %j", async (text) => {
    expect(await search(text)).toMatchObject({
      is: "ok",
      value: { hits: [], warnings: [expect.stringContaining("nothing was asked")] },
    });
    expect(server.requests).toEqual([]);
  });

  it("sends plain words without operators and fields, and a fielded query as it is", async () => {
    await search('Is "β-blocker" [AND] (losartan) NOT NEAR: safe/OR useful?');
    await open().searchWords({ text: "x", fieldedQuery: '"losartan"[tiab] AND brain[mh]' }, { limit: 10 });
    expect(server.requests.map(({ parameters }) => parameters.get("term"))).toEqual([
      '(beta blocker losartan near safe useful) NOT "retracted publication"[pt]',
      '("losartan"[tiab] AND brain[mh]) NOT "retracted publication"[pt]',
    ]);
  });

  it.each([
    ["2020", "2020"],
    ["2020-6", "2020/06"],
    ["2020/06/30", "2020/06/30"],
  ])("cuts off at %s by PubMed's dates of publication", async (dateTo, maxdate) => {
    const reply = await open().searchWords({ text: "losartan" }, { limit: 10, dateTo });
    expect(reply).toMatchObject({ value: { hits: [{ pmid: "1" }] } });
    expect(Object.fromEntries(server.requests[0]!.parameters)).toMatchObject({ mindate: "1000", maxdate, datetype: "pdat" });
  });

  it("sends no date for an empty one, and refuses one that is none", async () => {
    await open().searchWords({ text: "losartan" }, { limit: 10, dateTo: "" });
    expect(server.requests[0]!.parameters.has("maxdate")).toBe(false);
    expect(await open().searchWords({ text: "losartan" }, { limit: 10, dateTo: "soon" })).toMatchObject({ is: "misconfigured" });
  });

  it("posts a query of more than 2,000 characters", async () => {
    await open().searchWords(
      { text: "x", fieldedQuery: Array.from({ length: 300 }, (_, at) => `losartan${at}`).join(" OR ") },
      { limit: 10 },
    );
    expect(server.requests[0]!.method).toBe("POST");
    expect(server.requests[0]!.parameters.get("term")).toContain("losartan299");
  });

  it("never calls the listed hits all where PubMed counts more than it lists", async () => {
    const large = await fakePubmed(articles, 123_456);
    const reply = await open({ baseUrl: large.baseUrl }).searchWords({ text: "losartan" }, { limit: 20_000 });
    expect(reply).toMatchObject({
      value: { total: 123_456, warnings: [expect.stringContaining("123456 hits and lists the first 9999")] },
    });
    expect(large.requests[0]!.parameters.get("retmax")).toBe("9999");
    await large.close();
  });
});

describe("reading PubMed records", () => {
  it("keeps the order asked for, leaves out unknown ids and what is no id, and marks retracted articles", async () => {
    const read = await open().read(["2", "999", "3", "PMC12", "2"]);
    if (read.is !== "ok") throw new Error(read.detail);
    expect(read.value.map(({ pmid, retracted }) => [pmid, retracted])).toEqual([
      ["2", true],
      ["3", false],
    ]);
    expect(read.value[1]!.sections).toEqual([{ text: "Text of three: p < 0.05." }]);
    expect(server.requests[0]!.parameters.get("id")).toBe("2,999,3");
  });

  it("asks nothing for no ids", async () => {
    expect(await open().read(["PMC12"])).toEqual({ is: "ok", value: [] });
    expect(server.requests).toEqual([]);
  });

  it("asks for at most 200 at once, and posts what is too long for a URL", async () => {
    const pmids = Array.from({ length: 450 }, (_, at) => String(30_000_000 + at));
    await open().read(pmids);
    expect(server.requests.map(({ parameters }) => parameters.get("id")!.split(",").length).sort()).toEqual([200, 200, 50]);
    expect(server.requests.filter(({ method }) => method === "POST")).toHaveLength(2);
  });

  it("halves a request whose answer stays cut short, and misses none", async () => {
    server.spoilWhere(({ parameters }) => ((parameters.get("id") ?? "").split(",").length > 60 ? "cutXml" : undefined));
    const others = Array.from({ length: 100 }, (_, at) => String(500 + at));
    const read = await open().read(["1", ...others, "3"]);
    expect(read.is === "ok" && read.value.map(({ pmid }) => pmid)).toEqual(["1", "3"]);
  });
});

describe("PubMed in trouble", () => {
  const passing: PubmedFault[] = [
    "tooMany",
    "tooManyIn200",
    "http500",
    "webPage",
    "error",
    "stackTrace",
    "prologOnly",
    "emptyBody",
    "cutXml",
    "cutConnection",
  ];

  it.each(passing)("is asked again after one %s", async (fault) => {
    server.spoil(fault);
    expect(await search("losartan")).toMatchObject({ is: "ok", value: { total: 2 } });
    server.spoil(fault);
    expect(await open().read(["1"])).toMatchObject({ is: "ok", value: [{ pmid: "1" }] });
    expect(server.requests).toHaveLength(4);
  });

  it.each([
    ["http500", "HTTP 500"],
    ["webPage", "a web page"],
    ["error", "Search Backend failed"],
    ["stackTrace", "NCBI C++ Exception"],
    ["prologOnly", "XML without content"],
    ["emptyBody", "an empty body"],
    ["cutXml", "without its end"],
    ["cutConnection", "cut in the middle"],
  ] as const)("is unavailable where every try ends in %s, which is not the same as no hits", async (fault, words) => {
    server.spoilWhere(() => fault);
    expect(await search("losartan", { tries: 3 })).toMatchObject({ is: "unavailable", detail: expect.stringContaining(words) });
    expect(server.requests).toHaveLength(3);
    expect(await open({ tries: 2 }).read(["1"])).toMatchObject({ is: "unavailable" });
  });

  it.each(["tooMany", "tooManyIn200"] as const)("is rateLimited where every try ends in %s", async (fault) => {
    server.spoilWhere(() => fault);
    const reply = await search("losartan", { tries: 3 });
    expect(reply).toMatchObject({ is: "rateLimited", detail: expect.stringMatching(/429 after 3 tries over \d/) });
  });

  it("waits as long as Retry-After says", async () => {
    server.spoil("retryAfter");
    expect((await search("losartan")).is).toBe("ok");
    expect(server.requests[1]!.at - server.requests[0]!.at).toBeGreaterThan(990);
  });

  it("does not begin a wait that the deadline cannot hold", async () => {
    server.spoilWhere(() => "retryAfter");
    const began = performance.now();
    expect((await search("losartan", { deadlineMs: 500 })).is).toBe("rateLimited");
    expect(performance.now() - began).toBeLessThan(500);
  });

  it("ends in timeout where it never answers", async () => {
    server.spoilWhere(() => "silent");
    expect((await search("losartan", { deadlineMs: 60 })).is).toBe("timeout");
  });

  it("counts the wait for a turn towards the deadline", async () => {
    const pacer = startPacer(0.001); // one turn in 1,000 seconds
    expect((await search("losartan", { pacer })).is).toBe("ok");
    const began = performance.now();
    expect(await search("losartan", { pacer, deadlineMs: 2000 })).toMatchObject({
      is: "timeout",
      detail: expect.stringContaining("its turn"),
    });
    expect(performance.now() - began).toBeLessThan(1000);
    expect(server.requests).toHaveLength(1);
  });

  it("tells the user's stop from a deadline", async () => {
    server.spoilWhere(() => "silent");
    const stop = new AbortController();
    const searching = open().searchWords({ text: "losartan" }, { limit: 1, signal: stop.signal });
    setTimeout(() => stop.abort(), 20);
    expect((await searching).is).toBe("cancelled");
    expect((await open().searchWords({ text: "losartan" }, { limit: 1, signal: AbortSignal.timeout(20) })).is).toBe("timeout");
  });

  it("is misconfigured without an address, with a wrong key, and at a wrong path", async () => {
    expect(await search("losartan", { email: undefined })).toEqual({
      is: "misconfigured",
      detail: "NCBI_EMAIL is not set; NCBI asks for it. See .env.example.",
    });
    server.spoil("badKey", "notFound");
    expect(await search("losartan", { apiKey: "wrong" })).toMatchObject({
      is: "misconfigured",
      detail: expect.stringContaining("NCBI_API_KEY"),
    });
    expect(await search("losartan")).toMatchObject({ is: "misconfigured", detail: expect.stringContaining("NCBI_BASE_URL") });
    expect(server.requests[0]!.parameters.get("api_key")).toBe("wrong");
    expect(await search("losartan", { baseUrl: "eutils" })).toMatchObject({
      is: "misconfigured",
      detail: expect.stringContaining('"eutils"'),
    });
  });

  it("is denied where egress allows no network, and unavailable where nothing listens", async () => {
    expect((await search("losartan", { fetch: openEgress({ offline: true }).fetch })).is).toBe("denied");
    // NCBI is open to public text; what is about a patient needs its host named.
    expect(await search("losartan", { dataClass: "phi", baseUrl: undefined })).toMatchObject({
      is: "denied",
      detail: expect.stringContaining("add --allow-host eutils.ncbi.nlm.nih.gov"),
    });
    await server.close();
    expect((await search("losartan", { tries: 2 })).is).toBe("unavailable");
  });
});

describe("recording and replaying PubMed", () => {
  it("answers a replay without address, key or network, and says what differs where it was not recorded", async () => {
    const folder = mkdtempSync(join(tmpdir(), "evigraph-pubmed-"));
    const recorded = await search("losartan", { store: recordingStore(folder), apiKey: "secret-key" });
    const replay = { store: replayingStore(folder), email: undefined, fetch: openEgress({ offline: true }).fetch };
    expect(await search("losartan", replay)).toEqual(recorded);
    expect(await search("brain", replay)).toMatchObject({ is: "replayMiss", detail: expect.stringContaining("term") });
    const written = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));
    for (const file of written) expect(readFileSync(join(folder, file), "utf8")).not.toMatch(/secret-key|example\.org/);
  });

  it("records no failure", async () => {
    const folder = mkdtempSync(join(tmpdir(), "evigraph-pubmed-"));
    server.spoilWhere(() => "http500");
    expect((await search("losartan", { store: recordingStore(folder), tries: 1 })).is).toBe("unavailable");
    expect(readdirSync(folder)).toEqual([]);
  });
});

import type { PubmedRecord } from "../../formats/pubmed-record.ts";
import { readPubmedXml } from "../../formats/pubmed-xml.ts";
import { failure, type Outcome, ok } from "../../state/outcome.ts";
import type { AskEutils } from "./eutils.ts";

const MOST_IDS = 200;
/** Below this a cut answer is not for its size. */
const FEWEST_IDS = 10;

/**
 * Fetch records of PubMed.
 *
 * In: pmids in any order. Out: the records in the order of `pmids`, each once; unknown ones, and what is no pmid, are left out.
 * At most 200 ids a request; a request whose answer stays cut short is halved.
 */
export const fetchRecords = async (
  ask: AskEutils,
  pmids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Outcome<PubmedRecord[]>> => {
  const wanted = [...new Set(pmids)].filter((pmid) => /^\d{1,9}$/.test(pmid));
  const batches = Array.from({ length: Math.ceil(wanted.length / MOST_IDS) }, (_, at) =>
    wanted.slice(at * MOST_IDS, (at + 1) * MOST_IDS),
  );
  const fetched = await Promise.all(batches.map((batch) => fetchBatch(ask, batch, signal)));
  const records = new Map<string, PubmedRecord>();
  for (const batch of fetched) {
    if (batch.is !== "ok") return batch;
    for (const record of batch.value) records.set(record.article.pmid, record);
  }
  return ok(wanted.flatMap((pmid) => records.get(pmid) ?? []));
};

const fetchBatch = async (
  ask: AskEutils,
  batch: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Outcome<PubmedRecord[]>> => {
  const body = await ask("efetch", { db: "pubmed", id: batch.join(","), retmode: "xml" }, signal);
  if (body.is === "truncated" && batch.length > FEWEST_IDS) {
    const middle = Math.ceil(batch.length / 2);
    const first = await fetchBatch(ask, batch.slice(0, middle), signal);
    if (first.is !== "ok") return first;
    const second = await fetchBatch(ask, batch.slice(middle), signal);
    return second.is === "ok" ? ok([...first.value, ...second.value]) : second;
  }
  if (body.is === "truncated") return failure("unavailable", body.detail);
  if (body.is !== "ok") return body;
  if (!body.value.includes("<PubmedArticleSet")) return ok([]); // judged good: none of the ids exists
  const set = readPubmedXml(body.value);
  return set.is === "ok" ? ok(set.value.records) : set;
};

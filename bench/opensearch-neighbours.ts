import { readFileSync } from "node:fs";
import { searchedText } from "../clients/index/article-rows.ts";
import type { IndexEncoder } from "../clients/index/write-vectors.ts";
import { openOpensearch } from "../clients/opensearch/open-opensearch.ts";
import { readQueryLines } from "../formats/query-lines.ts";
import { quantizeInt8 } from "../retrieval/vectors.ts";
import { articlesOf, file, fixed, parts, server, value } from "./opensearch-place.ts";

/** How many of the articles nearest to the dev questions the graph finds in one segment, and how long a search takes. */
export const neighbours = async (near: IndexEncoder, files: readonly string[], most: number): Promise<void> => {
  const articles: { pmid: string; vector: Int8Array }[] = [];
  for await (const record of articlesOf(files, most)) {
    if ("deleted" in record) continue;
    const [vector] = value(await near.embed([searchedText(record)]));
    articles.push({ pmid: record.pmid, vector: quantizeInt8(vector!) }); // one text, one vector
  }
  const remote = value(await openOpensearch(server, "bench-size"));
  const questions = readQueryLines(readFileSync(file("bioasq-snippets", "queries.dev.jsonl"), "utf8"), "queries");
  const shares: Record<"10" | "100", number[]> = { "10": [], "100": [] };
  const times: number[] = [];
  for (const { text } of questions) {
    const vector = value(await parts.embed([text], { remember: true }))[0]!; // one text, one vector
    const query = quantizeInt8(vector);
    const exact = articles.map((one) => ({ pmid: one.pmid, score: cosine(query, one.vector) })).sort((a, b) => b.score - a.score);
    const began = performance.now();
    const found = value(await remote.searchVector(vector, { limit: 100 })).hits;
    times.push(performance.now() - began);
    for (const depth of ["10", "100"] as const) {
      // Equal cosines count as found: which of them stands last is chance.
      const worst = exact[Number(depth) - 1]?.score ?? -1;
      const right = found.slice(0, Number(depth)).filter(({ score }) => score >= worst - 1e-5);
      shares[depth].push(right.length / Number(depth));
    }
  }
  const mean = (values: readonly number[]): string => fixed(values.reduce((sum, one) => sum + one, 0) / values.length);
  const p50 = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
  process.stdout.write(
    `\nNearest of ${most} found, ${questions.length} questions: of 10 ${mean(shares["10"])}, of 100 ${mean(shares["100"])}; p50 ${p50.toFixed(0)} ms\n\n`,
  );
};

const cosine = (a: Int8Array, b: Int8Array): number => {
  let [product, aa, bb] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    const [one, other] = [a[at]!, b[at]!]; // both have as many numbers
    product += one * other;
    aa += one * one;
    bb += other * other;
  }
  return product / Math.sqrt(aa * bb);
};

import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { searchedText } from "../clients/index/article-rows.ts";
import { textsOf, writeCorpus } from "./million-corpus.ts";
import { nearVectors } from "./near-vectors.ts";
import { neighbours } from "./opensearch-neighbours.ts";
import { articlesOf, drop, env, file, load, nodesNow, parts, print, server, value } from "./opensearch-place.ts";

const Stats = z.object({
  _all: z.object({
    primaries: z.object({
      store: z.object({ size_in_bytes: z.number() }),
      segments: z.object({ count: z.number(), file_sizes: z.record(z.string(), z.object({ size_in_bytes: z.number() })) }),
    }),
  }),
});
/** Corpora of made-up articles as long as PubMed's, with vectors made out of real ones: how many, and whether with vectors. */
const SIZES = [
  [50_000, false],
  [5_000, true],
  [20_000, true],
] as const;

/** What an article costs: CPU time, and bytes by what they are for, before and after all segments are one. */
export const size = async (): Promise<void> => {
  const docs = file("bioasq-snippets", "docs.jsonl");
  const folder = join(env.EVIGRAPH_CACHE ?? tmpdir(), "million"); // that of bench/million.ts
  const corpus = writeCorpus(join(folder, "corpus"), 50_000, textsOf(docs));
  const near = await nearVectors(folder, docs);
  const heads = [
    ...[
      "articles",
      "vectors",
      "words each",
      "articles/s",
      "load",
      "server CPU ms each",
      "loader CPU ms each",
      "merge CPU ms each",
    ],
    ...["bytes each, as loaded", "in one segment", "of it texts", "words", "vectors", "graph", "heap MB"],
  ];
  print(heads);
  print(heads.map(() => "--:"));
  for (const [most, withVectors] of SIZES) {
    const report = await load("bench-size", corpus, withVectors ? near : undefined, most);
    const [loaded, before] = [await statsOf("bench-size"), await nodesNow()];
    const merge = { name: "merge", method: "POST", path: "/bench-size/_forcemerge", query: { max_num_segments: "1" } } as const;
    value(await server.ask(merge, { reply: z.unknown(), tries: 1 }));
    const [merged, after] = [await statsOf("bench-size"), await nodesNow()];
    const each = (bytes: number): string => (bytes / report.articles).toFixed(0);
    const kind = (...extensions: string[]): string =>
      each(extensions.reduce((sum, extension) => sum + (merged.files[extension]?.size_in_bytes ?? 0), 0));
    const ms = [report.serverMs, report.loaderMs, after.cpuMs - before.cpuMs].map((all) => (all / report.articles).toFixed(2));
    print([
      ...[
        report.articles,
        withVectors ? "int8" : "none",
        await wordsEach(corpus, most),
        (report.articles / report.seconds).toFixed(0),
      ],
      ...[loadavg()[0]?.toFixed(1) ?? "", ...ms, each(loaded.bytes), each(merged.bytes)],
      ...[
        kind("fdt", "fdx", "fdm"),
        kind("doc", "tim", "tip", "tmd", "nvd"),
        kind("vec"),
        kind("vex"),
        (after.heap / 1e6).toFixed(0),
      ],
    ]);
    if (withVectors) await neighbours(near, corpus, most);
  }
  await drop("bench-size");
};

/** The server counts bytes anew every ten seconds, and the files of merged segments until they are refreshed away. */
const statsOf = async (name: string) => {
  for (const action of ["_refresh", "_flush"])
    await server.ask({ name: action, method: "POST", path: `/${name}/${action}` }, { reply: z.unknown() });
  await sleep(11_000);
  const query = { include_segment_file_sizes: "true" };
  const stats = value(
    await server.ask({ name: "stats", method: "GET", path: `/${name}/_stats/store,segments`, query }, { reply: Stats }),
  );
  const { store, segments } = stats._all.primaries;
  return { bytes: store.size_in_bytes, files: segments.file_sizes };
};

const wordsEach = async (files: readonly string[], most: number): Promise<string> => {
  let [articles, words] = [0, 0];
  for await (const record of articlesOf(files, most)) {
    if ("deleted" in record) continue;
    articles += 1;
    words += searchedText(record).split(/\s+/).length;
  }
  return (words / articles).toFixed(0);
};

/** CPU time of the encoder for an article: what a load with vectors spends most on. */
export const embedding = async (): Promise<void> => {
  const corpus = writeCorpus(
    join(env.EVIGRAPH_CACHE ?? tmpdir(), "million", "corpus"),
    50_000,
    textsOf(file("bioasq-snippets", "docs.jsonl")),
  );
  const texts: string[] = [];
  for await (const record of articlesOf(corpus, 400)) if (!("deleted" in record)) texts.push(searchedText(record));
  value(await parts.embed(texts.slice(0, 20)));
  const before = process.cpuUsage();
  value(await parts.embed(texts.slice(20)));
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1000 / (texts.length - 20);
  process.stdout.write(`Embedding: ${ms.toFixed(1)} CPU ms an article, ${texts.length - 20} made-up articles of the corpus\n`);
};

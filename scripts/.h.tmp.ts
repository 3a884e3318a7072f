import { readFileSync } from "node:fs";
import { compileBioasqGraph, openLiveParts, withoutTracing } from "/work/main/index.ts";
import { openIndex } from "/work/main/clients/index/open-index.ts";
withoutTracing();
const [db, file, candidates] = process.argv.slice(2);
const index = openIndex(db!); if (index.is !== "ok") throw new Error(index.detail);
const { encoder, ...parts } = openLiveParts();
const graph: any = (compileBioasqGraph as any)({ ...parts, retrievers: [index.value] });
for (const q of JSON.parse(readFileSync(file!, "utf8"))) {
  const gold = new Set(q.gold);
  const star = (a: any) => `${a.pmid.slice(-3)}${gold.has(a.pmid.slice(-3)) ? "*" : ""}:${(a.similarity ?? 0).toFixed(2)}`;
  console.log("##", q.body);
  const settings = candidates ? JSON.parse(candidates) : {};
  let first: any[] = [];
  for await (const u of await graph.stream({ questionId: "x", body: q.body, type: q.type, phase: "A", settings }, { streamMode: "updates" })) {
    for (const [node, up] of Object.entries<any>(u)) {
      if (node === "fuseRankings") { first = up.articles; console.log("  first", first.slice(0, 10).map(star).join(" "), "| of", first.length, "| gold:", [...gold].map((g) => { const i = first.findIndex((a) => a.pmid.slice(-3) === g); return `${g}@${i + 1}:${(first[i]?.similarity ?? 0).toFixed(2)}`; }).join(" ")); }
      if (node === "gradeEvidence") console.log("  grade", up.verdict, up.weakness?.join("; "));
      if (node === "rescue") { const known = new Set(first.map((a) => a.pmid)); console.log("  rescued", up.rescued.articles.slice(0, 10).map(star).join(" "), "| new:", up.rescued.articles.filter((a: any) => !known.has(a.pmid)).map(star).join(" ")); for (const x of up.rescued.queries) console.log("     ", x.source, "|", x.text.slice(0, 220)); }
      if (node === "mergeRescue") console.log("  merge", up.rescueVerdict, up.articles?.slice(0, 10).map(star).join(" "));
    }
  }
}
await encoder.close();

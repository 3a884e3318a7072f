// Write the features of SciFact's sentences for the sentence evidence model, as JSON lines: npx tsx training/sentence-features.ts DATA_FOLDER train|test OUT.jsonl [VECTORS.db]
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { openEncoder } from "../clients/encoder/open-encoder.ts";
import { readJsonLines } from "../formats/json-lines.ts";
import { sentenceEvidenceFeatures } from "../retrieval/sentence-evidence-features.ts";

const Claim = z.object({
  id: z.string(),
  text: z.string(),
  evidence: z.record(z.string(), z.object({ sentences: z.array(z.array(z.int())) })),
});
const Abstract = z.object({ id: z.string(), title: z.string(), sentences: z.array(z.string()) });

const [data, split, out, cacheFile] = process.argv.slice(2);
if (data === undefined || split === undefined || out === undefined)
  throw new Error("Give a data folder, a split and a file to write.");
const rowsOf = (file: string) => readJsonLines(readFileSync(join(data, "scifact", file), "utf8"), file).map(({ value }) => value);
const abstracts = new Map(
  rowsOf("docs.jsonl")
    .map((row) => Abstract.parse(row))
    .map((abstract) => [abstract.id, abstract] as const),
);
const encoder = openEncoder({ modelsDir: "data/models", ...(cacheFile === undefined ? {} : { cacheFile }) });
const lines: string[] = [];
for (const row of rowsOf(`queries.${split}.jsonl`)) {
  const { id, text, evidence } = Claim.parse(row);
  for (const [article, { sentences: rationales }] of Object.entries(evidence)) {
    const { title, sentences } = abstracts.get(article) ?? { title: "", sentences: [] };
    const vectors = await encoder.embed([text, ...sentences], { remember: true });
    if (vectors.is !== "ok") throw new Error(vectors.detail);
    const gold = new Set(rationales.flat());
    const features = sentenceEvidenceFeatures({
      claim: { text, vector: vectors.value[0] },
      title,
      sentences: sentences.map((sentence, at) => ({ text: sentence, vector: vectors.value[at + 1] })),
    });
    lines.push(
      JSON.stringify({ pair: `${id}/${article}`, article, gold: sentences.map((_, at) => (gold.has(at) ? 1 : 0)), features }),
    );
  }
}
await encoder.close();
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, `${lines.join("\n")}\n`);
console.log(`${lines.length} pairs in ${out}`);

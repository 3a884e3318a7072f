// Write the table of encoders from what measure-encoders.ts wrote: node training/scores-table.mjs OUT.json... > scores.md
import { readFileSync } from "node:fs";

const MIX = "0.65";
const measured = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, "utf8")));
const number = (value) => (value < 0 ? "-" : "") + Math.abs(value).toFixed(3).replace(/^0/, "");
const cell = ({ mean, low, high }) => `${number(mean)} [${number(low)}, ${number(high)}]`;
const difference = ({ overBase }) =>
  overBase === undefined
    ? ""
    : `${overBase.difference < 0 ? "" : "+"}${number(overBase.difference)} [${number(overBase.low)}, ${number(overBase.high)}]`;
const rows = [
  ["BM25", "BM25"],
  ["base alone", "all-MiniLM-L6-v2, cosine alone"],
  [`base mix ${MIX}`, "all-MiniLM-L6-v2, mixed with BM25"],
  ["tuned alone", `${measured[0].model}, cosine alone`],
  [`tuned mix ${MIX}`, `${measured[0].model}, mixed with BM25`],
];

console.log("## Scores\n");
console.log(
  `Each query's candidates are the first so many by BM25 and the first so many by the base model's vectors; every row ranks just those. Mix: ${MIX} cosine + ${(1 - Number(MIX)).toFixed(2)} BM25 / best BM25. Intervals are 95 % bootstrap over queries; the last column is paired. One text a call, int8.\n`,
);
console.log("| collection | ranked by | MAP@10 (min(R, 10)) | nDCG@10 | MAP@10 over the base, same way |");
console.log("|---|---|---|---|---|");
for (const { collection, queries, articles, depth, summary } of measured)
  for (const [name, about] of rows)
    console.log(
      `| ${collection} (n ${queries}; ${articles} articles, first ${depth}) | ${about} | ${cell(summary[name].map10)} | ${cell(summary[name].ndcg10)} | ${difference(summary[name].map10)} |`,
    );
for (const name of ["all-mpnet-base-v2", "ms-marco-MiniLM-L-6-v2"])
  console.log(`| all | ${name} | not run: weights absent | | |`);

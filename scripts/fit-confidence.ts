// Fit the confidence on SciFact's train claims: EVIGRAPH_DATA=… npx tsx scripts/fit-confidence.ts
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheDir, readEnv } from "../clients/env.ts";
import { answerSignals } from "../evaluation/answer-signals.ts";
import { findData } from "../evaluation/find-data.ts";
import { fitConfidence, type JudgedSignals } from "../evaluation/fit-confidence.ts";
import { openCollection } from "../evaluation/open-collection.ts";
import { isRight, TrustedItem } from "../evaluation/tasks/trust-answers.ts";
import { readJsonLines } from "../formats/json-lines.ts";
import { openLiveParts } from "../graphs/live-parts.ts";
import { BioasqSettings } from "../state/settings/bioasq.ts";

const env = readEnv();
const { folder } = findData("scifact", env.EVIGRAPH_DATA);
const parts = openLiveParts({ env, rememberVectors: true });
const { signal } = new AbortController();
const file = "queries.train.jsonl";
const items = readJsonLines(readFileSync(join(folder, file), "utf8"), file).map(({ value }) => TrustedItem.parse(value));
const index = await openCollection({
  cache: cacheDir(env),
  articles: join(folder, "docs.jsonl"),
  encoder: parts.encoder,
  signal,
});
// As the conditions look: the first twenty of each search, one article.
const settings = BioasqSettings.parse({ rerankDepth: 20 });
const judged: Record<"evidence" | "verdict", JudgedSignals[]> = { evidence: [], verdict: [] };
for (const [at, item] of items.entries()) {
  const { id, text } = item;
  const { signals, searchAgreement, verdict } = await answerSignals(parts, index, {
    id,
    text,
    of: "verdict",
    readArticles: 1,
    settings,
    signal,
  });
  judged.verdict.push({ id, signals, right: isRight(item, "verdict", verdict) });
  judged.evidence.push({ id, signals: { ...signals, agreement: searchAgreement }, right: isRight(item, "evidence", verdict) });
  if (at % 50 === 0) process.stderr.write(`${at} of ${items.length}\n`);
}
await index.close();
await parts.encoder.close();
const [evidence, verdict] = [fitConfidence(judged.evidence), fitConfidence(judged.verdict)];
const rounded = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, each) => (typeof each === "number" ? Number(each.toFixed(6)) : each)));
const chosenBy = ({ chosen, brier }: typeof evidence) =>
  `signals by held-out area under risk and coverage: ${chosen.map(({ signal, area }) => `${signal} ${area.toFixed(4)}`).join(", then ")}; held-out Brier score, Platt and isotonic: ${brier.platt.toFixed(4)} and ${brier.isotonic.toFixed(4)}`;
const source = `Fitted on SciFact's ${items.length} train claims by scripts/fit-confidence.ts. Evidence: ${chosenBy(evidence)}. Verdict: ${chosenBy(verdict)}.`;
const fits = { source, evidence: rounded(evidence.fit), verdict: rounded(verdict.fit) };
writeFileSync(new URL("../retrieval/answer-confidence.json", import.meta.url), `${JSON.stringify(fits, null, 2)}\n`);
process.stdout.write(`${JSON.stringify(fits, null, 2)}\n`);

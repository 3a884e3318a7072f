// Take stored results as the expected scores: npx tsx scripts/accept-results.ts docs/results
import { writeFileSync } from "node:fs";
import { CONDITIONS, EXPECTED_SCORES } from "../evaluation/conditions.ts";
import { readResults } from "../evaluation/result-files.ts";

const results = readResults(process.argv.slice(2));
const scores = Object.fromEntries(
  CONDITIONS.flatMap(({ name, measures }) => {
    const result = results.get(name);
    const before = EXPECTED_SCORES[name];
    if (result === undefined) return before === undefined ? [] : [[name, before]];
    const values = measures.flatMap((measure) => {
      const value = result.measures[measure];
      return value === undefined ? [] : [[measure, Number(value.mean.toFixed(6))]];
    });
    return [[name, Object.fromEntries(values)]];
  }),
);
const source = "Measured with evigraph reproduce --condition NAME; each run's manifest lies in docs/results/.";
writeFileSync(new URL("../evaluation/expected-scores.json", import.meta.url), `${JSON.stringify({ source, scores }, null, 2)}\n`);
process.stdout.write(`${Object.keys(scores).length} of ${CONDITIONS.length} conditions have an expected score.\n`);

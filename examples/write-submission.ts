/**
 * Answer the first cases of an official file, write the submission of subtask 3, and check it by the task's rules.
 *
 *     npx tsx examples/write-submission.ts archehr-qa.xml submission.json [how many]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { archehrInput, compileArchehrGraph, openLiveParts, readArchehrCases, validateArchehr, writeArchehr } from "evigraph";

const [file = "data/demo/archehr/archehr-qa-subtask4.xml", out = "submission.json", many = "2"] = process.argv.slice(2);
const { cases } = readArchehrCases(readFileSync(file, "utf8"), file);
const { encoder, ...parts } = openLiveParts();
const graph = compileArchehrGraph(parts);

const texts = new Map<string, string>();
for (const one of cases.slice(0, Number(many))) {
  const { answer, fallbacks } = await graph.invoke({ ...archehrInput(one), subtask: "3" });
  texts.set(one.id, answer);
  console.log(`Case ${one.id}: ${fallbacks.length} departures from the planned path`);
}
await encoder.close();

// Every case of the file stands in a submission: those without an answer are padded, and named.
const { text, padded } = writeArchehr(cases, { subtask: "3", texts });
writeFileSync(out, text);
console.log(`Padded: ${padded.join(", ") || "none"}`);
const { problems } = validateArchehr("3", cases, JSON.parse(text));
console.log(`Rules broken: ${problems.length}`);

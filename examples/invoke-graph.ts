/**
 * Answer one patient's message from one clinical note, with no key and no network.
 *
 *     npx tsx examples/invoke-graph.ts
 */
import { compileArchehrGraph, openLiveParts } from "evigraph";

const { encoder, ...parts } = openLiveParts();
const graph = compileArchehrGraph(parts);

const result = await graph.invoke({
  caseId: "example",
  message: "My mother came home without her lisinopril. Why was her lisinopril stopped?",
  note: [
    "Brief Hospital Course:",
    "She presented with three days of vomiting and poor oral intake.",
    "Creatinine was 2.4 on admission, up from a baseline of 0.9, so lisinopril was stopped because of acute kidney injury.",
    "She received two litres of normal saline and creatinine fell to 1.1 by discharge.",
    "Her home metformin was continued.",
    "Discharge Instructions:",
    "Do not take lisinopril until your doctor has repeated your kidney tests in one week.",
  ].join("\n"),
  settings: { abstain: true },
});

console.log(`Question: ${result.question}`);
for (const { id, score, excerpt } of result.evidence) console.log(`Evidence [${id}] (${score}): ${excerpt}`);
for (const { id, text } of result.draft) {
  const cited = result.alignment.find(({ answerId }) => answerId === id)?.evidenceIds ?? [];
  console.log(`Answer: ${text} [${cited.join(",")}]`);
}
for (const { step, code, instead } of result.fallbacks) console.log(`Fallback: ${step}: ${code}: ${instead}`);

await encoder.close();

/**
 * Watch a graph work: a client that streams every node's update and every progress event from a running server.
 *
 *     npm run studio                                             in one terminal
 *     npx tsx examples/stream-state.ts http://localhost:2024     in another
 */
import { Client } from "@langchain/langgraph-sdk";
import { ProgressEvent } from "evigraph";

const [apiUrl = "http://localhost:2024"] = process.argv.slice(2);
const client = new Client({ apiUrl });

const run = client.runs.stream(null, "archehr", {
  input: {
    caseId: "example",
    message: "Why was my water pill doubled?",
    note: "Weight rose by 4 kg in two weeks. Furosemide was increased from 40 mg to 80 mg daily for fluid overload. Potassium was 4.2.",
  },
  streamMode: ["updates", "custom"],
});

for await (const { event, data } of run) {
  if (event === "updates") {
    // One node has ended; what it wrote is keyed by the node's name.
    for (const [node, update] of Object.entries(data)) console.log(`${node} wrote ${Object.keys(update ?? {}).join(", ")}`);
  }
  if (event === "custom") {
    const told = ProgressEvent.parse(data);
    if (told.event === "progress") console.log(`  ${told.step}: ${told.done} of ${told.of} ${told.unit}`);
    if (told.event === "asked") console.log(`  ${told.step} asked ${told.model} (${told.prompt}): ${told.outcome}`);
    if (told.event === "fellBack")
      console.log(`  ${told.step} left the planned path: ${told.code}: ${told.reason}; ${told.instead}`);
  }
  if (event === "error") throw new Error(JSON.stringify(data));
}

// Run as a program by the checkpoint test: runs one item with a checkpoint file and kills itself where it is told to.
import { appendFileSync } from "node:fs";
import { openCheckpoints } from "../../cli/open-checkpoints.ts";
import { streamItem } from "../../cli/stream-item.ts";
import { openIndex } from "../../clients/index/open-index.ts";
import type { Ask } from "../../clients/models/ask.ts";
import { folderTexts } from "../../clients/text-store.ts";
import { archehrSteps, buildArchehrGraph } from "../../graphs/archehr.ts";
import { bioasqSteps, buildBioasqGraph } from "../../graphs/bioasq.ts";
import { openLiveParts } from "../../graphs/live-parts.ts";
import { MESSAGE, NOTE } from "./archehr-deps.ts";

const [graphName = "", file = "", trace = "", killAt = "", indexFile = ""] = process.argv.slice(2);

/** Write a line that survives the kill, then die where this is the moment. */
const reach = async (moment: string): Promise<void> => {
  appendFileSync(trace, `${moment}\n`, { flush: true });
  if (moment !== killAt) return;
  process.kill(process.pid, "SIGKILL");
  await new Promise(() => undefined);
};

const { encoder, ...parts } = openLiveParts({ texts: folderTexts(`${file}.texts`) });
let guessed = false;
const ask: Ask = async (prompt, input, options) => {
  await reach(`ask ${options.step}`);
  guessed ||= options.step === "guessAnswer";
  return parts.ask(prompt, input, options);
};

/** The steps themselves, each with its begin and its end in the trace. */
const traced = <Steps extends object>(steps: Steps): Steps =>
  Object.fromEntries(
    Object.entries(steps).map(([node, step]) => [
      node,
      async (...given: unknown[]) => {
        await reach(`begin ${node}`);
        const update = await step(...given);
        await reach(`end ${node}`);
        return update;
      },
    ]),
  ) as Steps;

const checkpoints = await openCheckpoints(file, false);
if (checkpoints === undefined) throw new Error("no checkpoint file was opened");
const about = {
  fingerprint: "test",
  signal: new AbortController().signal,
  show: () => undefined,
  resumable: true,
  replaying: false,
};
const run = async () => {
  if (graphName === "archehr") {
    const deps = { ...parts, ask };
    const graph = buildArchehrGraph(deps, traced(archehrSteps(deps))).compile({ checkpointer: checkpoints.saver });
    return streamItem(graph as never, { caseId: "c1", message: MESSAGE, note: NOTE }, { ...about, item: "c1" });
  }
  const opened = openIndex(indexFile);
  if (opened.is !== "ok") throw new Error(opened.detail);
  const index = opened.value;
  const searchWords: typeof index.searchWords = async (query, options) => {
    await reach(guessed ? "search of the rescue" : "search");
    return index.searchWords(query, options);
  };
  const deps = { ...parts, ask, retrievers: [{ ...index, searchWords }] };
  const graph = buildBioasqGraph(deps, traced(bioasqSteps(deps))).compile({ checkpointer: checkpoints.saver });
  // So many candidates are never found: the question counts as weak, and the rescue runs.
  const input = {
    questionId: "q1",
    body: "Does lithium down-regulate aquaporin-2?",
    type: "yesno",
    settings: { minCandidates: 1000 },
  };
  return streamItem(graph as never, input, { ...about, item: "q1" });
};
const { ended } = await run();
if (ended.failed !== undefined) throw ended.failed;
process.stdout.write(JSON.stringify(ended.values));
await encoder.close();
checkpoints.close();

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { archehrInput } from "../../formats/archehr-case.ts";
import { readArchehrKey } from "../../formats/archehr-key.ts";
import { type ArchehrPredictions, writeArchehr } from "../../formats/archehr-submission.ts";
import { readArchehrCases } from "../../formats/archehr-xml.ts";
import { compileArchehrGraph } from "../../graphs/archehr.ts";
import { ArchehrSettings } from "../../state/settings/archehr.ts";
import { answerEach } from "../answer-each.ts";
import { scoreArchehr } from "../archehr-scorer.ts";
import { joinSheets } from "../measure-items.ts";
import { readArchehrSubmission } from "../read-archehr-submission.ts";
import type { TaskResult, TaskRun } from "../task.ts";

const Settings = z.object({
  cases: z.string(),
  key: z.string(),
  most: z.int().positive().optional().describe("Only the first so many cases (count)."),
});

type Graph = ReturnType<typeof compileArchehrGraph>;
type Answered = Awaited<ReturnType<Graph["invoke"]>>;

/**
 * Run the archehr graph on cases and score all four subtasks.
 *
 * In: cases, key, settings of the graph. Out: the measures of each subtask as `subtask_1_…` to `subtask_4_…` (0-100); a failed case is padded, as in the official file.
 */
export async function answerCases({
  folder,
  settings: given,
  parts,
  concurrency = 1,
  tick,
  signal,
}: TaskRun): Promise<TaskResult> {
  const { cases: casesFile, key: keyFile, most, ...own } = { ...given, ...Settings.parse(given) };
  const settings = ArchehrSettings.parse(own);
  const cases = readArchehrCases(readFileSync(join(folder, casesFile), "utf8"), casesFile).cases.slice(0, most);
  const ids = new Set(cases.map(({ id }) => id));
  const key = readArchehrKey(readFileSync(join(folder, keyFile), "utf8"), keyFile).filter(({ caseId }) => ids.has(caseId));
  const graph = compileArchehrGraph(parts);
  const { answered, failed } = await answerEach(cases, { concurrency, signal, tick }, (one) =>
    graph.invoke({ ...archehrInput(one), subtask: "all", settings }, { signal: AbortSignal.any([signal]) }),
  );
  const scored = cases.map(({ id, narrative, clinicianQuestion }) => ({ id, narrative, clinicianQuestion }));
  const sheets = [];
  for (const predictions of predictionsOf(answered)) {
    // Subtask 4 scores the alignment of given answer sentences; cases without them have no alignment to score.
    if (predictions.subtask === "4" && !cases.every(({ answerSentences }) => answerSentences.length > 0)) continue;
    const { text } = writeArchehr(cases, predictions);
    const subtask = ({ "1": 1, "2": 2, "3": 3, "4": 4 } as const)[predictions.subtask];
    const sheet = await scoreArchehr(subtask, { cases: scored, key, submission: readArchehrSubmission(text, "submission.json") });
    sheets.push({ prefix: `subtask_${subtask}_`, sheet });
  }
  const runs = [...answered.values()];
  return {
    sheet: joinSheets(sheets),
    settings: { cases: casesFile, key: keyFile, ...(most === undefined ? {} : { most }), ...settings },
    fallbacks: runs.flatMap(({ fallbacks }) => fallbacks),
    usage: runs.flatMap(({ usage }) => usage),
    failed,
  };
}

const predictionsOf = (answered: ReadonlyMap<string, Answered>): ArchehrPredictions[] => {
  const each = <Value>(read: (run: Answered) => Value) => new Map([...answered].map(([id, run]) => [id, read(run)]));
  return [
    { subtask: "1", texts: each(({ question }) => question) },
    { subtask: "2", evidence: each(({ evidence }) => evidence.map(({ id }) => id)) },
    { subtask: "3", texts: each(({ answer }) => answer) },
    { subtask: "4", alignments: each(({ givenAlignment }) => givenAlignment) },
  ];
};

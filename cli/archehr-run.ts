import { sha256 } from "../clients/text-store.ts";
import { type ArchehrCase, archehrInput } from "../formats/archehr-case.ts";
import { readArchehrKey } from "../formats/archehr-key.ts";
import type { ArchehrSubtask } from "../formats/archehr-submission.ts";
import { readArchehrCases } from "../formats/archehr-xml.ts";
import { readFhirNote } from "../formats/fhir.ts";
import { caseFromNote } from "../formats/plain-note.ts";
import { type CompiledArchehr, compileArchehrGraph } from "../graphs/archehr.ts";
import { ArchehrSettings } from "../state/settings/archehr.ts";
import { archehrFiles, archehrLine, describeArchehr } from "./archehr-result.ts";
import { chooseItems } from "./choose-items.ts";
import { type ExitCode, wrong } from "./command-fault.ts";
import type { ArchehrOptions } from "./commands/archehr.ts";
import { dryRun } from "./dry-run.ts";
import { estimateCalls } from "./estimate.ts";
import { runGraph } from "./graph-run.ts";
import { isDemo } from "./is-demo.ts";
import { modelPrint } from "./model-print.ts";
import { openCheckpoints } from "./open-checkpoints.ts";
import { graphSettings, openRun } from "./open-run.ts";
import { plannedArchehr } from "./planned-archehr.ts";
import { readInput } from "./read-input.ts";
import { readSettings, settingsOf } from "./read-settings.ts";
import { needReader } from "./reads-notes.ts";
import { refuseIdle } from "./refuse-idle.ts";
import { reviewWith } from "./review-with.ts";
import { scoreAgainstKey } from "./score-against-key.ts";
import { streamItem } from "./stream-item.ts";

const ALL: readonly ArchehrSubtask[] = ["1", "2", "3", "4"];

/**
 * Run the archehr graph on a file of cases, or on one note and question.
 *
 * In: the command's options. Out: the exit code; results on stdout, the run folder with the official files in --out.
 */
export const runArchehr = async (options: ArchehrOptions): Promise<ExitCode> => {
  if (options.cases === undefined) refuseIdle("archehr run", "without --cases", { "--key": options.key });
  const all = readCases(options);
  if (options.key !== undefined) readArchehrKey(readInput(options.key, "--key"), options.key);
  const cases = chooseItems(all, options, "case");
  const single = options.cases === undefined;
  const opened = openRun(options, isDemo(options.cases) ? "public" : "phi", options.out);
  const work = options.subtask === "1" ? "interpretation" : "archehr";
  needReader(opened, work);
  const set = graphSettings(options.set);
  const settings = readSettings(ArchehrSettings, settingsOf(ArchehrSettings), {
    profile: opened.profile,
    set: [...(single && options.out === undefined ? ["abstain=true"] : []), ...(options.review ? ["review=true"] : []), ...set],
  });
  const subtasks = options.subtask === "all" ? ALL : [options.subtask];
  const fingerprint = {
    graph: "archehr",
    subtask: options.subtask,
    settings,
    ...modelPrint(opened, work),
    data: sha256(JSON.stringify(all)),
    items: cases.map(({ id }) => id),
  };
  if (options.dryRun) {
    const calls = cases.flatMap((one) => plannedArchehr(one, settings, options.subtask));
    const estimate = estimateCalls(calls, opened.roles, opened.ledger.prices, opened.models);
    return dryRun({ options, unit: "cases", items: cases.length, fingerprint, estimate });
  }
  const checkpoints = await openCheckpoints(options.checkpoint, options.review === true);
  const graph: CompiledArchehr = compileArchehrGraph(opened.parts, checkpoints?.saver);
  const reviewing = options.review ? reviewWith(graph) : undefined;
  try {
    return await runGraph({
      items: cases,
      unit: "cases",
      options,
      opened,
      command: ["archehr", "run"],
      fingerprint,
      runItem: async (item, about) => {
        const input = { ...archehrInput(item), subtask: options.subtask, settings };
        const { ended, ms } = await streamItem(graph, input, {
          ...about,
          item: item.id,
          fingerprint,
          resumable: checkpoints !== undefined,
          forget: options.fresh ? checkpoints?.forget : undefined,
          replaying: opened.store.mode === "replay",
          review: reviewing?.review,
        });
        return archehrLine(item.id, ended, ms);
      },
      entries: all.map(({ id }) => id),
      official: (lines) => archehrFiles(all, lines, subtasks),
      describe: describeArchehr,
      ...(options.key === undefined ? {} : { after: (lines) => scoreAgainstKey(options.key ?? "", cases, lines, subtasks) }),
    });
  } finally {
    reviewing?.close();
    checkpoints?.close();
    await opened.parts.encoder.close();
  }
};

const readCases = (options: ArchehrOptions): ArchehrCase[] => {
  const given = [options.cases, options.note, options.fhir].filter((option) => option !== undefined);
  if (given.length !== 1) throw wrong("archehr run: give one of --cases FILE, --note FILE or --fhir FILE.");
  if (options.cases !== undefined) {
    if (options.question !== undefined)
      throw wrong("archehr run: --question goes with --note or --fhir; --cases has its own messages.");
    return readArchehrCases(readInput(options.cases, "--cases"), options.cases).cases;
  }
  const file = options.note ?? options.fhir ?? "";
  if (options.question === undefined) throw wrong(`archehr run: --question TEXT is missing; it is what ${file} should answer.`);
  const text = readInput(file, options.note === undefined ? "--fhir" : "--note");
  const note = options.note === undefined ? readFhirNote(text, file).note : text;
  return [caseFromNote({ note, question: options.question, id: "case", file })];
};

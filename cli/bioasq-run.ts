import { readCutoff } from "../clients/cutoff-date.ts";
import { sha256 } from "../clients/text-store.ts";
import { type BioasqQuestion, readBioasqGolden, readBioasqQuestions } from "../formats/bioasq-questions.ts";
import { compileBioasqGraph } from "../graphs/bioasq.ts";
import { BioasqSettings } from "../state/settings/bioasq.ts";
import { bioasqFiles, bioasqLine, describeBioasq, withConfidence } from "./bioasq-result.ts";
import { chooseItems } from "./choose-items.ts";
import { type ExitCode, wrong } from "./command-fault.ts";
import type { BioasqOptions } from "./commands/bioasq.ts";
import { dryRun } from "./dry-run.ts";
import { estimateCalls } from "./estimate.ts";
import { runGraph } from "./graph-run.ts";
import { indexPrint } from "./index-print.ts";
import { modelPrint } from "./model-print.ts";
import { openCheckpoints } from "./open-checkpoints.ts";
import { openRetrievers } from "./open-retrievers.ts";
import { graphSettings, openRun } from "./open-run.ts";
import { plannedBioasq } from "./planned-bioasq.ts";
import { readInput } from "./read-input.ts";
import { readSettings, settingsOf } from "./read-settings.ts";
import { refuseIdle } from "./refuse-idle.ts";
import { streamItem } from "./stream-item.ts";
import { useLexicon } from "./use-lexicon.ts";

type Asked = Omit<BioasqQuestion, "type"> & { type: BioasqQuestion["type"] | "" };

/**
 * Run the bioasq graph on a test set, or on one question.
 *
 * In: the command's options. Out: the exit code; results on stdout, the run folder with submission.json and documents.trec in --out.
 */
export const runBioasq = async (options: BioasqOptions): Promise<ExitCode> => {
  refuseUnused(options);
  const all = readQuestions(options);
  const questions = chooseItems(all, options, "question");
  if (options.phase === "B") tellWithoutSnippets(all, questions, options.questions ?? "");
  const cutoff = readCutoff(options.dateTo);
  if (cutoff.is !== "ok") throw wrong(`--date-to: ${cutoff.detail}`);
  const opened = openRun(options, "public", options.out);
  const single = options.questions === undefined;
  const settings = readSettings(BioasqSettings, settingsOf(BioasqSettings), {
    profile: opened.profile,
    set: [
      ...(single && options.out === undefined ? ["abstain=true"] : []),
      ...(options.dateTo === undefined ? [] : [`dateTo=${options.dateTo}`]),
      ...graphSettings(options.set),
    ],
  });
  const memory = options.training === undefined ? undefined : readMemory(options.training);
  const lexicon = options.lexicon === undefined ? undefined : useLexicon(options.lexicon);
  const retrievers = options.phase === "B" ? [] : await openRetrievers(options, opened);
  const fingerprint = {
    graph: "bioasq",
    phase: options.phase,
    settings,
    ...modelPrint(opened, "bioasq"),
    articles: retrievers.map(indexPrint),
    training: memory === undefined ? null : sha256(JSON.stringify(memory)),
    ...(lexicon === undefined ? {} : { lexicon: lexicon.sha256 }),
    data: sha256(JSON.stringify(all)),
    items: questions.map(({ id }) => id),
  };
  if (options.dryRun) {
    const calls = questions.flatMap((question) => plannedBioasq(question, settings, options.phase));
    const estimate = estimateCalls(calls, opened.roles, opened.ledger.prices, opened.models);
    return dryRun({ options, unit: "questions", items: questions.length, fingerprint, estimate });
  }
  const checkpoints = await openCheckpoints(options.checkpoint, false);
  const graph = compileBioasqGraph({ ...opened.parts, retrievers, memory, lexicon: lexicon?.find }, checkpoints?.saver);
  try {
    return await runGraph({
      items: questions,
      unit: "questions",
      options,
      opened,
      command: ["bioasq", "run"],
      fingerprint,
      runItem: async (item, about) => {
        const input = {
          questionId: item.id,
          body: item.body,
          type: item.type,
          phase: options.phase,
          givenDocuments: options.phase === "B" ? item.documents : [],
          givenSnippets: options.phase === "B" ? item.snippets : [],
          settings,
        };
        const { ended, ms } = await streamItem(graph, input, {
          ...about,
          item: item.id,
          fingerprint,
          resumable: checkpoints !== undefined,
          forget: options.fresh ? checkpoints?.forget : undefined,
          replaying: opened.store.mode === "replay",
        });
        return withConfidence(bioasqLine(item, ended, ms, opened.parts.texts), opened.parts, about.signal);
      },
      entries: all.map(({ id }) => id),
      official: (lines) => bioasqFiles(typedBy(all, lines), lines, options.phase),
      describe: describeBioasq,
    });
  } finally {
    checkpoints?.close();
    lexicon?.close();
    for (const retriever of retrievers) await retriever.close();
    await opened.parts.encoder.close();
    await opened.parts.crossEncoder?.close();
  }
};

/** Phase B searches nothing; elsewhere one source leaves the other's index unread. */
const refuseUnused = ({ phase, source, index, opensearch, dateTo, training, lexicon, crossEncoder }: BioasqOptions): void => {
  if (phase === "B")
    refuseIdle("bioasq run", "with --phase B, which searches nothing", {
      "--index": index,
      "--opensearch": opensearch,
      "--source": source,
      "--date-to": dateTo,
      "--training": training,
      "--lexicon": lexicon,
      "--cross-encoder": crossEncoder,
    });
  if (source === "pubmed") refuseIdle("bioasq run", "with --source pubmed", { "--index": index });
};

/** The official files need a type; a question without one has the type that the graph decided, and is a summary before that. */
const typedBy = (questions: readonly Asked[], lines: readonly { id: string; type?: unknown }[]): BioasqQuestion[] =>
  questions.map((question) => {
    const decided = lines.find(({ id }) => id === question.id)?.type;
    const known = (["yesno", "factoid", "list", "summary"] as const).find((type) => type === (question.type || decided));
    return { ...question, type: known ?? "summary" };
  });

const readQuestions = (options: BioasqOptions): Asked[] => {
  if ((options.questions === undefined) === (options.question === undefined)) {
    throw wrong("bioasq run: give one of --questions FILE or --question TEXT.");
  }
  if (options.questions !== undefined) {
    if (options.type !== undefined) throw wrong("bioasq run: --type goes with --question; --questions has its own types.");
    return readBioasqQuestions(readInput(options.questions, "--questions"), options.questions);
  }
  const body = (options.question ?? "").trim();
  if (body === "") throw wrong("bioasq run: --question is empty.");
  if (options.phase === "B") throw wrong("bioasq run: phase B needs --questions FILE with documents and snippets.");
  return [{ id: "question", type: options.type ?? "", body, documents: [], snippets: [] }];
};

/** Phase B answers from given snippets alone: a file without any is of another phase, a question without any is told. */
const tellWithoutSnippets = (all: readonly Asked[], questions: readonly Asked[], file: string): void => {
  if (all.every(({ snippets }) => snippets.length === 0))
    throw wrong(
      `--questions ${file}: no question has snippets, and phase B answers from given ones. Is it the test set of phase B? Answers from a search: --phase A+.`,
    );
  const without = questions.filter(({ snippets }) => snippets.length === 0).map(({ id }) => id);
  if (without.length === 0) return;
  const more = without.length > SHOWN ? `, and ${without.length - SHOWN} more` : "";
  process.stderr.write(
    `${without.length} of ${questions.length} questions have no snippets, and phase B answers from given ones; they get no answer: ${without.slice(0, SHOWN).join(", ")}${more}.\n`,
  );
};
const SHOWN = 10;

const readMemory = (file: string) => ({
  questions: readBioasqGolden(readInput(file, "--training"), file, { repeatedIds: "keepFirst" }).map(({ id, body }) => ({
    id,
    body,
  })),
});

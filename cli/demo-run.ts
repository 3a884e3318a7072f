import { join } from "node:path";
import { packageRoot } from "../clients/env.ts";
import { demoTable } from "../evaluation/demo-table.ts";
import { readBioasqQuestions } from "../formats/bioasq-questions.ts";
import { BIOASQ_LIMITS } from "../formats/bioasq-rules.ts";
import { pubmedUrl } from "../formats/pubmed-url.ts";
import { runArchehr } from "./archehr-run.ts";
import { runBioasq } from "./bioasq-run.ts";
import { EXIT, type ExitCode, wrong } from "./command-fault.ts";
import type { DemoOptions } from "./commands/demo.ts";
import { buildIndexFile } from "./index-build.ts";
import { localIndex } from "./open-retrievers.ts";
import { readInput } from "./read-input.ts";

/**
 * Run both graphs on the package's synthetic inputs and show how each prompt of the embedded model compares with a trivial baseline.
 *
 * In: --out, --record or --replay, --concurrency. Out: exit code; results on stdout, run folders under --out. No key, no network.
 */
export const runDemo = async (options: DemoOptions): Promise<ExitCode> => {
  if (!Number.isInteger(options.concurrency) || options.concurrency < 1)
    throw wrong("demo: --concurrency: expected a whole number of at least 1.");
  const demo = join(packageRoot(), "data", "demo");
  const shared = {
    set: [],
    model: [],
    allowHost: [],
    fresh: true,
    concurrency: options.concurrency,
    ...(options.quiet === undefined ? {} : { quiet: options.quiet }),
    ...(options.record === undefined ? {} : { record: options.record }),
    ...(options.replay === undefined ? {} : { replay: options.replay }),
  };
  const archehr = join(options.out, "archehr");
  const bioasq = join(options.out, "bioasq");
  const index = join(options.out, "articles.db");
  process.stdout.write("# archehr: patients' messages and clinical notes (synthetic)\n\n");
  const first = await runArchehr({
    ...shared,
    cases: join(demo, "archehr", "archehr-qa-subtask4.xml"),
    subtask: "all",
    out: archehr,
  });
  if (first === EXIT.stopped) return first;
  process.stdout.write("\n# bioasq: biomedical questions and PubMed-like articles (synthetic)\n\n");
  await buildIndexFile({ articles: [join(demo, "bioasq", "corpus.jsonl")], out: index, vectors: true, quiet: true });
  const second = await runBioasq({
    ...shared,
    questions: join(demo, "bioasq", "questions.json"),
    phase: "A+",
    index,
    out: bioasq,
  });
  if (second === EXIT.stopped) return second;
  process.stdout.write("\n# bioasq, phase B: the same questions with their gold documents and snippets\n\n");
  const given = join(options.out, "bioasq-phase-b");
  const third = await runBioasq({ ...shared, questions: join(demo, "bioasq", "golden.json"), phase: "B", out: given });
  if (third === EXIT.stopped) return third;
  const file = (...parts: string[]): string => readInput(join(...parts), "demo");
  const table = await demoTable({
    cases: file(demo, "archehr", "archehr-qa-subtask4.xml"),
    key: file(demo, "archehr", "archehr-qa_key.json"),
    submissions: ["1", "2", "3", "4"].map((subtask) => file(archehr, `subtask-${subtask}`, "submission.json")),
    golden: file(demo, "bioasq", "golden.json"),
    retrieved: file(bioasq, "submission.json"),
    unexpanded: await plainSearch(index, file(demo, "bioasq", "questions.json")),
    answered: file(given, "submission.json"),
  });
  process.stdout.write(`\n# The embedded model beside trivial baselines (demo data: examples, not a benchmark)\n\n${table}\n`);
  process.stdout.write(
    `Written: ${archehr}/subtask-N/submission.json and .zip, ${bioasq}/submission.json and documents.trec, ${given}/submission.json\n`,
  );
  return [first, second, third].find((code) => code !== EXIT.done) ?? EXIT.done;
};

/** What BM25 finds with the question's own words, as a submission. */
const plainSearch = async (index: string, text: string): Promise<string> => {
  const opened = localIndex(index);
  try {
    const questions: { id: string; type: string; body: string; documents: string[] }[] = [];
    for (const { id, type, body } of readBioasqQuestions(text, "demo")) {
      const found = await opened.searchWords({ text: body }, { limit: BIOASQ_LIMITS.documents });
      questions.push({ id, type, body, documents: found.is === "ok" ? found.value.hits.map(({ pmid }) => pubmedUrl(pmid)) : [] });
    }
    return JSON.stringify({ questions });
  } finally {
    await opened.close();
  }
};

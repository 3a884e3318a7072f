import { writeLexicon } from "../clients/lexicon/lexicon-file.ts";
import { readVocabulary } from "../clients/lexicon/read-vocabulary.ts";
import { EXIT, type ExitCode, missing, wrong } from "./command-fault.ts";
import type { LexiconOptions } from "./commands/lexicon.ts";
import { printJson } from "./print-json.ts";
import { startClock } from "./progress.ts";

/**
 * Build a lexicon from vocabularies.
 *
 * Out: exit code 0 with the counts by vocabulary; 2 for a file that cannot be used; 3 for a path that cannot be written.
 */
export const buildLexiconFile = async (files: readonly string[], { out, json, quiet }: LexiconOptions): Promise<ExitCode> => {
  const clock = startClock({ total: 0, done: 0, unit: "entries", quiet: quiet === true });
  let told = Date.now();
  const written = await writeLexicon(readVocabulary(files, process.stdin), out, (done) => {
    if (Date.now() - told < 1000) return;
    told = Date.now();
    clock.say(`entries: ${done}`);
  });
  if (written.is !== "ok") throw written.is === "empty" ? wrong(written.detail) : missing(written.detail);
  const { entries, names } = written.value;
  if (json) printJson({ lexicon: out, entries, names });
  else {
    const counts = Object.entries(entries).map(([source, count]) => `${count} of ${source}`);
    process.stdout.write(`Written: ${out} (entries: ${counts.join(", ")}; ${names} names)\n`);
  }
  return EXIT.done;
};

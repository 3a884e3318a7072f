import type { Command } from "commander";

export type LexiconOptions = { out: string; json?: boolean; quiet?: boolean };

/** Add `lexicon build`. */
export const addLexicon = (root: Command): void => {
  const lexicon = root.command("lexicon").description("make a lexicon of other names from vocabularies that you download");
  lexicon
    .command("build")
    .description(
      "build a lexicon from MeSH descriptors (desc2026.xml) and HGNC genes (hgnc_complete_set.txt or .json), or JSON lines of either",
    )
    .argument("<files...>", "vocabularies, plain or .gz (- for standard input)")
    .requiredOption("--out <file.db>", "the lexicon, replaced when the new one is whole; give it to a run as --lexicon")
    .option("--json", "write one JSON value to stdout and nothing else")
    .option("--quiet", "no progress on stderr")
    .addHelpText(
      "after",
      "\nMeSH: https://nlmpubs.nlm.nih.gov/projects/mesh/ (attribution to NLM). HGNC: https://www.genenames.org/download/ (CC0).\n\nExample:\n  evigraph lexicon build desc2026.gz hgnc_complete_set.txt --out lexicon.db",
    )
    .action(async (files: string[], options: LexiconOptions) => {
      process.exitCode = await (await import("../lexicon-build.ts")).buildLexiconFile(files, options);
    });
};

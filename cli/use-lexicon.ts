import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type OpenedLexicon, openLexicon } from "../clients/lexicon/lexicon-file.ts";
import { missing } from "./command-fault.ts";

/** Open the lexicon of --lexicon. Out: the lexicon with the hash of its file, for the manifest; a missing or unusable one is a CommandFault (exit 3). */
export const useLexicon = (file: string): OpenedLexicon & { sha256: string } => {
  const opened = openLexicon(file);
  if (opened.is !== "ok") throw missing(`--lexicon ${opened.detail}`);
  return { ...opened.value, sha256: createHash("sha256").update(readFileSync(file)).digest("hex") };
};

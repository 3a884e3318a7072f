import { createHash } from "node:crypto";
import { join } from "node:path";
import { type OpenedLexicon, openLexicon, writeLexicon } from "../clients/lexicon/lexicon-file.ts";
import { readVocabulary } from "../clients/lexicon/read-vocabulary.ts";
import type { FoundData } from "./find-data.ts";

/**
 * Open the lexicon of a data set's vocabularies, and build it first where the cache folder has none of these files that this version reads.
 *
 * In: cache folder, the data set. Out: the lexicon. If it cannot be built: it throws the reason.
 */
export async function openVocabulary(
  cache: string,
  { folder, hashes }: Pick<FoundData, "folder" | "hashes">,
  tick?: (done: number) => void,
): Promise<OpenedLexicon> {
  const print = createHash("sha256").update(JSON.stringify(hashes)).digest("hex");
  const file = join(cache, "lexicons", `${print.slice(0, 16)}.db`);
  const known = openLexicon(file);
  if (known.is === "ok") return known.value;
  const files = Object.keys(hashes).map((name) => join(folder, name));
  const built = await writeLexicon(readVocabulary(files, process.stdin), file, tick);
  const opened = built.is === "ok" ? openLexicon(file) : built;
  if (opened.is !== "ok") throw new Error(`${folder}: ${opened.is}: ${opened.detail}`);
  return opened.value;
}

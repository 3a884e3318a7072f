import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BuildOptions, buildIndex } from "../../clients/index/build-index.ts";
import { type LocalIndex, openIndex } from "../../clients/index/open-index.ts";
import type { Deletion } from "../../clients/index/stage-articles.ts";
import type { IndexEncoder } from "../../clients/index/write-vectors.ts";
import type { Article } from "../../state/article.ts";
import { ok } from "../../state/outcome.ts";

/** An article of one unlabelled section, or of none where the text is empty. */
export const article = (pmid: string, title: string, text: string, more: Partial<Article> = {}): Article => ({
  pmid,
  title,
  sections: text === "" ? [] : [{ text }],
  ...more,
});

/** Hand out records one by one, as a file reader does. */
export async function* streamed<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) yield item;
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), "evigraph-index-"));

/** Unit vectors that count letters: a b c d e f g h; texts with the same letters point the same way. */
export const letterEncoder = (): IndexEncoder & { texts: string[] } => {
  const texts: string[] = [];
  return {
    model: "letters",
    weightsSha256: "abc123",
    dimensions: 8,
    texts,
    embed: async (asked) => {
      texts.push(...asked);
      return ok(asked.map(letterVector));
    },
  };
};

export const letterVector = (text: string): Float32Array => {
  const counts = [..."abcdefgh"].map((letter) => text.toLowerCase().split(letter).length - 1);
  const length = Math.hypot(...counts) || 1;
  return Float32Array.from(counts, (count) => count / length);
};

/** Build an index of these records in a new folder and open it; throws where either fails. */
export const indexOf = async (
  records: readonly (Article | Deletion)[],
  options: Partial<BuildOptions> = {},
): Promise<LocalIndex> => {
  const file = options.file ?? join(newFolder(), "articles.db");
  const built = await buildIndex({ articles: streamed(records), ...options, file });
  if (built.is !== "ok") throw new Error(built.detail);
  const opened = openIndex(file);
  if (opened.is !== "ok") throw new Error(opened.detail);
  return opened.value;
};

import { openIndexFile } from "./index-file.ts";
import { readMeta } from "./schema.ts";

/** Tell which part of an index a file is. In: an index file. Out: i/n as `index build --shard` was told; undefined for a whole index, or a file that cannot be read. */
export const shardOf = (file: string): string | undefined => {
  const opened = openIndexFile(file);
  if (opened.is !== "ok") return undefined;
  try {
    return readMeta(opened.value, "shard");
  } finally {
    opened.value.close();
  }
};

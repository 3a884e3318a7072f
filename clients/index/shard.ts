/** One of several parts that together are an index: part `part` (from 1) of `of`. */
export type Shard = { part: number; of: number };

/** Most parts of one index (count): each reads the whole source. */
export const MOST_PARTS = 1000;

/** Read a shard as it is written on the command line, i/n. Out: undefined where it is none. */
export const readShard = (text: string): Shard | undefined => {
  const [, part = "", of = ""] = /^(\d{1,4})\/(\d{1,4})$/.exec(text.trim()) ?? [];
  const shard = { part: Number(part), of: Number(of) };
  return shard.part >= 1 && shard.part <= shard.of && shard.of <= MOST_PARTS ? shard : undefined;
};

/** Write a shard as it is read. */
export const writeShard = ({ part, of }: Shard): string => `${part}/${of}`;

/** Tell whether an article belongs to a shard: by its pmid alone, so that all its versions and its deletion come to the same one. */
export const isOfShard = (pmid: string, { part, of }: Shard): boolean => {
  let hash = 0x811c9dc5; // FNV-1a
  for (let at = 0; at < pmid.length; at++) hash = Math.imul(hash ^ pmid.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % of === part - 1;
};

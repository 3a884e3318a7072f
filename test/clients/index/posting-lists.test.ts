import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import { BLOCK_SIZE, LONG_LIST } from "../../../clients/index/posting-blocks.ts";
import { openLists } from "../../../clients/index/posting-lists.ts";
import { article, indexOf, newFolder } from "../../support/hand-made-index.ts";

const opened: Database.Database[] = [];
afterAll(() => {
  for (const database of opened) database.close();
});

/** Articles 1 to 2,000: all hold "common", each tenth "tenth", the first alone "rare". */
const databaseOf = async (): Promise<Database.Database> => {
  const file = join(newFolder(), "articles.db");
  const text = (at: number) => `common ${at % 10 === 0 ? "tenth" : ""} ${at === 1 ? "rare" : ""}`;
  const index = await indexOf(
    Array.from({ length: 2000 }, (_, at) => article(String(at + 1), text(at + 1), "")),
    { file },
  );
  await index.close();
  const database = new Database(file, { readonly: true });
  opened.push(database);
  return database;
};

describe("openLists", () => {
  it("gives each word's articles, with blocks where there are many of them", async () => {
    const lists = openLists(await databaseOf(), [0]);
    expect(lists("rare")).toMatchObject({ articles: 1, lists: [{ articles: 1, blocks: undefined }] });
    expect([...lists("rare").lists[0]!.read().docs]).toEqual([1]);
    expect([...lists("tenth").lists[0]!.read().docs].slice(0, 3)).toEqual([10, 20, 30]);
    expect(lists("tenth").lists[0]!.blocks).toBeUndefined(); // 200 articles are below LONG_LIST
    expect(LONG_LIST).toBeGreaterThan(200);
    const common = lists("common").lists[0]!;
    // The first block lacks article 0: there is none.
    expect([...(common.blocks?.articles ?? [])].slice(0, 3)).toEqual([BLOCK_SIZE - 1, BLOCK_SIZE, BLOCK_SIZE]);
    expect([...(common.read().starts ?? [])].slice(0, 3)).toEqual([0, BLOCK_SIZE - 1, 2 * BLOCK_SIZE - 1]);
    expect(common.read().docs).toHaveLength(2000);
    expect(lists("nothing")).toEqual({ articles: 0, lists: [undefined] });
  });

  it("keeps the words asked for last, and forgets the others", async () => {
    const lists = openLists(await databaseOf(), [0], 3000);
    const rare = lists("rare");
    expect(lists("rare")).toBe(rare);
    lists("common").lists[0]!.read(); // 3 KB of blocks alone
    lists("tenth");
    expect(lists("rare")).not.toBe(rare);
    expect([...lists("rare").lists[0]!.read().docs]).toEqual([1]);
  });
});

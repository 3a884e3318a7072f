import { describe, expect, it } from "vitest";
import type { Reader } from "../../../../clients/encoder/reader.ts";
import { relevanceTo } from "../../../../clients/models/extractive/common/relevance.ts";
import { failure, ok } from "../../../../state/outcome.ts";
import { ExtractiveSettings } from "../../../../state/settings/extractive.ts";
import { extracting, noReader, note, question } from "./word-vectors.ts";

const withReader = ExtractiveSettings.parse({ readerWeight: 1 });
const saying =
  (logitOf: (text: string) => number, asked: string[] = []): Reader["read"] =>
  async (given, sentences) => {
    asked.push(given, ...sentences);
    return ok(sentences.map(logitOf));
  };
const chancesBy = async (read: Reader["read"], settings = withReader) => {
  const outcome = await relevanceTo(question, note, extracting({ read, settings }));
  if (outcome.is !== "ok") throw new Error(outcome.detail);
  return new Map(outcome.value.sentences.map(({ text, chance }) => [text, chance]));
};
const odds = (chance = 0) => Math.log(chance / (1 - chance));
const CATS = "She lives with her sister and keeps two cats.";

describe("the reader beside the trees", () => {
  it("is given the question and the note's sentences without headings", async () => {
    const asked: string[] = [];
    await chancesBy(saying(() => 0, asked));
    expect(asked).toEqual([question, ...note.map(({ text }) => text).filter((text) => !text.endsWith(":"))]);
  });

  it("adds to the log odds of each sentence: nothing changes nothing, 2 for one sentence moves that one by 2", async () => {
    const none = await chancesBy(saying(() => 0));
    const alone = await chancesBy(noReader, ExtractiveSettings.parse({ readerWeight: 0 }));
    for (const [text, chance] of none) expect(chance).toBeCloseTo(alone.get(text) ?? -1, 9);
    const moved = await chancesBy(saying((text) => (text === CATS ? 2 : 0)));
    // 14 sentences where trees and reader have seen 22 and more: both count for 14/22.
    expect(odds(moved.get(CATS)) - odds(none.get(CATS))).toBeCloseTo((2 * 14) / 22, 6);
    for (const [text, chance] of moved) if (text !== CATS) expect(chance).toBeCloseTo(none.get(text) ?? -1, 9);
  });

  it("counts by its weight, and is not asked at weight 0", async () => {
    const [none, half] = [
      await chancesBy(saying(() => 0)),
      await chancesBy(
        saying(() => 2),
        ExtractiveSettings.parse({ readerWeight: 0.5 }),
      ),
    ];
    expect(odds(half.get(CATS)) - odds(none.get(CATS))).toBeCloseTo(14 / 22, 6);
    await expect(chancesBy(noReader)).rejects.toThrow("no reader");
  });

  it("is not asked about an abstract", async () => {
    const settings = ExtractiveSettings.parse({ textKind: "abstract" });
    expect((await chancesBy(noReader, settings)).size).toBe(note.length);
  });

  it("that is down ends in its outcome", async () => {
    const read = async () => failure("unavailable", "its thread died 2 times");
    expect(await relevanceTo(question, note, extracting({ read, settings: withReader }))).toMatchObject({ is: "unavailable" });
  });
});

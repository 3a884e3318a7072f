import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Batch, batchesOf, openLane } from "../../../clients/opensearch/batches.ts";
import { failure, ok } from "../../../state/outcome.ts";
import { article, streamed } from "../../support/hand-made-index.ts";

const batchOf = (...pmids: string[]): Batch => new Map(pmids.map((pmid) => [pmid, article(pmid, "title", "")]));

describe("batchesOf", () => {
  it("keeps the last state of each pmid, deletions among them, in batches of so many", async () => {
    const records = [
      article("1", "old", ""),
      article("2", "b", ""),
      article("1", "new", ""),
      { deleted: "2" },
      article("3", "c", ""),
    ];
    const batches: Batch[] = [];
    let read = 0;
    for await (const batch of batchesOf(streamed(records), 3, () => read++)) batches.push(batch);
    expect(read).toBe(5);
    expect(batches.map((batch) => [...batch].map(([pmid, one]) => `${pmid}:${one?.title}`))).toEqual([
      ["1:new", "2:undefined", "3:c"],
    ]);
  });

  it("begins another one before a request grows too large", async () => {
    const records = Array.from({ length: 4 }, (_, at) => article(String(at), "", "x".repeat(2_500_000)));
    const sizes: number[] = [];
    for await (const batch of batchesOf(streamed(records), 500, () => {})) sizes.push(batch.size);
    expect(sizes).toEqual([2, 2]);
  });
});

describe("a lane", () => {
  it("never has two versions of an article under way, and never more than so many batches", async () => {
    const sequences = fc.array(fc.uniqueArray(fc.constantFrom("1", "2", "3", "4"), { minLength: 1, maxLength: 3 }), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(sequences, fc.scheduler(), async (sequence, scheduler) => {
        const underWay = new Map<string, number>();
        const ended: string[] = [];
        let batches = 0;
        const lane = openLane(async (batch) => {
          batches += 1;
          expect(batches).toBeLessThanOrEqual(2);
          for (const pmid of batch.keys()) underWay.set(pmid, (underWay.get(pmid) ?? 0) + 1);
          expect(Math.max(...underWay.values())).toBe(1);
          await scheduler.schedule(Promise.resolve());
          for (const pmid of batch.keys()) underWay.set(pmid, 0);
          batches -= 1;
          ended.push(...batch.keys());
          return ok(true);
        }, 2);
        const all = (async () => {
          for (const pmids of sequence) await lane.add(batchOf(...pmids));
          return lane.drained();
        })();
        await scheduler.waitFor(all);
        expect(await all).toBeUndefined();
        expect(ended.toSorted()).toEqual(sequence.flat().toSorted());
      }),
      { numRuns: 60 },
    );
  });

  it("begins nothing after a failure, and hands a bug on", async () => {
    let begun = 0;
    const failing = openLane(async () => {
      begun += 1;
      return failure("unavailable", "down");
    }, 1);
    expect(await failing.add(batchOf("1"))).toBeUndefined();
    expect(await failing.add(batchOf("2"))).toMatchObject({ is: "unavailable" });
    expect(begun).toBe(1);
    const buggy = openLane(() => Promise.reject(new Error("a bug")), 1);
    await buggy.add(batchOf("1"));
    await expect(buggy.drained()).rejects.toThrow("a bug");
  });
});

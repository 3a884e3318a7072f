import { expect, test } from "vitest";
import { openAtFirstUse } from "../../../clients/index/open-at-first-use.ts";
import { failure, ok } from "../../../state/outcome.ts";
import { article, indexOf, letterEncoder, letterVector } from "../../support/hand-made-index.ts";

const index = () => indexOf([article("1", "aspirin", ""), article("2", "bees", "")], { encoder: letterEncoder() });

test("nothing is opened before the first use, and two uses at once share one opening", async () => {
  let openings = 0;
  const retriever = openAtFirstUse("local", async () => {
    openings++;
    return ok(await index());
  });
  expect(openings).toBe(0);
  const [found, read] = await Promise.all([retriever.searchWords({ text: "aspirin" }, { limit: 5 }), retriever.read(["2"])]);
  expect(found).toMatchObject({ is: "ok", value: { hits: [{ pmid: "1" }] } });
  expect(read).toMatchObject({ is: "ok", value: [{ title: "bees" }] });
  expect(openings).toBe(1);
});

test("every way of asking goes through to what was opened", async () => {
  const retriever = openAtFirstUse("local", async () => ok(await index()));
  const near = await retriever.searchVector(letterVector("bee"), { limit: 1 });
  expect(near).toMatchObject({ is: "ok", value: { hits: [{ pmid: "2" }] } });
  const vectors = await retriever.vectors(["1"]);
  expect(vectors.is === "ok" && [...vectors.value.keys()]).toEqual(["1"]);
});

test("what cannot be opened is the outcome of each call, and the next call tries again", async () => {
  let openings = 0;
  const retriever = openAtFirstUse("local", async () => {
    openings++;
    return openings === 1 ? failure("misconfigured", "no weights") : ok(await index());
  });
  expect(await retriever.searchWords({ text: "aspirin" }, { limit: 5 })).toEqual(failure("misconfigured", "no weights"));
  expect(await retriever.searchWords({ text: "aspirin" }, { limit: 5 })).toMatchObject({ is: "ok" });
  expect(openings).toBe(2);
});

test("a bug while opening is thrown, not turned into an outcome", async () => {
  const retriever = openAtFirstUse("local", () => Promise.reject(new RangeError("a bug")));
  await expect(retriever.read(["1"])).rejects.toThrow("a bug");
  await expect(retriever.read(["1"])).rejects.toThrow("a bug");
});

test("closing closes what was opened, and nothing else", async () => {
  let closed = 0;
  const retriever = openAtFirstUse("local", async () => ok({ ...(await index()), close: () => void closed++ }));
  await retriever.close();
  expect(closed).toBe(0);
  await retriever.read(["1"]);
  await retriever.close();
  expect(closed).toBe(1);
});

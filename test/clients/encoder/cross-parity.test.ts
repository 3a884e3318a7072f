import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { openCrossEncoder } from "../../../clients/encoder/open-cross-encoder.ts";
import { modelsDir, readEnv } from "../../../clients/env.ts";
import { spearman } from "../../support/spearman.ts";

vi.setConfig({ testTimeout: 60_000 });
const models = modelsDir(readEnv({ variables: {} }));
const fixtures = new URL("../../fixtures/encoder/", import.meta.url);
const Fixture = z.object({ rows: z.array(z.object({ question: z.string(), text: z.string(), logit: z.number() })) });
const names = readdirSync(models, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => existsSync(join(models, name, "encoder.json")))
  .filter((name) => readFileSync(join(models, name, "encoder.json"), "utf8").includes('"pairTest"'));

it("one cross-encoder is shipped", () => {
  expect(names).toEqual(["MiniLM-L6-cross-bioasq"]);
});

describe.each(names)("%s, beside sentence-transformers in fp32", (model) => {
  const { rows } = Fixture.parse(JSON.parse(readFileSync(new URL(`cross-parity-${model}.json`, fixtures), "utf8")));
  const encoder = openCrossEncoder({ modelsDir: models, model });
  afterAll(() => encoder.close());
  const questions = [...new Set(rows.map(({ question }) => question))];

  it("int8 ranks pairs as fp32 does, whichever texts are scored beside them", async () => {
    const ours = new Map<string, number>();
    for (const question of questions) {
      const texts = rows.filter((row) => row.question === question).map(({ text }) => text);
      const outcome = await encoder.score(question, texts);
      if (outcome.is !== "ok") throw new Error(outcome.detail);
      for (const [at, text] of texts.entries()) ours.set(JSON.stringify([question, text]), outcome.value[at]!); // one logit a text
    }
    const int8 = rows.map(({ question, text }) => ours.get(JSON.stringify([question, text]))!); // each was scored
    expect(rows.length).toBeGreaterThan(240);
    expect(
      spearman(
        int8,
        rows.map(({ logit }) => logit),
      ),
    ).toBeGreaterThanOrEqual(0.99);
    const alone = openCrossEncoder({ modelsDir: models, model, recent: 0 });
    for (const at of [0, 7, rows.length - 1]) {
      const { question, text } = rows[at]!; // a place of a row
      expect(await alone.score(question, [text])).toEqual({ is: "ok", value: [int8[at]] });
    }
    await alone.close();
  });
});

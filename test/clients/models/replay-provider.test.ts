import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { askWith, type Provider } from "../../../clients/models/ask-with.ts";
import { replayProvider } from "../../../clients/models/replay-provider.ts";
import { forEveryRole } from "../../../clients/models/role-table.ts";
import { throughStore } from "../../../clients/models/through-store.ts";
import { recordingStore } from "../../../clients/store.ts";
import { ok } from "../../../state/outcome.ts";
import { asJson, asText } from "../../support/model-prompts.ts";

const options = { role: "answer", step: "test", item: "1", temperature: 0 } as const;
const saying = (name: string, text: string): Provider => ({
  name,
  revision: "1",
  carryOut: async () => ({ outcome: ok({ text }), inputTokens: 5 }),
});

const recorded = async (...providers: Provider[]) => {
  const folder = mkdtempSync(join(tmpdir(), "evigraph-"));
  for (const provider of providers) {
    const ask = askWith({
      roles: forEveryRole(provider.name),
      providers: { [provider.name]: provider },
      through: throughStore(recordingStore(folder)),
    });
    await ask(asText, asText.example, options);
  }
  return replayProvider(folder);
};

test("a recorded prompt is answered as it was, with what it cost", async () => {
  const replay = await recorded(saying("one", "Paris."));
  expect(await replay.carryOut(asText, asText.example, options)).toMatchObject({
    outcome: ok({ text: "Paris." }),
    inputTokens: 5,
  });
});

test("another prompt, sample or temperature is a miss, and so is one that two models answered", async () => {
  const replay = await recorded(saying("one", "Paris."));
  expect((await replay.carryOut(asJson, asJson.example, options)).outcome.is).toBe("replayMiss");
  expect((await replay.carryOut(asText, asText.example, { ...options, sample: 1 })).outcome.is).toBe("replayMiss");
  expect((await replay.carryOut(asText, asText.example, { ...options, temperature: 1 })).outcome.is).toBe("replayMiss");
  const both = await recorded(saying("one", "Paris."), saying("two", "Rome."));
  expect((await both.carryOut(asText, asText.example, options)).outcome).toMatchObject({
    is: "replayMiss",
    detail: expect.stringMatching(/one and two|two and one/),
  });
});

test("a folder that is not there is misconfigured", async () => {
  expect((await replayProvider("/nowhere/at/all").carryOut(asText, asText.example, options)).outcome.is).toBe("misconfigured");
});

import { expect, test } from "vitest";
import { z } from "zod";
import { ArchehrInput } from "../../state/archehr.ts";
import { BioasqInput } from "../../state/bioasq.ts";
import { ArchehrSettings } from "../../state/settings/archehr.ts";
import { BioasqSettings } from "../../state/settings/bioasq.ts";
import { ExtractiveSettings } from "../../state/settings/extractive.ts";
import { ModelSettings } from "../../state/settings/models.ts";

const schemas = [
  ["archehr", ArchehrSettings, ArchehrInput],
  ["bioasq", BioasqSettings, BioasqInput],
] as const;

test.each(schemas)("%s: nothing given is profile best", (_graph, schema) => {
  expect(schema.parse(undefined)).toEqual(schema.parse({ profile: "best" }));
});

test.each(schemas)("%s: a given setting wins over the profile's", (_graph, schema) => {
  const paper: Record<string, unknown> = schema.parse({ profile: "paper" });
  const best: Record<string, unknown> = schema.parse({});
  const differing = Object.keys(best).filter((key) => key !== "profile" && best[key] !== paper[key]);
  expect(differing.length).toBeGreaterThan(4);
  for (const key of differing) expect(schema.parse({ profile: "paper", [key]: best[key] })).toMatchObject({ [key]: best[key] });
});

test.each(schemas)("%s: reading settings twice changes nothing", (_graph, schema) => {
  const paper = schema.parse({ profile: "paper" });
  expect(schema.parse(paper)).toEqual(paper);
});

test.each(schemas)("%s: every setting is shown to Studio with default, description and source", (_graph, schema, input) => {
  const shown = input.getInputJsonSchema() as {
    properties: { settings: { properties: Record<string, { description?: string; default?: unknown }> } };
  };
  const { properties } = shown.properties.settings;
  expect(Object.keys(properties).sort()).toEqual(Object.keys(schema.parse({})).sort());
  for (const [name, { description, default: value }] of Object.entries(properties)) {
    expect(description, name).toMatch(/\[[^\]]+\]|Ours|Chooses settings/);
    expect(value, name).toBeDefined();
  }
});

test.each([
  ["archehr", ArchehrSettings],
  ["bioasq", BioasqSettings],
  ["models", ModelSettings],
  ["extractive", ExtractiveSettings],
])("%s: every number says its unit or range in brackets", (_name, schema) => {
  const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  expect(Object.keys(properties).length).toBeGreaterThan(10);
  for (const [name, property] of Object.entries(properties)) {
    if (typeof property === "boolean" || !["number", "integer"].includes(String(property.type))) continue;
    expect(property.description, name).toMatch(/\([^)]+\)/);
  }
});

test("profile paper keeps the published numbers", () => {
  expect(ArchehrSettings.parse({ profile: "paper" })).toMatchObject({
    interpretMaxWords: 15,
    interpretShots: 3,
    strictScore: 4,
    lenientScore: 3,
    firstSentences: 3,
    answerMaxWords: 75,
    softCutKeepShare: 0.6,
    softCutEnd: "period",
    interpretTemperature: 0,
    scoreTemperature: 0,
    alignTemperature: 0,
    answerTemperature: 0.1,
    scoreAnchor: "interpretation",
    maxRepairs: 0,
    correctiveRetries: 0,
  });
  expect(BioasqSettings.parse({ profile: "paper" })).toMatchObject({
    weakBelow: 0.35,
    strongAbove: 0.55,
    answerSnippets: 3,
    promptTokens: 2048,
    rankBy: "heuristics",
    fuseBy: "rrf",
    excludeRetracted: false,
    rescueKeepsFirst: 0,
    rescue: true,
    prune: true,
  });
});

test("no deadline reaches the 300 s at which Node ends a silent call by itself (field case 151)", () => {
  expect(ModelSettings.safeParse({ deadlineMs: 290_000 }).success).toBe(true);
  expect(ModelSettings.safeParse({ deadlineMs: 300_000 }).success).toBe(false);
});

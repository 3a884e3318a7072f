import { expect, test } from "vitest";
import { readModels } from "../../cli/read-models.ts";
import { readSettings, settingsOf } from "../../cli/read-settings.ts";
import { ArchehrSettings } from "../../state/settings/archehr.ts";
import { BioasqSettings } from "../../state/settings/bioasq.ts";
import { runCommand } from "../support/run-command.ts";

const read = (set: string[], profile?: string) => readSettings(ArchehrSettings, settingsOf(ArchehrSettings), { set, profile });

test("--set changes a setting and leaves the others", () => {
  expect(read(["interpretMaxWords=12", "entityGuard=false", "softCutEnd=period"])).toMatchObject({
    interpretMaxWords: 12,
    entityGuard: false,
    softCutEnd: "period",
    strictScore: 4,
  });
});

test("--profile paper sets the paper's values, and --set wins over it", () => {
  expect(read([], "paper").verifySupport).toBe(false);
  expect(read(["verifySupport=true"], "paper").verifySupport).toBe(true);
});

test.each([
  ["interpretMaxWord=3", /no setting interpretMaxWord. Did you mean interpretMaxWords\?/],
  ["strictScore=9", /strictScore=9/],
  ["strictScore=high", /strictScore=high/],
  ["strictScore", /expected key=value/],
  ["scoreAnchor=patient", /scoreAnchor=patient/],
])("--set %s is refused with the way out", (pair, message) => {
  expect(() => read([pair])).toThrow(message);
});

test("every role is extractive by default; a profile never changes that, a preset does", () => {
  expect(new Set(Object.values(readModels({})).flat())).toEqual(new Set(["extractive"]));
  expect(readModels({ preset: "archehr-paper" }).draft).toEqual(["gemini:gemini-2.5-pro"]);
  expect(readModels({ preset: "bioasq-paper" }).answer).toEqual(["vllm:aaditya/Llama3-OpenBioLLM-70B"]);
});

test("--model names the model of all roles or of one, with next models after a comma", () => {
  const roles = readModels({ model: ["vllm:m", "draft=gemini:gemini-2.5-pro,extractive"] });
  expect(roles.score).toEqual(["vllm:m"]);
  expect(roles.draft).toEqual(["gemini:gemini-2.5-pro", "extractive"]);
});

test.each([
  [{ model: ["vlm:m"] }, /no provider vlm. Did you mean vllm\?/],
  [{ model: ["drafts=extractive"] }, /no role drafts. Did you mean draft\?/],
  [{ model: ["vllm"] }, /expected vllm:NAME/],
  [{ preset: "archer-paper" }, /no such preset. Did you mean archehr-paper\?/],
])("%o is refused and the nearest valid name is told", (options, message) => {
  expect(() => readModels(options)).toThrow(message);
});

test.each([
  ["models.requestsPerMinut=5", "models.requestsPerMinute"],
  ["requestsPerMinut=5", "models.requestsPerMinute"],
  ["modles.deadlineMs=5", "models.deadlineMs"],
  ["extractive.cosineWeigth=1", "extractive.cosineWeight"],
])("--set %s suggests a name that can be typed as it stands", async (pair, name) => {
  const { code, stderr } = await runCommand("bioasq", "run", "--question", "x", "--set", pair, "--offline");
  expect(code).toBe(2);
  expect(stderr).toContain(`Did you mean ${name}`);
});

test.each(["1999", "2010-05", "2010"])("a setting of text takes %s as it was typed", (date) => {
  expect(readSettings(BioasqSettings, settingsOf(BioasqSettings), { set: [`dateTo=${date}`] }).dateTo).toBe(date);
});

test.each([
  ["strictFrom=.3", "extractive.strictFrom"],
  ["supportedFro=.3", "extractive.supportedFrom"],
  ["strictScor=3", "strictScore"],
])("--set %s suggests the setting %s, whatever part of its name was typed", (pair, name) => {
  expect(() => read([pair])).toThrow(`Did you mean ${name}?`);
});

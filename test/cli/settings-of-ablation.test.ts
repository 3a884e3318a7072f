import { expect, test } from "vitest";
import { settingsOfAblation } from "../../cli/settings-of-ablation.ts";
import { forEveryRole } from "../../clients/models/role-table.ts";

const read = (own: { given?: string[]; set?: string; models?: Record<string, string[]> }, graph = "archehr") =>
  settingsOfAblation(
    { graph },
    {
      ...{ commit: "abc", prompts: [], encoder: { weights: "w" }, extractive: {}, around: {}, data: {} },
      ...{ given: [], models: forEveryRole("extractive"), ...own },
    },
  );

test("what was given is read again: profile, settings of the graph and of the embedded model", () => {
  const given = ["profile=paper", "interpretMaxWords=12", "extractive.strictFrom=0.5", "models.replyTokens=100"];
  const { around, extractive } = read({ given });
  expect(around).toMatchObject({ profile: "paper", interpretMaxWords: 12, headingFilter: false });
  expect(extractive).toMatchObject({ strictFrom: 0.5, lenientFrom: 0.12 });
});

test("what is no longer taken is undefined, the graph's and the embedded model's each", () => {
  expect(read({ given: ["gone=1"] })).toMatchObject({ around: undefined, extractive: { textKind: "auto" } });
  expect(read({ given: ["extractive.gone=1"] })).toMatchObject({
    around: { profile: "best" },
    extractive: undefined,
    readsNotes: false,
  });
});

test("notes are read by the whole archehr graph and its evidence alone; not by messages, abstracts or chat models", () => {
  expect([read({ set: "demo" }), read({}), read({ set: "scifact" })].map(({ readsNotes }) => readsNotes)).toEqual([
    true,
    true,
    true,
  ]);
  const none = [
    read({ set: "meqsum" }),
    read({ set: "mediqa2021" }),
    read({ set: "demo" }, "bioasq"),
    read({ models: forEveryRole("gemini:gemini-2.5-pro") }),
    read({ models: {} }),
    ...["readerWeight=0", "textKind=abstract"].map((pair) => read({ given: [`extractive.${pair}`] })),
  ];
  expect(none.map(({ readsNotes }) => readsNotes)).toEqual(none.map(() => false));
});

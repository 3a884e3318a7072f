import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { porterStem } from "../../text/porter-stem.ts";

describe("porterStem", () => {
  it("agrees with Martin Porter's program on 3,000 words", () => {
    const lines = readFileSync(new URL("../fixtures/vectors/porter-stems.tsv", import.meta.url), "utf8")
      .trim()
      .split("\n");
    const rows = lines.slice(1).map((line) => line.split("\t"));
    expect(rows).toHaveLength(3000);
    const wrong = rows.filter(([word, , martin]) => porterStem(word!) !== martin);
    expect(wrong).toEqual([]);
  });

  it("brings the forms of a word together and leaves short words alone", () => {
    expect(["infection", "infections", "infected", "infecting"].map(porterStem)).toEqual([
      "infect",
      "infect",
      "infect",
      "infect",
    ]);
    expect(["is", "as", ""].map(porterStem)).toEqual(["is", "as", ""]);
  });
});

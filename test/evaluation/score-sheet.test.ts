import { expect, test } from "vitest";
import { closeSheet, openSheet, setItem, setMeanOf, setMeasure } from "../../evaluation/measure-items.ts";
import { itemsAsCsv, markdownTable, ScoreSheet, sheetAsCsv, sheetAsJson, sheetAsMarkdown } from "../../evaluation/score-sheet.ts";

function smallSheet(): ScoreSheet {
  const sheet = openSheet();
  setItem(sheet, "q1", "recall", 1);
  setItem(sheet, "q2", "recall", 0.5);
  setItem(sheet, "q2", "exact", 0);
  setItem(sheet, "__proto__", "recall", Number.NaN);
  setMeanOf(sheet, "recall", "recall");
  sheet.notComputed.set("medcon", 'needs a licence, or "plug-in"');
  sheet.notes.push("Rules of version 9.");
  return closeSheet(sheet, ["q3"]);
}

test("a sheet is JSON of the contract's shape, and reads back", () => {
  const read = ScoreSheet.parse(JSON.parse(sheetAsJson(smallSheet())));
  expect(read.measures.recall).toMatchObject({ mean: 0.75, n: 2 });
  expect(read.perItem.q2).toEqual({ recall: 0.5, exact: 0 });
  expect(read.missing).toEqual(["q3"]);
});

test("a value that is no number is left out, its item stays", () => {
  const { perItem, measures } = smallSheet();
  expect(Object.hasOwn(perItem, "__proto__")).toBe(true);
  expect(measures.recall?.n).toBe(2);
});

test("the interval of two items spans from one to the other", () => {
  // Resamples of (1, 0.5) have the means 1, 0.75 and 0.5, a quarter of them at each end.
  expect(smallSheet().measures.recall).toEqual({ mean: 0.75, n: 2, low: 0.5, high: 1 });
});

test("no item is a reason, not a zero", () => {
  const sheet = openSheet();
  setMeasure(sheet, "map", [], () => 0, "no judged question");
  expect(closeSheet(sheet, [])).toMatchObject({ measures: {}, notComputed: { map: "no judged question" } });
});

test("comma-separated values quote what needs quotes", () => {
  expect(sheetAsCsv(smallSheet())).toBe(
    'measure,mean,n,low,high,not computed\nrecall,0.75,2,0.5,1,\nmedcon,,,,,"needs a licence, or ""plug-in"""\n',
  );
  expect(itemsAsCsv(smallSheet())).toBe("id,recall,exact\nq1,1,\nq2,0.5,0\n__proto__,,\n");
});

test("the Markdown table shows intervals, gaps, missing items and notes", () => {
  expect(sheetAsMarkdown(smallSheet(), 2)).toBe(
    [
      "| measure | value | 95 % interval | n |",
      "| --- | --- | --- | --- |",
      "| recall | 0.75 | 0.50 to 1.00 | 2 |",
      '| medcon | not computed | needs a licence, or "plug-in" |  |',
      "",
      "Missing from the file: 1 (q3).",
      "",
      "Rules of version 9.",
      "",
    ].join("\n"),
  );
  expect(markdownTable(["a|b"], [["x\ny"]])).toBe("| a\\|b |\n| --- |\n| x y |");
});

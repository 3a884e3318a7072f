import { describe, expect, test } from "vitest";
import { type AblationRun, ablate } from "../../evaluation/ablate.ts";
import { ablationAsMarkdown, ablationChart } from "../../evaluation/ablation-report.ts";
import { countRuns } from "../../evaluation/ablation-runs.ts";
import { readSwitches } from "../../evaluation/read-switches.ts";

const switches = [
  { name: "rescue", on: true, off: false },
  { name: "prune", on: true, off: false },
];
// rescue adds 2 alone and 1 beside prune; prune adds 3 alone and 2 beside rescue. Item b is always one better.
const score = ({ rescue, prune }: Record<string, unknown>) => (rescue ? 2 : 0) + (prune ? 3 : 0) - (rescue && prune ? 1 : 0);
const graph = () => {
  const labels: string[] = [];
  const run = async (settings: Readonly<Record<string, unknown>>, label: string): Promise<AblationRun> => {
    labels.push(label);
    const value = score(settings);
    return { perItem: { a: { points: value }, b: { points: value + 1 } }, work: { calls: settings.rescue ? 4 : 2 } };
  };
  return { run, labels };
};

describe("an ablation", () => {
  test("tells what each switch adds to all the others and what it adds alone", async () => {
    const { run } = graph();
    const { all, none, contributions } = await ablate(switches, ["points"], run);
    expect([all.points, none.points]).toEqual([4.5, 0.5]);
    expect(contributions.map((one) => [one.switch, one.leaveOneOut.points?.difference, one.addOne.points?.difference])).toEqual([
      ["rescue", 1, 2],
      ["prune", 2, 3],
    ]);
    expect(contributions[0]?.leaveOneOut.points).toEqual({ difference: 1, low: 1, high: 1, n: 2 });
    expect(contributions.map(({ work }) => work.calls)).toEqual([1, 0]); // two calls more over two items
  });

  test("runs equal settings once: with two switches, leaving one out is the other alone", async () => {
    const { run, labels } = graph();
    expect((await ablate(switches, ["points"], run)).runs).toBe(4);
    expect(labels).toEqual(["all", "none", "without rescue", "only rescue"]);
  });

  test("a measure that no item has stays out, one that some have is over those", async () => {
    const run = async ({ rescue }: Readonly<Record<string, unknown>>): Promise<AblationRun> => ({
      perItem: { a: { points: rescue ? 1 : 0, rare: 1 }, b: { points: 0 } },
      work: {},
    });
    const [only] = (await ablate(switches.slice(0, 1), ["points", "rare", "absent"], run)).contributions;
    expect(only?.leaveOneOut.rare?.n).toBe(1);
    expect(only?.leaveOneOut).not.toHaveProperty("absent");
  });

  test("an item that finds something with the switch alone counts nothing without it", async () => {
    const run = async ({ rescue }: Readonly<Record<string, unknown>>): Promise<AblationRun> => ({
      perItem: rescue ? { a: { points: 1 }, b: { points: 1 } } : { a: { points: 1 } },
      work: {},
    });
    const [only] = (await ablate(switches.slice(0, 1), ["points"], run)).contributions;
    expect(only?.leaveOneOut.points).toMatchObject({ difference: 0.5, n: 2 });
  });

  test("a gain whose interval holds 0 has no price, and a loss is called one", async () => {
    const values: Record<string, number[]> = { yes: [0.5, 0.1], no: [0.1, 0.4] };
    const run = async ({ rescue }: Readonly<Record<string, unknown>>): Promise<AblationRun> => ({
      perItem: Object.fromEntries((values[rescue ? "yes" : "no"] ?? []).map((points, at) => [String(at), { points }])),
      work: { calls: rescue ? 2 : 0 },
    });
    const text = async (on: unknown, off: unknown) =>
      ablationAsMarkdown({ graph: "g", data: "d", ablation: await ablate([{ name: "rescue", on, off }], ["points"], run) });
    expect(await text(true, false)).toContain("| no gain shown |");
    values.no = [0.9, 0.9];
    expect(await text(true, false)).toContain("| a loss |");
  });

  test("is written as a table a measure and drawn as a chart", async () => {
    const named = { graph: "bioasq", data: "demo", ablation: await ablate(switches, ["points"], graph().run) };
    const text = ablationAsMarkdown(named);
    expect(text).toContain("### points: 4.500 with all, 0.500 with none (n 2)");
    expect(text).toContain(
      "| rescue (true against false) | +1.000 [+1.000, +1.000] | +2.000 [+2.000, +2.000] | +1.00 calls | +1.00 calls |",
    );
    const chart = ablationChart(named, "points");
    expect(chart).toMatch(/^<svg [^>]*aria-label="bioasq on demo: points/);
    expect(chart.match(/<circle/g)).toHaveLength(2);
  });
});

describe("a setting with several values", () => {
  const anchors = [
    { name: "prune", on: true, off: false },
    { name: "anchor", on: "query", off: "message" },
    { name: "anchor", on: "query", off: "question" },
  ];
  // prune adds 1; the query adds 3 to the message and 2 to the question.
  const points: Record<string, number> = { query: 5, question: 3, message: 2 };
  const graphOfAnchors = () => {
    const labels: string[] = [];
    const run = async (settings: Readonly<Record<string, unknown>>, label: string): Promise<AblationRun> => {
      labels.push(label);
      return {
        perItem: { a: { points: (points[String(settings.anchor)] ?? 0) + (settings.prune ? 1 : 0), names: 1 } },
        work: {},
      };
    };
    return { run, labels };
  };

  test("has a row of each value, alone against none of that value; every other row's none takes the first", async () => {
    const { run, labels } = graphOfAnchors();
    const { all, none, runs, contributions } = await ablate(anchors, ["points"], run);
    expect([all.points, none.points]).toEqual([6, 2]);
    expect(contributions.map((one) => [one.off, one.leaveOneOut.points?.difference, one.addOne.points?.difference])).toEqual([
      [false, 1, 1],
      ["message", 3, 3],
      ["question", 2, 2],
    ]);
    // Without prune is the query alone, prune alone is all with the message: both are run once.
    expect(labels).toEqual(["all", "none", "without prune", "only prune", "all, anchor=question", "none, anchor=question"]);
    expect([runs, countRuns(anchors)]).toEqual([6, 6]);
  });

  test("is told apart in tables and charts, and what changes no item is told so", async () => {
    const named = { graph: "g", data: "d", ablation: await ablate(anchors, ["points", "names"], graphOfAnchors().run) };
    const text = ablationAsMarkdown(named);
    expect(text).toContain("Of a setting with several values a row is each, and none takes the first.");
    expect(text).toContain("| anchor (query against message) | +3.000 [+3.000, +3.000] |");
    expect(text).toContain("| anchor (query against question) | +2.000 [+2.000, +2.000] |");
    expect(text).toContain("| anchor (query against question) | no item differs | no item differs | none | no gain shown |");
    const chart = ablationChart(named, "points");
    for (const name of ["prune", "anchor against message", "anchor against question"]) expect(chart).toContain(`>${name}<`);
    expect(ablationChart(named, "names").match(/>-?0\.000</g)).toEqual([">0.000<"]); // an axis with its zero alone
  });
});

describe("switches", () => {
  const around = { prune: true, rescue: false, rankBy: "mix", fusionK: 60 };
  const paper = { prune: true, rescue: false, rankBy: "heuristics", fusionK: 60 };

  test("a boolean is on against off, another setting the profile's against the paper's or a named value", () => {
    expect(readSwitches(["prune", "rescue", "rankBy", "fusionK=10"], around, paper)).toEqual([
      { name: "prune", on: true, off: false },
      { name: "rescue", on: true, off: false },
      { name: "rankBy", on: "mix", off: "heuristics" },
      { name: "fusionK", on: 60, off: 10 },
    ]);
  });

  test("one setting may stand with several values, each a switch", () => {
    expect(readSwitches(["rankBy=dense", "rankBy"], around, paper)).toEqual([
      { name: "rankBy", on: "mix", off: "dense" },
      { name: "rankBy", on: "mix", off: "heuristics" },
    ]);
  });

  test.each([
    [["pruning"], /there is no setting pruning/],
    [["prune", "prune"], /stands twice, as true against false/],
    [["rescue", "rescue=true"], /rescue stands twice, as true against false/],
    [["fusionK=10", "fusionK=10"], /stands twice, as 60 against 10/],
    [["fusionK"], /it is 60 on both sides/],
    [["__proto__"], /there is no setting __proto__/],
  ])("%j is refused", (written, message) => {
    expect(() => readSwitches(written, around, paper)).toThrow(message);
  });
});

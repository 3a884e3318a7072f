import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { openEncoder } from "../clients/encoder/open-encoder.ts";
import type { Extracting } from "../clients/models/extractive/handler.ts";
import { BoostedTrees, chanceOf } from "../retrieval/boosted-trees.ts";
import { ExtractiveSettings } from "../state/settings/extractive.ts";
import { type Boosting, boostTrees, type Example } from "./boost-trees.ts";
import { above, answerArea, type By, bestShare, type Choose, found, type Told } from "./left-out-figures.ts";
import { type Group, kindOf, measureGroups, numberOf } from "./tuning-groups.ts";
import { readTuningNotes, type TuningCase } from "./tuning-notes.ts";

/**
 * Learn from the tuning notes how likely a sentence is evidence: boosted trees on each note alone and, at MIXED of the weight, beside a second note, so that the
 * question must count. Prints how well notes of writers are done by what was learned on others.
 *
 *   npx tsx scripts/learn-evidence-weights.ts [--write] [--examples FILE] [--reader FILE ...]
 *
 * --write: write the trees (then: npx biome format --write). --examples: write what the reader is trained on, a line a note and wording, with what trees say that have not seen its writer.
 * --reader: lines of the reader's left-out logits (training/README.md); the prints are then of trees and reader together.
 */
const root = new URL("..", import.meta.url);
const WEIGHTS = new URL("clients/models/extractive/common/evidence-weights.json", root);
const MIXED = 0.2;
const HOW: Boosting = { trees: 120, depth: 3, rate: 0.06, sample: 0.6, features: 0.35, leastLeaf: 20, seed: 17 };
const settings = ExtractiveSettings.parse({});
const [SHARE, FIRST_THRESHOLD, LAST_THRESHOLD] = [0.28, 0.16, 0.42];
const FOLDS = 6;
/** What a note weighs: of one that several cases ask of, each asks less; the first twelve files are the smaller part of the rest. */
const WEIGHTS_BY_KIND = { earlier: 2, later: 1, askedOften: 0.25 };
/** Share of trees learned on the earlier files alone in the log odds, those learned on all having the rest. */
const EARLIER_SHARE = 0.5;
/** What counts of the reader's log odds: extractive.readerWeight. */
const READER_WEIGHT = settings.readerWeight;
/** What a case of a note asked often weighs for the reader. */
const ASKED_OFTEN = 0.3;
const { values: given } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    examples: { type: "string" },
    reader: { type: "string", multiple: true, default: [] },
  },
});
const encoder = openEncoder({ modelsDir: new URL("data/models", root).pathname, threads: 1 });
const extracting: Extracting = { embed: encoder.embed, read: encoder.reader.read, settings, sample: 0, signal: undefined };

const cases = readTuningNotes(new URL("data/tuning/archehr/", root));
const writers = [...new Set(cases.map(({ writer }) => writer))].sort((a, b) => numberOf(a) - numberOf(b));
const foldOf = (writer: string): number => writers.indexOf(writer) % FOLDS;
for (const writer of writers) {
  const own = cases.filter((one) => one.writer === writer);
  const sentences = own.reduce((sum, one) => sum + one.sentences.length, 0);
  const essential = own.reduce((sum, one) => sum + one.essential.size, 0);
  console.log(
    `${writer}: ${own.length} cases, ${sentences} sentences with headings, ${essential} essential, ${own.filter((one) => one.essential.size === 0).length} without an answer`,
  );
}

const groups = await measureGroups(cases, extracting);
const names = Object.keys(groups[0]?.rows[0]?.features ?? {});
function learn(from: readonly Group[]): BoostedTrees {
  const examples = from.flatMap(({ case: of, notes, rows }) =>
    rows.map(
      ({ features, essential }): Example => ({
        row: names.map((name) => features[name] ?? 0),
        positive: essential,
        weight: WEIGHTS_BY_KIND[kindOf(of)] * (notes.length === 1 ? 1 : MIXED),
      }),
    ),
  );
  return { source: SOURCE, features: [...names], ...boostTrees(examples, names, HOW) };
}

/** Two sets of trees as one, whose log odds are the mean of both, weighed. */
function joined(one: BoostedTrees, other: BoostedTrees, share: number): BoostedTrees {
  const short = (value: number): number => Number(value.toPrecision(5));
  const scaled = ({ trees }: BoostedTrees, by: number): BoostedTrees["trees"] =>
    trees.map((tree) => ({ ...tree, leaf: tree.leaf.map((value) => short(by * value)) }));
  return {
    ...other,
    start: short(share * one.start + (1 - share) * other.start),
    trees: [...scaled(one, share), ...scaled(other, 1 - share)],
  };
}
const learnBoth = (from: readonly Group[]) => {
  const all = learn(from);
  const earlier = learn(from.filter((group) => kindOf(group.case) === "earlier"));
  return { all, both: joined(earlier, all, EARLIER_SHARE) };
};

const SOURCE =
  "boosted trees on the tuning notes of data/tuning/archehr, written for this project, half of them learned on the first twelve files and half on all: 540 cases on 372 notes, each against three wordings of its question, alone and beside a second note; by scripts/learn-evidence-weights.ts. It holds thresholds and weights only, no text";

/** Log odds that the reader adds, by case and wording; empty without --reader. */
const added = new Map<string, readonly number[]>();
for (const file of given.reader)
  for (const line of readFileSync(file, "utf8").split("\n"))
    if (line !== "") {
      const { case: id, anchor, logits } = JSON.parse(line);
      added.set(`${id} ${anchor}`, logits);
    }
const shifted = (chance: number, logit: number): number => 1 / (1 + Math.exp(-(Math.log(chance / (1 - chance)) + logit)));

/** A probability by the trees alone, and with the reader (the same without --reader). */
type Chances = Pick<Told, By>;
type Judged = { case: TuningCase; alone: boolean; rows: Told[] };
const rowsOf = (over: readonly Judged[]) => over.map(({ rows }) => rows);
const judged: Judged[] = [];
const lines: string[] = [];
for (let fold = 0; fold < FOLDS; fold++) {
  const model = learnBoth(groups.filter((group) => group.writers.every((writer) => foldOf(writer) !== fold)));
  for (const one of cases.filter(({ writer }) => foldOf(writer) === fold)) {
    for (const alone of [true, false]) {
      const own = groups.filter((group) => group.case === one && (group.notes.length === 1) === alone);
      const chances = own.map(({ anchor, text, rows }) => {
        const byTrees = rows.map(({ features }) => chanceOf(model.both, features));
        if (alone)
          lines.push(
            JSON.stringify({
              case: one.id,
              writer: one.writer,
              anchor,
              question: text,
              sentences: rows.map((row) => row.text),
              gold: rows.map(({ essential }) => essential),
              trees: rows.map(({ features }) => Number(chanceOf(model.all, features).toFixed(5))),
              weight: WEIGHTS_BY_KIND[kindOf(one)] === WEIGHTS_BY_KIND.askedOften ? ASKED_OFTEN : 1,
            }),
          );
        const logits = alone ? added.get(`${one.id} ${anchor}`) : undefined;
        const rowsBy = byTrees.map((trees, at): Chances => {
          return { trees, chance: logits === undefined ? trees : shifted(trees, READER_WEIGHT * logits[at]!) }; // one a row
        });
        return { anchor, known: logits !== undefined, rowsBy };
      });
      if (alone && given.reader.length > 0 && chances.some(({ known }) => !known)) continue; // of a writer whom the reader has seen
      const both = chances.filter(({ anchor }) => anchor !== "question");
      const meanOf = (at: number, key: By): number => both.reduce((sum, { rowsBy }) => sum + rowsBy[at]![key], 0) / both.length; // the same rows for both anchors
      const rows = (own[0]?.rows ?? []).map(({ essential }, at) => {
        return { trees: meanOf(at, "trees"), chance: meanOf(at, "chance"), essential };
      });
      judged.push({ case: one, alone, rows });
    }
  }
}
if (given.examples !== undefined) writeFileSync(given.examples, `${lines.join("\n")}\n`);

function f1(over: readonly Judged[], choose: Choose): string {
  const by = (key: By): string => found(rowsOf(over), choose, key).f1.toFixed(3);
  return given.reader.length === 0 ? by("trees") : `${by("trees")} by trees, ${by("chance")} with the reader`;
}
for (const writer of writers)
  console.log(
    `left out, ${writer}: best ${SHARE} of each note, F1 ${f1(
      judged.filter((one) => one.alone && one.case.writer === writer),
      bestShare(SHARE),
    )}`,
  );
for (const [name, over] of [
  ["each note alone", judged.filter(({ alone }) => alone)],
  ["each note alone, earlier files", judged.filter((one) => one.alone && kindOf(one.case) === "earlier")],
  ["each note alone, later files", judged.filter((one) => one.alone && kindOf(one.case) === "later")],
  ["each note alone, notes asked often", judged.filter((one) => one.alone && kindOf(one.case) === "askedOften")],
  ["each note beside another", judged.filter(({ alone }) => !alone)],
] as const) {
  console.log(`left out, ${name} (${over.length}): best ${SHARE} F1 ${f1(over, bestShare(SHARE))}`);
  for (let from = FIRST_THRESHOLD; from <= LAST_THRESHOLD; from += 0.02) {
    const share =
      over.reduce((sum, { rows }) => sum + above(from)(rows, "chance").length, 0) /
      over.reduce((sum, { rows }) => sum + rows.length, 0);
    console.log(`  chance from ${from.toFixed(2)}: F1 ${f1(over, above(from))}, ${share.toFixed(2)} of the sentences`);
  }
  const { precision, recall, missed } = found(rowsOf(over), above(settings.strictFrom), "chance");
  console.log(
    `  chance from ${settings.strictFrom}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, ${missed} notes with none of their essential sentences; notes that answer told from those that do not, area ${answerArea(rowsOf(over), "trees").toFixed(3)} by trees, ${answerArea(rowsOf(over), "chance").toFixed(3)} with the reader`,
  );
}
const all = judged.filter(({ alone }) => alone).flatMap(({ rows }) => rows);
for (let low = 0; low < 1; low += 0.1) {
  const held = all.filter(({ chance }) => chance >= low && chance < low + 0.1);
  const right = held.filter(({ essential }) => essential).length;
  if (held.length > 0)
    console.log(
      `left out, chance ${low.toFixed(1)}-${(low + 0.1).toFixed(1)}: ${(right / held.length).toFixed(2)} essential (n ${held.length})`,
    );
}
if (given.write) writeFileSync(WEIGHTS, `${JSON.stringify(BoostedTrees.parse(learnBoth(groups).both))}\n`);
await encoder.close();

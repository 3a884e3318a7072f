import { writeFileSync } from "node:fs";
import { openEncoder } from "../clients/encoder/open-encoder.ts";
import { interpretQuestion } from "../clients/models/extractive/archehr/interpret-question.ts";
import { evidenceFeatures } from "../clients/models/extractive/common/evidence-features.ts";
import { measureNote } from "../clients/models/extractive/common/measure-note.ts";
import type { Extracting } from "../clients/models/extractive/handler.ts";
import { BoostedTrees, chanceOf } from "../retrieval/boosted-trees.ts";
import { ExtractiveSettings } from "../state/settings/extractive.ts";
import { type Boosting, boostTrees, type Example } from "./boost-trees.ts";
import { readTuningNotes, type TuningCase } from "./tuning-notes.ts";

/**
 * Learn from the tuning notes how likely a sentence is evidence: boosted trees on each note alone and, at MIXED of the weight, beside a second note, so that the
 * question must count. Prints how well the notes of one writer are done by what was learned on the others; writes the trees with --write (then: npx biome format --write).
 */
const root = new URL("..", import.meta.url);
const WEIGHTS = new URL("clients/models/extractive/common/evidence-weights.json", root);
const MIXED = 0.2;
const HOW: Boosting = { trees: 120, depth: 3, rate: 0.06, sample: 0.6, features: 0.35, leastLeaf: 20, seed: 17 };
const settings = ExtractiveSettings.parse({});
const [SHARE, FIRST_THRESHOLD, LAST_THRESHOLD] = [0.28, 0.16, 0.5];
const encoder = openEncoder({ modelsDir: new URL("data/models", root).pathname, threads: 1 });
const extracting: Extracting = { embed: encoder.embed, settings, sample: 0, signal: undefined };

type Features = Readonly<Record<string, number>>;
type Row = { features: Features; essential: boolean; plain: number };
type Group = { case: TuningCase; anchor: "interpretation" | "message" | "question"; notes: readonly string[]; rows: Row[] };

const cases = readTuningNotes(new URL("data/tuning/archehr/", root));
const writers = [...new Set(cases.map(({ writer }) => writer))];
for (const writer of writers) {
  const own = cases.filter((one) => one.writer === writer);
  const sentences = own.reduce((sum, one) => sum + one.sentences.length, 0);
  const essential = own.reduce((sum, one) => sum + one.essential.size, 0);
  console.log(
    `${writer}: ${own.length} cases, ${sentences} sentences with headings, ${essential} essential, ${own.filter((one) => one.essential.size === 0).length} without an answer`,
  );
}

const groups: Group[] = [];
for (const [at, one] of cases.entries()) {
  const interpreted = await interpretQuestion.answer({ message: one.message, keep: [], shots: 0, maxWords: 15 }, extracting);
  const asked = {
    interpretation: interpreted.is === "ok" ? String(Object(interpreted.value).question) : one.question,
    message: one.message,
    question: one.question,
  };
  const other = cases[(at + 3) % cases.length]!; // an index within the list
  for (const anchor of ["interpretation", "message", "question"] as const) {
    groups.push(await groupOf(one, anchor, asked[anchor], [one]));
    groups.push(await groupOf(one, anchor, asked[anchor], at % 2 === 0 ? [one, other] : [other, one]));
  }
}

async function groupOf(one: TuningCase, anchor: Group["anchor"], text: string, notes: readonly TuningCase[]): Promise<Group> {
  const measured = await measureNote(
    text,
    notes.flatMap((note) => note.sentences),
    extracting,
  );
  if (measured.is !== "ok") throw new Error(`${measured.is}: ${measured.detail}`);
  const { told } = measured.value;
  const features = evidenceFeatures(text, told, settings.cosineWeight);
  const rows = told.map(({ id, plainCosine, plainOverlap }, at): Row => {
    // A second note is another document: each keeps its own beginning.
    const same = told.filter((sentence) => sentence.id.split("/")[0] === id.split("/")[0]);
    const place = same.findIndex((sentence) => sentence.id === id) / same.length;
    return {
      features: { ...features[at], place, early: place < 0.2 ? 1 : 0 },
      essential: one.essential.has(id),
      plain: (plainCosine + plainOverlap) / 2,
    };
  });
  return { case: one, anchor, notes: notes.map(({ id }) => id), rows };
}

const names = Object.keys(groups[0]?.rows[0]?.features ?? {});
function learn(from: readonly Group[]): BoostedTrees {
  const examples = from.flatMap(({ notes, rows }) =>
    rows.map(
      ({ features, essential }): Example => ({
        row: names.map((name) => features[name] ?? 0),
        positive: essential,
        weight: notes.length === 1 ? 1 : MIXED,
      }),
    ),
  );
  return { source: SOURCE, features: [...names], ...boostTrees(examples, names, HOW) };
}

const SOURCE =
  "boosted trees on the tuning notes of data/tuning/archehr, written for this project: 180 notes, each against three wordings of its question, alone and beside a second note; by scripts/learn-evidence-weights.ts. It holds thresholds and weights only, no text";

type Judged = { writer: string; alone: boolean; rows: { chance: number; essential: boolean }[] };
const judged: Judged[] = [];
for (const writer of writers) {
  const theirs = new Set(cases.filter((one) => one.writer === writer).map(({ id }) => id));
  const model = learn(groups.filter(({ notes }) => notes.every((id) => !theirs.has(id))));
  for (const one of cases.filter(({ id }) => theirs.has(id))) {
    for (const alone of [true, false]) {
      const both = groups.filter(
        (group) => group.case === one && (group.notes.length === 1) === alone && group.anchor !== "question",
      );
      const chances = both.map(({ rows }) => rows.map(({ features }) => chanceOf(model, features)));
      const rows = (both[0]?.rows ?? []).map(({ essential }, at) => ({
        chance: chances.reduce((sum, of) => sum + of[at]!, 0) / chances.length, // the same rows for both anchors
        essential,
      }));
      judged.push({ writer, alone, rows });
    }
  }
}

type Choose = (rows: Judged["rows"]) => Judged["rows"];
const bestShare: Choose = (rows) => rows.toSorted((a, b) => b.chance - a.chance).slice(0, Math.round(SHARE * rows.length));
const above =
  (from: number): Choose =>
  (rows) =>
    rows.filter(({ chance }) => chance >= from);
function f1(over: readonly Judged[], choose: Choose): string {
  let [hits, chosen, wanted] = [0, 0, 0];
  for (const { rows } of over) {
    const best = choose(rows);
    hits += best.filter(({ essential }) => essential).length;
    chosen += best.length;
    wanted += rows.filter(({ essential }) => essential).length;
  }
  return ((2 * hits) / (chosen + wanted)).toFixed(3);
}
for (const writer of writers)
  console.log(
    `left out, ${writer}: best ${SHARE} of each note, F1 ${f1(
      judged.filter((one) => one.alone && one.writer === writer),
      bestShare,
    )}`,
  );
for (const [name, over] of [
  ["each note alone", judged.filter(({ alone }) => alone)],
  ["each note beside another", judged.filter(({ alone }) => !alone)],
] as const) {
  console.log(`left out, ${name}: best ${SHARE} F1 ${f1(over, bestShare)}`);
  for (let from = FIRST_THRESHOLD; from <= LAST_THRESHOLD; from += 0.02) {
    const share =
      over.reduce((sum, { rows }) => sum + above(from)(rows).length, 0) / over.reduce((sum, { rows }) => sum + rows.length, 0);
    console.log(`  chance from ${from.toFixed(2)}: F1 ${f1(over, above(from))}, ${share.toFixed(2)} of the sentences`);
  }
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
if (process.argv.includes("--write")) writeFileSync(WEIGHTS, `${JSON.stringify(BoostedTrees.parse(learn(groups)))}\n`);
await encoder.close();

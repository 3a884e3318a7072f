import { readFileSync, writeFileSync } from "node:fs";
import { openEncoder } from "../clients/encoder/open-encoder.ts";
import { interpretQuestion } from "../clients/models/extractive/archehr/interpret-question.ts";
import { evidenceFeatures } from "../clients/models/extractive/common/evidence-features.ts";
import { measureAgainst } from "../clients/models/extractive/common/relevance.ts";
import type { Extracting } from "../clients/models/extractive/handler.ts";
import { ExtractiveSettings } from "../state/settings/extractive.ts";

/**
 * Learn the weights of evidence features from the tuning notes: ridge logistic regression, each note alone and, at half weight, beside a
 * second note, so that the question must count. Prints F1 of the best 28 % of each note when its case is left out; writes the weights with --write.
 */
const root = new URL("..", import.meta.url);
const WEIGHTS = new URL("clients/models/extractive/common/evidence-weights.json", root);
const [SHARE, RIDGE, MIXED] = [0.28, 40, 0.5];
const encoder = openEncoder({ modelsDir: new URL("data/models", root).pathname, threads: 1 });
const settings = ExtractiveSettings.parse({});
const extracting: Extracting = { embed: encoder.embed, settings, sample: 0, signal: undefined };

type Case = {
  id: string;
  message: string;
  question: string;
  sentences: { id: string; text: string }[];
  essential: Set<string>;
};
type Row = { features: Record<string, number>; essential: boolean; weight: number };
type Group = { ids: string[]; anchor: string; rows: Row[] };

const cases: Case[] = [];
for (const line of readFileSync(new URL("data/tuning/archehr/notes.txt", root), "utf8").split("\n")) {
  const [, field, value = ""] = /^@(case|msg|q) (.*)$/u.exec(line) ?? [];
  const last = cases.at(-1);
  if (field === "case") cases.push({ id: value, message: "", question: "", sentences: [], essential: new Set() });
  else if (last && field === "msg") last.message = value;
  else if (last && field === "q") last.question = value;
  else if (last && line.trim() !== "") {
    const id = `${last.id}/${last.sentences.length + 1}`;
    last.sentences.push({ id, text: line.replace(/^\* /u, "") });
    if (line.startsWith("* ")) last.essential.add(id);
  }
}
const answerable = cases.filter(({ essential }) => essential.size > 0);
const groups: Group[] = [];
for (const [at, one] of answerable.entries()) {
  const interpreted = await interpretQuestion.answer({ message: one.message, keep: [], shots: 0, maxWords: 15 }, extracting);
  const question = interpreted.is === "ok" ? String(Object(interpreted.value).question) : "";
  for (const anchor of [question, one.message, one.question]) {
    groups.push(await groupOf(anchor, [one], one.essential, 1));
    for (const step of [1, 5]) {
      const other = answerable[(at + step) % answerable.length]!; // an index within the list
      groups.push(await groupOf(anchor, step === 1 ? [one, other] : [other, one], one.essential, MIXED));
    }
  }
}

async function groupOf(anchor: string, notes: readonly Case[], essential: ReadonlySet<string>, weight: number): Promise<Group> {
  const sentences = notes.flatMap((note) => note.sentences);
  const measured = await measureAgainst(anchor, sentences, extracting);
  if (measured.is !== "ok") throw new Error(`${measured.is}: ${measured.detail}`);
  const { told } = measured.value;
  const features = evidenceFeatures(anchor, told, settings.cosineWeight);
  const within = (id: string) =>
    told.filter((sentence) => sentence.id.split("/")[0] === id.split("/")[0]).map((sentence) => sentence.id);
  const rows = told.map(({ id }, at): Row => {
    // A second note is another document: each keeps its own beginning.
    const same = within(id);
    const place = same.indexOf(id) / same.length;
    return { features: { ...features[at], place, early: place < 0.2 ? 1 : 0 }, essential: essential.has(id), weight };
  });
  return { ids: notes.map(({ id }) => id), anchor, rows };
}

const names = Object.keys(groups[0]?.rows[0]?.features ?? {});
function learn(from: readonly Group[]): { bias: number; weights: Map<string, number> } {
  const rows = from.flatMap((group) => group.rows);
  const columns = names.map((name) => rows.map(({ features }) => features[name] ?? 0));
  const means = columns.map((column) => column.reduce((sum, value) => sum + value, 0) / column.length);
  const spreads = columns.map(
    (column, at) => Math.sqrt(column.reduce((sum, value) => sum + (value - means[at]!) ** 2, 0) / column.length) || 1,
  ); // one a column
  const inputs = rows.map(({ features }) => [1, ...names.map((name, at) => ((features[name] ?? 0) - means[at]!) / spreads[at]!)]); // one a column
  const weights = new Array<number>(names.length + 1).fill(0);
  for (let round = 0; round < 600; round++) {
    const slope = weights.map((weight, at) => (at > 0 ? RIDGE * weight : 0));
    for (const [at, input] of inputs.entries()) {
      const row = rows[at]!; // one an input
      const chance = 1 / (1 + Math.exp(-input.reduce((sum, value, column) => sum + value * weights[column]!, 0))); // one a column
      for (const [column, value] of input.entries()) slope[column]! += row.weight * (chance - (row.essential ? 1 : 0)) * value; // one a column
    }
    for (const [at, by] of slope.entries()) weights[at]! -= (1.5 / rows.length) * by; // one a column
  }
  const plain = names.map((name, at): [string, number] => [name, weights[at + 1]! / spreads[at]!]); // one a name
  return { bias: weights[0]! - plain.reduce((sum, [, weight], at) => sum + weight * means[at]!, 0), weights: new Map(plain) }; // the first is the bias
}

for (const [anchor, at] of [
  ["interpretation", 0],
  ["message", 1],
  ["clinician's question", 2],
] as const) {
  let [hits, chosen, wanted] = [0, 0, 0];
  for (const { id, message, question } of answerable) {
    const { weights } = learn(groups.filter(({ ids }) => !ids.includes(id)));
    const own = groups.filter(({ ids }) => ids.length === 1 && ids[0] === id);
    const group =
      at === 0
        ? own.find((one) => one.anchor !== message && one.anchor !== question)
        : own.find((one) => one.anchor === (at === 1 ? message : question));
    const rows = group?.rows ?? [];
    const score = ({ features }: Row) => names.reduce((sum, name) => sum + (weights.get(name) ?? 0) * (features[name] ?? 0), 0);
    const best = [...rows].sort((a, b) => score(b) - score(a)).slice(0, Math.round(SHARE * rows.length));
    hits += best.filter(({ essential }) => essential).length;
    chosen += best.length;
    wanted += rows.filter(({ essential }) => essential).length;
  }
  console.log(`left out, ${anchor}: F1 ${((2 * hits) / (chosen + wanted)).toFixed(3)} (${answerable.length} cases)`);
}
const { bias, weights } = learn(groups);
const short = (value: number) => Number(value.toPrecision(4));
const written = {
  source:
    "ridge logistic regression on the tuning notes of data/tuning/archehr, written for this project: 14 notes, each against three wordings of its question, alone and beside a second note; by scripts/learn-evidence-weights.ts. It holds weights only, no text",
  bias: short(bias),
  weights: Object.fromEntries([...weights].map(([name, value]) => [name, short(value)])),
};
console.log(JSON.stringify(written, null, 2));
if (process.argv.includes("--write")) writeFileSync(WEIGHTS, `${JSON.stringify(written, null, 2)}\n`);
await encoder.close();

import { interpretQuestion } from "../clients/models/extractive/archehr/interpret-question.ts";
import { evidenceFeatures } from "../clients/models/extractive/common/evidence-features.ts";
import { measureNote } from "../clients/models/extractive/common/measure-note.ts";
import type { Extracting } from "../clients/models/extractive/handler.ts";
import type { TuningCase } from "./tuning-notes.ts";

/** A tuning case against one wording of its question, its note alone or beside another one: what is measured of each sentence without the headings. */
export type Group = {
  case: TuningCase;
  anchor: "interpretation" | "message" | "question";
  text: string;
  notes: readonly string[];
  writers: readonly string[];
  rows: { text: string; features: Readonly<Record<string, number>>; essential: boolean; plain: number }[];
};
type Row = Group["rows"][number];

const OTHER = 5; // cases further on: of one note at most four ask
const EARLIER = 12;

/** Number of a writer's file; 0 for notes.txt. */
export const numberOf = (writer: string): number => Number(writer.split("-")[1] ?? 0);

/** Tell how a case was written: in one of the first twelve files, in a later one, or as one of several that ask of one note. */
export const kindOf = ({ id, writer, sentences }: TuningCase): "earlier" | "later" | "askedOften" => {
  if (sentences[0]?.id !== `${id}/1`) return "askedOften";
  return numberOf(writer) < EARLIER ? "earlier" : "later";
};

/** Measure all cases by the model's interpretation of the message, the message itself and the clinician's wording, each on its note alone and beside a second note. */
export async function measureGroups(cases: readonly TuningCase[], extracting: Extracting): Promise<Group[]> {
  const groups: Group[] = [];
  for (const [at, one] of cases.entries()) {
    const interpreted = await interpretQuestion.answer({ message: one.message, keep: [], shots: 0, maxWords: 15 }, extracting);
    const asked = {
      interpretation: interpreted.is === "ok" ? String(Object(interpreted.value).question) : one.question,
      message: one.message,
      question: one.question,
    };
    const other = cases[(at + OTHER) % cases.length]!; // an index within the list
    for (const anchor of ["interpretation", "message", "question"] as const) {
      groups.push(await groupOf(extracting, one, anchor, asked[anchor], [one]));
      groups.push(await groupOf(extracting, one, anchor, asked[anchor], at % 2 === 0 ? [one, other] : [other, one]));
    }
  }
  return groups;
}

async function groupOf(
  { embed, settings, signal }: Extracting,
  one: TuningCase,
  anchor: Group["anchor"],
  text: string,
  notes: readonly TuningCase[],
): Promise<Group> {
  const measured = await measureNote(
    text,
    notes.flatMap((note) => note.sentences),
    { embed, signal },
  );
  if (measured.is !== "ok") throw new Error(`${measured.is}: ${measured.detail}`);
  const { told } = measured.value;
  const features = evidenceFeatures(text, told, settings.cosineWeight);
  const rows = told.map(({ id, text: sentence, plainCosine, plainOverlap }, at): Row => {
    // A second note is another document: each keeps its own beginning.
    const same = told.filter((sentence) => sentence.id.split("/")[0] === id.split("/")[0]);
    const place = same.findIndex((sentence) => sentence.id === id) / same.length;
    return {
      text: sentence,
      features: { ...features[at], place, early: place < 0.2 ? 1 : 0 },
      essential: one.essential.has(id),
      plain: (plainCosine + plainOverlap) / 2,
    };
  });
  return { case: one, anchor, text, notes: notes.map(({ id }) => id), writers: notes.map(({ writer }) => writer), rows };
}

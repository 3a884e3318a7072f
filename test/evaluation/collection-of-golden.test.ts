import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { collectionOfGolden } from "../../evaluation/collection-of-golden.ts";
import { type GoldQuestion, readBioasqGolden } from "../../formats/bioasq-questions.ts";
import { sharedData } from "../support/shared-data.ts";

const url = (pmid: number) => `http://www.ncbi.nlm.nih.gov/pubmed/${pmid}`;
const snippet = (pmid: number, text: string, start: number, section = "abstract") => ({
  document: url(pmid),
  text,
  offsetInBeginSection: start,
  offsetInEndSection: start + text.length,
  beginSection: section,
  endSection: section,
});
const question = (id: string, documents: number[], snippets: GoldQuestion["snippets"]): GoldQuestion => ({
  id,
  type: "summary",
  body: `Question ${id}?`,
  documents: documents.map(url),
  snippets,
  exactAnswer: null,
  idealAnswers: ["x"],
});
const batches = [
  {
    batch: "10B1",
    questions: [
      question("a", [9, 10, 7], [snippet(9, "Late part.", 50), snippet(9, "Early\u00a0part.", 0), snippet(10, "T.", 0, "title")]),
    ],
  },
  { batch: "11B1", questions: [question("b", [9], [snippet(9, "Early part. More.", 0)]), question("a", [9], [])] },
];

test("a document is what its snippets say, by offset, without what another snippet holds", () => {
  const { documents } = collectionOfGolden(batches, (batch) => batch.startsWith("11B"));
  expect(documents).toEqual([
    { id: "9", title: "", text: "Early part. More. Late part." },
    { id: "10", title: "T.", text: "" },
  ]);
});

test("dev is its batches, a question counts once, and a gold document without snippets is not judged", () => {
  const { train, dev } = collectionOfGolden(batches, (batch) => batch.startsWith("11B"));
  expect(train.queries).toEqual([{ id: "a", batch: "10B1", type: "summary", text: "Question a?" }]);
  expect(train.qrels.map(({ document }) => document)).toEqual(["9", "10"]);
  expect(dev.queries.map(({ id }) => id)).toEqual(["b"]);
});

const [golden, made] = [sharedData("bioasq/golden"), sharedData("bioasq-snippets")];
test.skipIf(golden === undefined || made === undefined)(
  "batch 11B gives the dev questions and judgements of the public collection",
  () => {
    const batch = (name: string) => ({
      batch: name,
      questions: readBioasqGolden(readFileSync(join(golden ?? "", `${name}_golden.json`), "utf8"), name),
    });
    const { dev } = collectionOfGolden(["11B1", "11B2", "11B3", "11B4"].map(batch), () => true);
    const lines = (file: string) =>
      readFileSync(join(made ?? "", file), "utf8")
        .trim()
        .split("\n");
    expect(dev.queries.map((query) => JSON.stringify(query)).toSorted()).toEqual(
      lines("queries.dev.jsonl")
        .map((line) => JSON.stringify(JSON.parse(line)))
        .toSorted(),
    );
    const judged = new Set(lines("qrels.dev.tsv").slice(1));
    const ours = dev.qrels.map(({ query, document, grade }) => `${query}\t${document}\t${grade}`);
    // The public collection was made of more batches, so it may judge documents that have snippets in those alone.
    expect(ours.filter((line) => !judged.has(line))).toEqual([]);
    expect(ours.length).toBeGreaterThan(0.99 * judged.size);
  },
);

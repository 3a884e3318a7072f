import type { GoldQuestion, OfficialSnippet } from "../formats/bioasq-questions.ts";
import { pmidOf } from "../formats/pubmed-url.ts";
import type { Judged } from "../formats/qrels.ts";

/** A batch of golden questions, such as 11B1. */
export type GoldenBatch = { batch: string; questions: readonly GoldQuestion[] };
export type CollectionDocument = { id: string; title: string; text: string };
export type CollectionSplit = { queries: { id: string; batch: string; type: string; text: string }[]; qrels: Judged[] };

/**
 * Make a retrieval collection of golden batches: a document is what a PMID's gold snippets say, a query a question, relevant its gold documents.
 *
 * In: batches in order; which of them are dev. Out: documents by PMID (title: the first title snippet; text: the abstract's snippets by offset, one that another
 * holds left out, joined by a blank), and train and dev. A question that repeats counts once; a gold document without snippets is not in the collection.
 */
export function collectionOfGolden(
  batches: readonly GoldenBatch[],
  isDev: (batch: string) => boolean,
): { documents: CollectionDocument[]; train: CollectionSplit; dev: CollectionSplit } {
  const snippets = new Map<string, OfficialSnippet[]>();
  for (const { questions } of batches)
    for (const question of questions)
      for (const snippet of question.snippets) {
        const pmid = pmidOf(snippet.document);
        if (pmid !== undefined) snippets.set(pmid, [...(snippets.get(pmid) ?? []), snippet]);
      }
  const documents = [...snippets].map(([id, list]) => documentOf(id, list)).toSorted((a, b) => Number(a.id) - Number(b.id));
  const known = new Set(documents.map(({ id }) => id));
  const seen = new Set<string>();
  const split = (dev: boolean): CollectionSplit => {
    const chosen = batches
      .filter(({ batch }) => isDev(batch) === dev)
      .flatMap(({ batch, questions }) => questions.map((question) => ({ batch, question })));
    const once = chosen.filter(({ question: { id } }) => !seen.has(id) && seen.add(id));
    return {
      queries: once.map(({ batch, question: { id, type, body } }) => ({ id, batch, type, text: body })),
      qrels: once.flatMap(({ question }) =>
        [...new Set(question.documents.map((document) => pmidOf(document) ?? ""))]
          .filter((pmid) => known.has(pmid))
          .map((pmid) => ({ query: question.id, document: pmid, grade: 1 })),
      ),
    };
  };
  return { documents, train: split(false), dev: split(true) };
}

function documentOf(id: string, snippets: readonly OfficialSnippet[]): CollectionDocument {
  const isTitle = ({ beginSection }: OfficialSnippet) => beginSection === "title";
  const title = oneLine(snippets.find(isTitle)?.text ?? "");
  const byOffset = snippets
    .filter((snippet) => !isTitle(snippet))
    .toSorted((a, b) => startOf(a) - startOf(b) || (a.offsetInEndSection ?? 0) - (b.offsetInEndSection ?? 0));
  let texts: string[] = [];
  for (const { text } of byOffset) {
    const line = oneLine(text);
    if (texts.some((before) => before.includes(line))) continue;
    texts = [...texts.filter((before) => !line.includes(before)), line];
  }
  return { id, title, text: texts.join(" ") };
}

const startOf = ({ offsetInBeginSection = 0 }: OfficialSnippet): number => offsetInBeginSection;
const oneLine = (text: string): string => text.trim().split(/\s+/u).join(" ");

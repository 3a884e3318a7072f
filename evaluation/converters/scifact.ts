import { z } from "zod";
import { InputFault } from "../../formats/input-fault.ts";
import { readJsonLines } from "../../formats/json-lines.ts";
import { type Converter, jsonLines, judgedLines, publishedText } from "./converter.ts";

const Abstract = z.object({ doc_id: z.int(), title: z.string(), abstract: z.array(z.string()) });
const Claim = z.object({
  id: z.int(),
  claim: z.string(),
  evidence: z.record(
    z.string(),
    z.array(z.object({ label: z.enum(["SUPPORT", "CONTRADICT"]), sentences: z.array(z.int()) })).min(1),
  ),
  cited_doc_ids: z.array(z.int()),
});

/**
 * Convert SciFact's own release (data.tar.gz, unpacked: `data/corpus.jsonl`, `data/claims_train.jsonl`, `data/claims_dev.jsonl`).
 *
 * Out: docs.jsonl by sentence; queries and qrels of train, and of test, which is the release's dev (its test has no labels). Relevant are the documents that the claim's source cites. The label of an
 * abstract is that of its first rationale: the release gives all rationales of one abstract the same.
 * @cite wadden2020scifact
 */
export const scifact: Converter = {
  reads: ["corpus.jsonl", "claims_train.jsonl", "claims_dev.jsonl"],
  convert(published) {
    const documents = read(Abstract, publishedText(published, "corpus.jsonl"), "corpus.jsonl").map(
      ({ doc_id, title, abstract }) => ({ id: String(doc_id), title, sentences: abstract }),
    );
    const [train, test] = ["claims_train.jsonl", "claims_dev.jsonl"].map((file) =>
      read(Claim, publishedText(published, file), file),
    );
    return {
      files: {
        "docs.jsonl": jsonLines(documents),
        ...splitOf("train", train ?? []),
        ...splitOf("test", test ?? []),
      },
      made: `${documents.length} abstracts, ${train?.length} train and ${test?.length} test claims`,
    };
  },
};

const splitOf = (split: string, claims: readonly z.infer<typeof Claim>[]): Record<string, string> => {
  const ordered = claims.toSorted((a, b) => a.id - b.id);
  const queries = ordered.map(({ id, claim, evidence }) => ({
    id: String(id),
    text: claim,
    evidence: Object.fromEntries(
      Object.entries(evidence).map(([document, rationales]) => [
        document,
        { label: rationales[0]?.label, sentences: rationales.map(({ sentences }) => sentences) },
      ]),
    ),
  }));
  const judged = ordered.flatMap(({ id, cited_doc_ids }) =>
    cited_doc_ids.map((document) => ({ query: String(id), document: String(document), grade: 1 })),
  );
  return { [`queries.${split}.jsonl`]: jsonLines(queries), [`qrels.${split}.tsv`]: judgedLines(judged) };
};

const read = <Value>(schema: z.ZodType<Value>, text: string, file: string): Value[] =>
  readJsonLines(text, file).map(({ value, line }) => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    throw new InputFault({
      file,
      where: `line ${line}`,
      field: issue?.path.join(".") || "line",
      expected: `SciFact's form (${issue?.message ?? ""})`,
    });
  });

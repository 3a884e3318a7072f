import fc from "fast-check";
import { expect, test } from "vitest";
import { contentHash } from "../../evaluation/content-hash.ts";

const hash = (text: string, file: string) => contentHash(new TextEncoder().encode(text), file);

test("lines in another order, keys in another order and another way to write a letter are the same data", () => {
  expect(hash('\ufeff{"text": "\\u00e9", "id": "2"}\r\n\r\n{"id":"1"}\r\n', "docs.jsonl")).toBe(
    hash('{"id":"1"}\n{"id":"2","text":"é"}\n', "docs.jsonl"),
  );
});

test("another letter, a record more and a record twice are other data", () => {
  const of = (text: string) => hash(text, "docs.jsonl");
  const one = of('{"id":"1","text":"é"}\n');
  expect(of('{"id":"1","text":"e"}\n')).not.toBe(one);
  // Composed and decomposed letters are different texts: an index reads them differently.
  expect(of('{"id":"1","text":"e\\u0301"}\n')).not.toBe(one);
  expect(of('{"id":"1","text":"é"}\n{"id":"2"}\n')).not.toBe(one);
  expect(of('{"id":"1","text":"é"}\n{"id":"1","text":"é"}\n')).not.toBe(one);
});

test("judgements are the same with and without a header line and an iteration column", () => {
  expect(hash("query-id\tcorpus-id\tscore\n1\t7\t1\n1\t8\t0\n", "qrels.tsv")).toBe(hash("1 0 8 0\n1 0 7 1\n", "qrels.tsv"));
  expect(hash("1\t7\t1\n", "qrels.tsv")).not.toBe(hash("1\t7\t2\n", "qrels.tsv"));
});

test("questions of a golden file may stand in any order, entries of an answer may not", () => {
  const golden = (...questions: unknown[]) => JSON.stringify({ questions });
  const [a, b] = [
    { id: "a", exact_answer: [["x"], ["y"]] },
    { id: "b", body: "?" },
  ];
  expect(hash(golden(a, b), "golden.json")).toBe(hash(golden(b, a), "golden.json"));
  expect(hash(golden({ ...a, exact_answer: [["y"], ["x"]] }, b), "golden.json")).not.toBe(hash(golden(a, b), "golden.json"));
});

test("a file that is not what its name says is other data, not an error", () => {
  expect(hash("no json", "docs.jsonl")).toMatch(/^[0-9a-f]{64}$/);
  expect(hash("no json", "docs.jsonl")).not.toBe(hash("no JSON", "docs.jsonl"));
});

test("no order of records changes the hash", () => {
  const records = fc.array(fc.jsonValue(), { minLength: 1 });
  const write = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join("\n");
  fc.assert(
    fc.property(
      records.chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length }))),
      ([some, other]) => hash(write(some), "a.jsonl") === hash(write(other), "a.jsonl"),
    ),
  );
});

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openDemoIndex } from "../../clients/index/demo-index.ts";
import { openAtFirstUse } from "../../clients/index/open-at-first-use.ts";
import { readArchehrCases } from "../../formats/archehr-xml.ts";
import { readBioasqGolden } from "../../formats/bioasq-questions.ts";
import { compileArchehrGraph } from "../../graphs/archehr.ts";
import { compileBioasqGraph } from "../../graphs/bioasq.ts";
import { openLiveParts } from "../../graphs/live-parts.ts";

const demo = (file: string) => readFileSync(new URL(`../../data/demo/${file}`, import.meta.url), "utf8");
const folder = mkdtempSync(join(tmpdir(), "evigraph-swapped-"));
const { encoder, ...parts } = openLiveParts();
afterAll(async () => {
  await encoder.close();
  rmSync(folder, { recursive: true, force: true });
});

test("asking a note the question of any next case changes question, evidence, answer and alignment, for every demo case", async () => {
  const { cases } = readArchehrCases(demo("archehr/archehr-qa.xml"), "demo");
  const graph = compileArchehrGraph(parts);
  const ask = ({ id, note, sentences }: (typeof cases)[number], message: string) =>
    graph.invoke({ caseId: id, message, note, sentences });
  for (const [at, one] of cases.entries()) {
    const next = cases[(at + 1) % cases.length]!; // the remainder lies within the list
    const [own, swapped] = [await ask(one, one.narrative), await ask(one, next.narrative)];
    for (const channel of ["question", "evidence", "answer", "alignment", "citations"] as const)
      expect(swapped[channel], `${one.id} asked the question of ${next.id}: ${channel}`).not.toEqual(own[channel]);
  }
});

test("no two demo questions of a type get the same articles, snippets, ideal answer, or exact answer but yes or no", async () => {
  const questions = readBioasqGolden(demo("bioasq/golden.json"), "demo");
  const articles = openAtFirstUse("local", () => openDemoIndex({ folder, encoder }));
  const graph = compileBioasqGraph({ ...parts, retrievers: [articles] });
  const results: Awaited<ReturnType<typeof graph.invoke>>[] = [];
  for (const { id, body, type } of questions) results.push(await graph.invoke({ questionId: id, body, type }));
  const pairs = results.flatMap((one, at) =>
    results.slice(at + 1).flatMap((other) => (one.type === other.type ? [[one, other] as const] : [])),
  );
  expect(pairs.length).toBeGreaterThan(70);
  for (const [one, other] of pairs)
    for (const channel of ["articles", "snippets", "idealAnswer", "exactAnswer"] as const) {
      // A summary question has no exact answer. Two yes/no questions may both be answered yes: of seven, nine pairs must agree at least.
      if (channel === "exactAnswer" && (one.type === "yesno" || one.type === "summary")) continue;
      expect(one[channel], `${one.questionId} and ${other.questionId}: ${channel}`).not.toEqual(other[channel]);
    }
  expect(new Set(results.filter(({ type }) => type === "yesno").map(({ exactAnswer }) => exactAnswer))).toEqual(
    new Set(["yes", "no"]),
  );
});

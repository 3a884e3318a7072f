import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-lexicon-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);
const vocabulary = at("vocabulary.jsonl");
writeFileSync(
  vocabulary,
  '{"id": "D004844", "name": "Epistaxis", "synonyms": ["Nosebleeds"]}\n{"id": "D999999", "name": "Quornosis", "synonyms": ["Zyxin Storm"]}\n',
);
const articles = at("articles.jsonl");
writeFileSync(
  articles,
  '{"pmid": "11", "title": "Nosebleeds after surgery.", "abstract": "Nosebleeds were rare."}\n{"pmid": "12", "title": "Knee pain.", "abstract": "Pain was common."}\n{"pmid": "13", "title": "Zyxin storms after surgery.", "abstract": "Zyxin storms were rare."}\n',
);

test("a lexicon is built, and a run with --lexicon finds an article by another name and says so in its manifest", async () => {
  const lexicon = at("lexicon.db");
  const built = await runCli("lexicon", "build", vocabulary, "--out", lexicon);
  expect(built).toMatchObject({ code: 0, out: expect.stringContaining("2 of MeSH; 4 names") });
  expect((await runCli("index", "build", "--articles", articles, "--out", at("articles.db"), "--no-vectors")).code).toBe(0);
  const run = (out: string, ...more: string[]) =>
    runCli(
      "bioasq",
      "run",
      "--question",
      "Is epistaxis dangerous?",
      "--phase",
      "A",
      "--index",
      at("articles.db"),
      "--out",
      at(out),
      ...more,
    );
  expect((await run("with", "--lexicon", lexicon)).code).toBe(0);
  expect((await run("without")).code).toBe(0);
  const documents = (out: string) => readFileSync(join(at(out), "submission.json"), "utf8");
  expect(documents("with")).toContain("/11");
  // No built-in list knows this name, and the article shares no word with the question.
  const search = await runCli("search", "--index", at("articles.db"), "--query", "Is quornosis dangerous?", "--lexicon", lexicon);
  expect(search).toMatchObject({ code: 0, out: expect.stringContaining("Zyxin storms after surgery.") });
  const manifest = (out: string) => readFileSync(join(at(out), "manifest.json"), "utf8");
  expect(manifest("with")).toMatch(/"lexicon": ?"[0-9a-f]{64}"/);
  expect(manifest("without")).not.toContain("lexicon");
});

test("a missing lexicon ends in 3 with the way out, a file that is no vocabulary in 2", async () => {
  const missing = await runCli("bioasq", "run", "--question", "Is it?", "--index", at("articles.db"), "--lexicon", at("none.db"));
  expect(missing).toMatchObject({
    code: 3,
    err: expect.stringMatching(/none\.db: there is no such file.*evigraph lexicon build/),
  });
  expect(await runCli("lexicon", "build", articles, "--out", at("x.db"))).toMatchObject({
    code: 2,
    err: expect.stringContaining("articles.jsonl, line 1"),
  });
});

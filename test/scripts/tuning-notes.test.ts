import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { readTuningNotes } from "../../scripts/tuning-notes.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-notes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const read = (text: string) => {
  writeFileSync(join(folder, "writer-1.txt"), text);
  return readTuningNotes(pathToFileURL(`${folder}/`));
};

describe("tuning notes", () => {
  it("are a message, a question and a note with asterisks, also where a line of the note has a number of its own", () => {
    expect(
      read("@case a\n@msg Why?\n@q Why held?\nHeading:\n* 1. It was held.\n\n@case b\n@msg And?\n@q And?\nNothing."),
    ).toEqual([
      {
        id: "a",
        writer: "writer-1",
        message: "Why?",
        question: "Why held?",
        sentences: [
          { id: "a/1", text: "Heading:" },
          { id: "a/2", text: "1. It was held." },
        ],
        essential: new Set(["a/2"]),
      },
      expect.objectContaining({ id: "b", essential: new Set() }),
    ]);
  });

  it("or several people ask of one note, whose sentences are numbered and shared", () => {
    const [one, other] = read(
      "@case n\n1. First.\n2. Second.\n@ask a\n@msg M\n@q Q\n@essential 1 2\n@ask b\n@msg N\n@q R\n@essential none",
    );
    const sentences = [
      { id: "n/1", text: "First." },
      { id: "n/2", text: "Second." },
    ];
    expect(one).toEqual({
      id: "na",
      writer: "writer-1",
      message: "M",
      question: "Q",
      sentences,
      essential: new Set(["n/1", "n/2"]),
    });
    expect(other).toMatchObject({ id: "nb", message: "N", question: "R", sentences, essential: new Set() });
  });

  it("tell the file of a line before the first case, and of a number that the note does not have", () => {
    expect(() => read("A line.\n@case a")).toThrow(/writer-1\.txt: a line stands before/);
    expect(() => read("@case n\n1. First.\n@ask a\n@msg M\n@q Q\n@essential 2")).toThrow(/writer-1\.txt: n has no sentence 2/);
  });

  it("that come with the repository are 540 cases with message, question and note, 56 without an answer", () => {
    const cases = readTuningNotes(new URL("../../data/tuning/archehr/", import.meta.url));
    expect(cases).toHaveLength(540);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(540);
    expect(cases.filter(({ essential }) => essential.size === 0)).toHaveLength(56);
    for (const one of cases) {
      expect([one.id, one.message !== "", one.question !== "", one.sentences.length > 20]).toEqual([one.id, true, true, true]);
      expect(one.sentences.every(({ text }) => text.trim() !== "" && !text.startsWith("@"))).toBe(true);
    }
  });
});

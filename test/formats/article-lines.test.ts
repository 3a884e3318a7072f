import { describe, expect, test } from "vitest";
import { readArticleLine, readArticleLines } from "../../formats/article-lines.ts";
import { readQueryLines } from "../../formats/query-lines.ts";

const read = (line: object) => readArticleLine(JSON.stringify(line), "a.jsonl", 3);

describe("article lines", () => {
  test.each([
    ["pmid and abstract", { pmid: "1", title: " T ", abstract: " A. " }, { pmid: "1", title: "T", sections: [{ text: "A." }] }],
    ["id and text", { id: 2, title: null, text: "A." }, { pmid: "2", title: "", sections: [{ text: "A." }] }],
    [
      "_id and sentences",
      { _id: "x3", title: "T", sentences: ["A.", "B."] },
      { pmid: "x3", title: "T", sections: [{ text: "A. B." }] },
    ],
    [
      "labelled sections",
      {
        pmid: "1",
        sections: [
          { label: "AIM", text: "A." },
          { label: null, text: "B." },
          { label: "X", text: " " },
        ],
      },
      { pmid: "1", title: "", sections: [{ label: "AIM", text: "A." }, { text: "B." }] },
    ],
    ["a title alone", { pmid: "1", title: "T", abstract: "" }, { pmid: "1", title: "T", sections: [] }],
    [
      "an abstract before a text",
      { pmid: "1", title: "T", abstract: "A.", text: "T A." },
      { pmid: "1", title: "T", sections: [{ text: "A." }] },
    ],
    [
      "sections before all else",
      { pmid: "1", sections: [{ text: "A." }], text: "x" },
      { pmid: "1", title: "", sections: [{ text: "A." }] },
    ],
    [
      "the optional fields",
      { pmid: "1", title: "T", year: "2014 Jan", journal: "J", mesh: ["M"], types: ["Review"], retracted: true, other: 1 },
      { pmid: "1", title: "T", sections: [], year: 2014, journal: "J", mesh: ["M"], types: ["Review"], retracted: true },
    ],
  ])("%s", (_, line, article) => {
    expect(read(line)).toEqual(article);
  });

  test("a byte order mark, Windows line ends and blank lines are fine", () => {
    expect(
      readArticleLines('\ufeff{"pmid":"1","title":"T"}\r\n\r\n{"id":"2","title":"U"}\r\n', "a.jsonl").map(({ pmid }) => pmid),
    ).toEqual(["1", "2"]);
  });

  test.each([
    ["no id", { pmid: null, text: "A." }, "a.jsonl, line 3, pmid: expected pmid, id or _id, found none"],
    ["neither title nor text", { pmid: "1", title: " " }, "title: expected a title or a text"],
    ["a year that is none", { pmid: "1", title: "T", year: "soon" }, 'year: expected a year, found "soon"'],
    ["a title that is none", { pmid: "1", title: 5 }, "title: expected a text"],
    ["a section without a list", { pmid: "1", sections: "A." }, "sections: expected a list of { label?, text }"],
    ["retracted as text", { pmid: "1", title: "T", retracted: "no" }, "retracted: expected true or false"],
    ["a list", [], "line 3, line: expected an object"],
  ])("%s is refused by line and field", (_, line, message) => {
    expect(() => read(line)).toThrow(message);
  });

  test("a line that is no JSON is refused by its number", () => {
    expect(() => readArticleLines('{"pmid":"1","title":"T"}\n\n{oops\n', "a.jsonl")).toThrow(
      "a.jsonl, line 3, line: expected one JSON value",
    );
  });
});

describe("query lines", () => {
  test("id or _id and a text", () => {
    expect(readQueryLines('{"id":"1","text":"a"}\n{"_id":2,"text":"b","type":"list"}', "q.jsonl")).toEqual([
      { id: "1", text: "a" },
      { id: "2", text: "b" },
    ]);
  });

  test.each(['{"text":"a"}', '{"id":"1"}', '{"id":"1","text":" "}', "[]", '{"id":"1","text":"a"}\n{"id":1,"text":"b"}'])(
    "%s is refused",
    (text) => {
      expect(() => readQueryLines(text, "q.jsonl")).toThrow(/q\.jsonl, line \d/u);
    },
  );
});

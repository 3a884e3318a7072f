import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { looksLikeRefusal } from "../../text/looks-like-refusal.ts";
import { readModelJson } from "../../text/model-json.ts";
import { stripThinking } from "../../text/strip-thinking.ts";

const ok = (value: unknown, repaired = false) => ({ is: "ok", value, repaired });
const isOf = (reply: string | null, options = {}) => readModelJson(reply, options).is;

describe("a value is found wherever it stands (field cases 43, 44, 46, 47, 56)", () => {
  test("back-ticks in the prose before and inside a value do not move its start", () => {
    expect(readModelJson('Use the `score` tool or ```: {"a": "run ```bash``` and `x`"}')).toEqual(
      ok({ a: "run ```bash``` and `x`" }),
    );
  });

  test("a bracket in the prose after the value is ignored", () => {
    expect(readModelJson('{"a": 1}\nThis follows from [1] and {2}.')).toEqual(ok({ a: 1 }));
  });

  test("a citation or a placeholder before the value is not the value", () => {
    expect(readModelJson('Based on [1] and [3, 4] of [**Hospital**], see [x]: {"a": 1}')).toEqual(ok({ a: 1 }));
  });

  test("numbers in prose are never an answer", () => {
    expect(isOf("Sentences [1] and [3, 4] matter.")).toBe("unparseable");
    expect(isOf("As the note says: [1] fever was high.")).toBe("unparseable");
    expect(isOf("[1] The patient had fever.")).toBe("unparseable");
  });

  test("a bare array on a line of its own, after a colon or in a fence is an answer", () => {
    expect(readModelJson("[1, 3]")).toEqual(ok([1, 3]));
    expect(readModelJson("Relevant sentences: [1, 3]")).toEqual(ok([1, 3]));
    expect(readModelJson("**Relevant:** [1, 3].\nThe rest is history.")).toEqual(ok([1, 3]));
    expect(readModelJson("Here:\n```json\n[1, 3]\n```")).toEqual(ok([1, 3]));
    expect(readModelJson("[]")).toEqual(ok([]));
  });

  test("an opening fence without an end is stripped from a whole value", () => {
    expect(readModelJson('```json\n{"a": [1]}')).toEqual(ok({ a: [1] }));
  });

  test("an opening fence without an end around a cut value is a truncated reply", () => {
    expect(isOf('```json\n{"a": [1, 2')).toBe("truncated");
  });

  test("the json block is preferred to a shell block before it", () => {
    expect(readModelJson('```bash\necho {"a": 0}\n```\nthen\n```json\n{"a": 1}\n```')).toEqual(ok({ a: 1 }));
  });

  test("of several values the one with the shape asked for is taken", () => {
    const fits = (value: unknown) => typeof value === "object" && value !== null && "scores" in value;
    expect(readModelJson('For example {"a": 1}. Answer: {"scores": []}', { fits })).toEqual(ok({ scores: [] }));
    expect(isOf('{"a": 1}', { fits })).toBe("unparseable");
  });

  test("nested objects, escaped quotes and backslashes stay as they are", () => {
    const value = { a: { b: { c: 'say \\"x\\" in C:\\dir } ] {' } } };
    expect(readModelJson(`Sure!\n${JSON.stringify(value)}\nDone.`)).toEqual(ok(value));
  });

  test("a reply without any bracket is unparseable, and one without text is empty", () => {
    expect(isOf("The answer is yes.")).toBe("unparseable");
    for (const reply of ["", " \n\t", null]) expect(isOf(reply)).toBe("empty");
  });

  test("of two values after one another the first is the answer", () => {
    expect(readModelJson('{"a": 1}\n{"a": 2}')).toEqual(ok({ a: 1 }));
  });
});

describe("damage with one reading is mended and said so (53, 55)", () => {
  test.each([
    ["a trailing comma", '{"a": [1, 2,],}', { a: [1, 2] }],
    [
      "Python's quotes and literals",
      `{'a': 'He said "hi"', 'b': None, 'c': True, 'd': "it's"}`,
      { a: 'He said "hi"', b: null, c: true, d: "it's" },
    ],
    ["typographic quotes as delimiters", "{“a”: “b”, ‘c’: 1}", { a: "b", c: 1 }],
    ["bare keys and words", "{answer: yes, ids: [S1, S2]}", { answer: "yes", ids: ["S1", "S2"] }],
    ["comments", '{"a": 1, // one\n /* two */ "b": 2}', { a: 1, b: 2 }],
    ["a line end and a tab inside a string", '{"a": "one\ntwo\tthree"}', { a: "one\ntwo\tthree" }],
    ["a comma left out at a line end", '{"a": 1\n "b": ["x"\n"y"]}', { a: 1, b: ["x", "y"] }],
    ["an escaped apostrophe", `{"a": "patient\\'s"}`, { a: "patient's" }],
  ])("%s", (_, reply, value) => {
    expect(readModelJson(reply)).toEqual(ok(value, true));
  });

  test("typographic quotes inside a string are text", () => {
    expect(readModelJson('{"a": "He said “yes” and ‘no’"}')).toEqual(ok({ a: "He said “yes” and ‘no’" }));
    expect(readModelJson('{"a": "He said “yes”",}')).toEqual(ok({ a: "He said “yes”" }, true));
  });
});

describe("damage with more than one reading is never guessed (49, 50, 52)", () => {
  test.each([
    ["an inch mark and a comma", '{"a": "a wound 3", which healed", "b": 1}'],
    ["feet and inches", `{"a": "he is 5'10" tall"}`],
    ["an unescaped quotation", '{"a": "he said "no" to it"}'],
    ["an apostrophe in single quotes", "{'a': 'the patient's arm'}"],
    ["items left out", '{"a": [1, 2, ...]}'],
    ["an unknown escape", '{"a": "C:\\dir"}'],
    ["not a number", '{"a": NaN}'],
    ["a key that stands twice", '{"1": 5, "1": 2}'],
    ["a part of a value", '"a": {"b": 1}, "c": 2}'],
    ["wrong brackets", '{"a": [1, 2}'],
  ])("%s", (_, reply) => {
    expect(isOf(reply)).toBe("unparseable");
  });

  test("a reply cut in mid-sentence is truncated, not repaired", () => {
    expect(isOf('{"a": "fever, cough, and')).toBe("truncated");
    expect(isOf('{"a": 1}', { finish: "length" })).toBe("truncated");
    expect(isOf("", { finish: "MAX_TOKENS" })).toBe("truncated");
  });

  test("an id is text, also when it looks like a number", () => {
    expect(readModelJson('{"id": 57eeee0a}')).toEqual(ok({ id: "57eeee0a" }, true));
    expect(readModelJson('{"id": 57e12}')).toEqual(ok({ id: "57e12" }, true));
    expect(readModelJson('{"id": 007}')).toEqual(ok({ id: "007" }, true));
    expect(readModelJson('{"id": 12345678901234567890}')).toEqual(ok({ id: "12345678901234567890" }, true));
    expect(readModelJson('{"x": [1.5e-3, -2, 1e+5, 0.10]}')).toEqual(ok({ x: [0.0015, -2, 100000, 0.1] }));
  });
});

test("bracketed numbers inside a value are text and stay (58)", () => {
  const value = { answer: "NYHA class (3), grade (2), see [4] and [**Name**] ___." };
  expect(readModelJson(JSON.stringify(value))).toEqual(ok(value));
});

describe("reasoning is not an answer (59, 80, 82)", () => {
  test("what stands in think tags is removed, drafts included", () => {
    expect(readModelJson('<think>maybe {"a": 0}</think>\n{"a": 1}')).toEqual(ok({ a: 1 }));
    expect(readModelJson('Well. <thinking>{"a": 0}</thinking>{"a": 1}')).toEqual(ok({ a: 1 }));
    expect(readModelJson('the template opened the tag {"a": 0}</think>{"a": 1}')).toEqual(ok({ a: 1 }));
  });

  test("a tag that never closes leaves no answer", () => {
    expect(isOf('<think>so {"a": 1} it is')).toBe("empty");
    expect(stripThinking("Yes. <think>but")).toEqual({ text: "Yes. ", unclosed: true });
  });

  test("a tag quoted inside a value is text", () => {
    const value = { a: "note says <think>x</think> </think>" };
    expect(readModelJson(JSON.stringify(value))).toEqual(ok(value));
    expect(readModelJson(`Answer: ${JSON.stringify({ a: "<think>" })}`)).toEqual(ok({ a: "<think>" }));
  });

  test("one-letter answers are answers", () => {
    expect(readModelJson('{"answers": ["K", "5"]}')).toEqual(ok({ answers: ["K", "5"] }));
  });
});

describe("refusals (61, 62)", () => {
  test("a genuine apology inside a valid value is an answer", () => {
    expect(readModelJson('{"answer": "I\'m sorry, but I can only offer rest."}').is).toBe("ok");
  });

  test("a refusal in place of data is unparseable, and looks like what it is", () => {
    const reply = "I’m sorry, but I cannot assist with that request.";
    expect(isOf(reply)).toBe("unparseable");
    expect(looksLikeRefusal(reply)).toBe(true);
    expect(looksLikeRefusal("<think>hm</think>I can't help with this.")).toBe(true);
    expect(looksLikeRefusal("I'm sorry to hear about the pain. The drip was stopped.")).toBe(false);
  });
});

test("what is reported never holds the reply's text", () => {
  const reply = readModelJson('{"secret": "Alder" Birch}');
  expect(reply).toEqual({ is: "unparseable", detail: "the value at character 0 has no single reading" });
});

test("very deep, very long and odd replies end in good time", () => {
  for (const unit of ["[", "{", '["', '{"a":', "```", "[1", "[1]", "<think>", "</think>", '{"a": x y} ', '"', "/*", "[ "]) {
    expect(["ok", "unparseable", "truncated", "empty"]).toContain(isOf(unit.repeat(20_000)));
  }
});

describe("a value that was damaged is read as it was or not at all", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.constantFrom(
      "a, b",
      "“x”",
      "it's",
      "[1]",
      "{",
      "```",
      "c: d",
      "//",
      "/* */",
      "5'10",
      "None",
      "\\",
      "</b>",
      "x\ny",
      ", ",
      "",
    ),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)), tie("list"), tie("record")),
    list: fc.array(tie("value"), { maxLength: 4 }),
    record: fc.dictionary(fc.stringMatching(/^[a-z_][a-z0-9_]{0,5}$/), tie("value"), { maxKeys: 4 }),
  }));
  const record = fc.dictionary(fc.stringMatching(/^[a-z_][a-z0-9_]{0,5}$/), value, { minKeys: 1, maxKeys: 4 });
  const structure = (json: string) => {
    let inString = false;
    return [...json.matchAll(/\\.|["{}[\],:]/gsu)].flatMap(({ 0: mark, index }) => {
      if (mark === '"') inString = !inString;
      return mark === '"' || (!inString && mark.length === 1) ? [index] : [];
    });
  };

  test("2,000 replies that lost one quote, bracket, comma or colon", () => {
    fc.assert(
      fc.property(record, fc.nat(), (original, pick) => {
        const json = JSON.stringify(original, null, 1);
        const places = structure(json);
        const place = places[pick % places.length]!; // an object has at least its two braces
        const reply = readModelJson(json.slice(0, place) + json.slice(place + 1), { finish: "stop" });
        if (reply.is === "ok") expect(reply).toEqual({ is: "ok", value: original, repaired: true });
      }),
      { numRuns: 2000 },
    );
  });

  test("2,000 replies cut short are never read", () => {
    fc.assert(
      fc.property(record, fc.nat(), (original, pick) => {
        const json = JSON.stringify(original);
        expect(readModelJson(json.slice(0, 1 + (pick % (json.length - 1)))).is).not.toBe("ok");
      }),
      { numRuns: 2000 },
    );
  });

  test("2,000 replies with prose, fences and harmless damage are read exactly", () => {
    const before = fc.constantFrom(
      "",
      "Sure, here it is:\n",
      "By [1] and [**Name**]: ",
      "```json\n",
      "<think>{}</think>\n",
      "\ufeff",
    );
    const damage = fc.constantFrom(
      (json: string) => json,
      (json: string) => json.replace(/\}$/u, ",}"),
      (json: string) => json.replace(/\}$/u, "/* end */}"),
      (json: string) => json.replace(/^\{"([a-z_][a-z0-9_]*)":/u, "{$1:"),
      (json: string) => json.replace(/^\{"([a-z_][a-z0-9_]*)":/u, "{'$1':"),
      (json: string) => json.replace(/^\{"([a-z_][a-z0-9_]*)":/u, "{“$1”:"),
    );
    fc.assert(
      fc.property(
        record,
        before,
        damage,
        fc.constantFrom("", "\n```", "\nAs [2] says, {so} it is."),
        (original, start, hurt, end) => {
          const reply = readModelJson(start + hurt(JSON.stringify(original)) + end);
          expect(reply).toMatchObject({ is: "ok", value: original });
        },
      ),
      { numRuns: 2000 },
    );
  });
});

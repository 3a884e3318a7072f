import { expect, test } from "vitest";
import { readEvents } from "../../../../clients/models/openai/read-events.ts";

test("events are read in order up to [DONE], and what follows it is not", () => {
  expect(readEvents('data: {"a":1}\n\ndata: {"a":2}\n\ndata: [DONE]\n\ndata: {"a":3}\n\n')).toEqual([{ a: 1 }, { a: 2 }]);
});

test("keep-alive comments, other fields and empty events say nothing", () => {
  expect(readEvents(': keep-alive\n\nevent: message\nid: 7\ndata: {"a":1}\n\n\n\n')).toEqual([{ a: 1 }]);
});

test("lines may end in CRLF, the space after the colon may be absent, and data may go on over lines", () => {
  expect(readEvents('data:{"a":\r\ndata: 1}\r\n\r\ndata: [DONE]\r\n\r\n')).toEqual([{ a: 1 }]);
});

test("an event that breaks off before its blank line is left out", () => {
  expect(readEvents('data: {"a":1}\n\ndata: {"a":2}\n')).toEqual([{ a: 1 }]);
  expect(readEvents('data: {"a":1}\n\ndata: {"a')).toEqual([{ a: 1 }]);
  expect(readEvents("")).toEqual([]);
});

test("text within the data stays as it is, a blank line and [DONE] in it too", () => {
  const text = "a\n\nb: data: [DONE]";
  expect(readEvents(`data: ${JSON.stringify({ text })}\n\n`)).toEqual([{ text }]);
});

test("data that is no JSON throws", () => {
  expect(() => readEvents('data: {"a":1}\n\ndata: <html>\n\n')).toThrow(SyntaxError);
});

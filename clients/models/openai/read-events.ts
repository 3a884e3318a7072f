/**
 * Read a stream of server-sent events, whole.
 *
 * In: its text. Out: the JSON value of each event's data, up to `[DONE]`; comments (keep-alive lines) and an event without its blank line are left out.
 * Throws a SyntaxError for data that is no JSON.
 */
export const readEvents = (stream: string): unknown[] => {
  const events: unknown[] = [];
  for (const event of stream.split(/\r\n\r\n|\n\n|\r\r/u).slice(0, -1)) {
    const data = dataOf(event);
    if (data.startsWith("[DONE]")) break;
    if (data !== "") events.push(JSON.parse(data));
  }
  return events;
};

const dataOf = (event: string): string =>
  event
    .split(/\r\n|\n|\r/u)
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice("data:".length).replace(/^ /u, ""))
    .join("\n");

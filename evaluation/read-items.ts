/** Item id -> measure -> value. */
export type ItemValues = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Read the values of items that `itemsAsCsv` wrote.
 *
 * In: the file's text. Out: values by item; an empty cell is no value. An id in quotes may hold commas and doubled quotes.
 */
export function readItems(text: string): ItemValues {
  const [header = "", ...lines] = text.split("\n").filter((line) => line !== "");
  const [, ...names] = cellsOf(header);
  return new Map(
    lines.map((line) => {
      const [id = "", ...cells] = cellsOf(line);
      const values = names.flatMap((name, at) => (cells[at] ? [[name, Number(cells[at])] as const] : []));
      return [id, new Map(values)] as const;
    }),
  );
}

const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );

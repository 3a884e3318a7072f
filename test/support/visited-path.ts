type Streaming = { stream(input: never, options: { streamMode: "updates" }): Promise<AsyncIterable<unknown>> };

/** Run a graph and list the nodes that it visited, in order. */
export const visitedPath = async (graph: { stream: Streaming["stream"] }, input: object): Promise<string[]> => {
  const path: string[] = [];
  for await (const update of await graph.stream(input as never, { streamMode: "updates" }))
    path.push(...Object.keys(update as object));
  return path;
};

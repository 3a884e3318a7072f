import { afterAll } from "vitest";
import type { LocalIndex } from "../../clients/index/open-index.ts";
import { indexOf } from "../support/hand-made-index.ts";
import { retrieverContract } from "./retriever-contract.ts";

const opened: LocalIndex[] = [];
afterAll(() => {
  for (const index of opened) index.close();
});

// The same sentences hold for OpenSearch: test/slow/opensearch.test.ts.
retrieverContract({
  name: "a local index",
  indexOf: async (records, encoder) => {
    const index = await indexOf(records, { encoder });
    opened.push(index);
    return index;
  },
});

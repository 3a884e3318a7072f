/**
 * Compare the two search engines, and measure what an index on OpenSearch costs an article. Run on a quiet machine, against a server that may be filled:
 *
 *     OPENSEARCH_URL=http://127.0.0.1:9200 EVIGRAPH_DATA=… npx tsx bench/opensearch.ts [--only quality,size,embedding]
 *
 * Indexes named bench-… are made and deleted.
 */
import { parseArgs } from "node:util";
import { parts, server } from "./opensearch-place.ts";
import { quality } from "./opensearch-quality.ts";
import { embedding, size } from "./opensearch-size.ts";

const { only } = parseArgs({ options: { only: { type: "string", default: "quality,size,embedding" } } }).values;
for (const [name, run] of Object.entries({ quality, size, embedding })) if (only.split(",").includes(name)) await run();
await server.close();
await parts.encoder.close();
